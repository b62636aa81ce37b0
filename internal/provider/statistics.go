package provider

import (
	"context"
	"encoding/json"
	"os"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-log/tflog"
	"github.com/hashicorp/terraform-plugin-log/tfsdklog"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listcache"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// statsVariable names the file to which each run appends its statistics as one line of JSON.
const statsVariable = "IDM_STATS_FILE"

// run is a configured run. A process has one, unless it is in debug mode.
type run struct {
	begin time.Time
	of    *resourcebase.Provider
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

// begin returns the run of a configuration. It warns immediately if the file is not writable.
func begin(p *resourcebase.Provider, diags *diag.Diagnostics) *run {
	one := &run{begin: time.Now(), of: p}
	if name := os.Getenv(statsVariable); name != "" {
		var err error
		if one.file, err = os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err != nil {
			diags.AddWarning("No statistics", "The file that "+statsVariable+" names cannot be written: "+err.Error()+".")
		}
	}
	return one
}

// end logs the statistics of a run, and appends them to its file as one line. One call writes it, so
// that the lines of concurrent processes do not mix.
func (r *run) end(version string) {
	if r == nil {
		return
	}
	s := statistics{version, r.begin.UTC(), time.Since(r.begin).Seconds(), r.of.API.Statistics(), r.of.Lists.Statistics(),
		r.of.Checks.Catalog.Requests()}
	ctx := tfsdklog.NewRootProviderLogger(context.Background(), tfsdklog.WithStderrFromInit(),
		tflog.WithLevelFromEnv("TF_LOG_PROVIDER", "IDM"))
	tflog.Info(ctx, "requests of this run", map[string]any{
		"requests": s.Requests, "retries": s.Retries, "errors": s.Errors, "lists": s.Lists, "list_hits": s.ListHits,
		"reference_requests": s.ReferenceRequests,
		"queued_seconds":     s.QueuedSeconds, "throttled_seconds": s.ThrottledSeconds, "paused_seconds": s.PausedSeconds,
		"seconds": s.Seconds,
	})
	if r.file == nil {
		return
	}
	defer r.file.Close()
	if err := json.NewEncoder(r.file).Encode(s); err != nil {
		tflog.Warn(ctx, "the statistics of this run could not be written", map[string]any{"error": err.Error()})
	}
}
