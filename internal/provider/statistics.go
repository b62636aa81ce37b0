package provider

import (
	"context"
	"encoding/json"
	"os"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-log/tflog"
	"github.com/hashicorp/terraform-plugin-log/tfsdklog"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listcache"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/lookups"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// statsVariable names the file to which each run appends its statistics as one line of JSON.
const statsVariable = "IDM_STATS_FILE"

// runs holds the runs of a process: one, unless it is in debug mode.
type runs struct {
	mu  sync.Mutex
	all []run
}

type run struct {
	begin time.Time
	api   *idm.API
	lists listcache.Lists
	// checks holds the lookups of reference_check.
	checks *lookups.Catalog
	// file receives the statistics; nil discards them.
	file *os.File
}

// statistics is a line of the file.
type statistics struct {
	Version string    `json:"version"`
	Started time.Time `json:"started"`
	Seconds float64   `json:"seconds"`
	idm.Statistics
	listStatistics
	// ReferenceRequests is the number of lookups for the check of references; a list counts as one.
	ReferenceRequests int64 `json:"reference_requests"`
}

// listStatistics needs another name, because two embedded fields cannot share one.
type listStatistics = listcache.Statistics

// begin records a run. It warns immediately if the file is not writable.
func (r *runs) begin(p *resourcebase.Provider, diags *diag.Diagnostics) {
	one := run{begin: time.Now(), api: p.API, lists: p.Lists, checks: p.Checks.Catalog}
	if name := os.Getenv(statsVariable); name != "" {
		var err error
		if one.file, err = os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err != nil {
			diags.AddWarning("No statistics", "The file that "+statsVariable+" names cannot be written: "+err.Error()+".")
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.all = append(r.all, one)
}

// end logs the statistics of each run, and appends them to its file.
func (r *runs) end(version string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	ctx := tfsdklog.NewRootProviderLogger(context.Background(), tfsdklog.WithStderrFromInit(),
		tflog.WithLevelFromEnv("TF_LOG_PROVIDER", "IDM"))
	for _, one := range r.all {
		s := statistics{version, one.begin.UTC(), time.Since(one.begin).Seconds(), one.api.Statistics(), one.lists.Statistics(),
			one.checks.Requests()}
		tflog.Info(ctx, "requests of this run", map[string]any{
			"requests": s.Requests, "retries": s.Retries, "errors": s.Errors, "lists": s.Lists, "list_hits": s.ListHits,
			"reference_requests": s.ReferenceRequests,
			"queued_seconds":     s.QueuedSeconds, "throttled_seconds": s.ThrottledSeconds, "paused_seconds": s.PausedSeconds,
			"seconds": s.Seconds,
		})
		if err := one.write(s); err != nil {
			tflog.Warn(ctx, "the statistics of this run could not be written", map[string]any{"error": err.Error()})
		}
	}
	r.all = nil
}

// write appends a line with one call, so that the lines of concurrent processes do not mix.
func (r run) write(s statistics) error {
	if r.file == nil {
		return nil
	}
	defer r.file.Close()
	line, err := json.Marshal(s)
	if err != nil {
		return err
	}
	_, err = r.file.Write(append(line, '\n'))
	return err
}
