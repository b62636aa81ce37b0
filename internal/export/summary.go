package export

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/tenant"
)

// Summary tells what a folder holds.
type Summary struct {
	Folder string `json:"folder"`
	Client string `json:"client_ext_id"`
	// Layout is how the folder is divided; Lines are those of its configuration.
	Layout Layout `json:"layout"`
	Lines  int    `json:"lines"`
	// Objects counts the resources by type; Imports is their sum.
	Objects []Count `json:"objects"`
	Imports int     `json:"imports"`
	// Largest counts those in one root, or in one file of the layout data, where most of them are.
	Largest int `json:"largest"`
	// Withheld are the objects with properties whose values are not written because they are, or may
	// be, secrets.
	Withheld []Withheld `json:"withheld"`
	// Missing is what could not be read or written.
	Missing []tenant.Missing `json:"missing"`
	// Dangers are grants that deserve a look: grants that reach far, that have ended, or that a
	// profile has twice.
	Dangers []Danger `json:"dangers"`
	// Added are the addresses that an update wrote; Gone is what the tenant does not have any more.
	Added []string `json:"added"`
	Gone  []Gone   `json:"gone"`
	// Notes are limits of what an export finds, which hold for every tenant.
	Notes []string `json:"notes"`
	// Requests is how many were sent to read the tenant, repeats included. The caller fills it in, as
	// it does the notes.
	Requests int `json:"requests"`
}

// Count is the number of resources of a type.
type Count struct {
	Type  string `json:"type"`
	Count int    `json:"count"`
}

// Withheld names the properties of an object, by its import ID, whose values are not written.
type Withheld struct {
	Type  string   `json:"type"`
	ID    string   `json:"id"`
	Names []string `json:"names"`
}

// Danger is a kind of grant to look at, with the grants by import ID.
type Danger struct {
	What string   `json:"what"`
	IDs  []string `json:"ids"`
}

func newSummary(folder string, t *tenant.Tenant) *Summary {
	return &Summary{Folder: folder, Client: t.Client.ExtID, Objects: []Count{}, Withheld: []Withheld{},
		Missing: append([]tenant.Missing{}, t.Missing...), Dangers: dangers(t, time.Now()), Added: []string{}, Gone: []Gone{},
		Notes: []string{}}
}

func (e *exporter) summarize() {
	e.summary.Layout = e.o.Layout
	for _, kind := range types {
		if count := len(e.byID[kind]); count > 0 {
			e.summary.Objects = append(e.summary.Objects, Count{kind, count})
			e.summary.Imports += count
		}
	}
	if len(e.b.archived) > 0 {
		e.summary.Dangers = append(e.summary.Dangers, Danger{"archived users and profiles, which are left out because archiving is final",
			e.b.archived})
	}
	e.explainSets()
	e.summary.Largest = e.largest()
	if e.o.Update {
		e.summarizeUpdate()
	}
	for _, content := range e.files {
		e.summary.Lines += bytes.Count(content, []byte("\n"))
	}
	e.summary.Lines -= bytes.Count(e.files[NamesFile], []byte("\n"))
	for _, reason := range []skip{notNormalized, dotID, emptyID, circular, dotRef} {
		if ids := e.b.skipped[reason]; len(ids) > 0 {
			slices.Sort(ids)
			e.summary.Missing = append(e.summary.Missing, tenant.Missing{What: "import of", ExtIDs: slices.Compact(ids),
				Reason: string(reason),
				WayOut: "Leave these objects unmanaged"})
		}
	}
}

// explainSets adds to what could not be read of an object which set of members is left out for it.
func (e *exporter) explainSets() {
	for i, missing := range e.summary.Missing {
		unread := missing.Unread()
		for _, set := range rows {
			if unread.Owned && set.Class == objecttype.Set && set.Single() == unread.Type && e.o.wants(set.TypeName()) {
				e.summary.Missing[i].WayOut += fmt.Sprintf(". Until then the export leaves out the %s of it: an incomplete set would "+
					"remove the rest", set.TypeName())
			}
		}
	}
}

// largest counts the objects of the part with most of them, or all where one root reads them at
// once.
func (e *exporter) largest() int {
	parts := map[string]int{}
	for _, kind := range types {
		for _, r := range e.byID[kind] {
			part := r.part
			if e.o.Layout != Data && e.o.Layout != Split {
				part = ""
			}
			parts[part]++
		}
	}
	return slices.Max(append(slices.Collect(maps.Values(parts)), 0))
}

// summarizeUpdate counts what was added only.
func (e *exporter) summarizeUpdate() {
	e.summary.Objects, e.summary.Imports = []Count{}, 0
	for _, kind := range types {
		count := 0
		for _, id := range sortedKeys(e.byID[kind]) {
			if r := e.byID[kind][id]; e.isNew(r) {
				count++
				e.summary.Added = append(e.summary.Added, e.address(kind, id, r.name))
			}
		}
		if count > 0 {
			e.summary.Objects = append(e.summary.Objects, Count{kind, count})
			e.summary.Imports += count
		}
	}
	e.summary.Gone = e.gone()
}
