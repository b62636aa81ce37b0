package export

import (
	"fmt"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// Summary describes the content of a folder.
type Summary struct {
	Folder string `json:"folder"`
	Client string `json:"client_ext_id"`
	Layout Layout `json:"layout"`
	// Objects counts the resources by type, in an update the new ones; Imports counts the import
	// blocks.
	Objects []Count `json:"objects"`
	Imports int     `json:"imports"`
	// Withheld lists the objects with property values that are not written because they are, or can
	// be, secrets.
	Withheld []Withheld `json:"withheld"`
	// Archived lists users and profiles that are left out because archiving is final.
	Archived []string `json:"archived"`
	// Missing lists objects that could not be read or written.
	Missing []tenant.Missing `json:"missing"`
	// Notes are limits of an export that hold for every tenant.
	Notes []string `json:"notes"`
	// Requests is the number of requests sent to read the tenant, including retries. The caller
	// sets Requests and Notes.
	Requests int `json:"requests"`
}

// Count is the number of resources of a type.
type Count struct {
	Type  string `json:"type"`
	Count int    `json:"count"`
}

// Withheld lists the properties of an object whose values are not written.
type Withheld struct {
	Type  string   `json:"type"`
	ID    string   `json:"id"`
	Names []string `json:"names"`
}

func newSummary(folder string, t *tenant.Tenant) *Summary {
	return &Summary{Folder: folder, Client: t.Client.ExtID, Objects: []Count{}, Withheld: []Withheld{}, Archived: []string{},
		Missing: append([]tenant.Missing{}, t.Missing...), Notes: []string{}}
}

func (e *exporter) summarize() {
	e.summary.Layout = e.o.Layout
	for _, kind := range types {
		count := e.takenCounts[kind]
		for _, r := range e.byID[kind] {
			if !e.keptResource(r) {
				count++
				e.summary.Imports++
			}
		}
		if count > 0 {
			e.summary.Objects = append(e.summary.Objects, Count{kind, count})
		}
	}
	e.summary.Archived = append(e.summary.Archived, e.b.archived...)
	e.explainSets()
	for _, reason := range []skip{notNormalized, dotID, emptyID, circular, dotRef} {
		if ids := e.b.skipped[reason]; len(ids) > 0 {
			slices.Sort(ids)
			e.summary.Missing = append(e.summary.Missing, tenant.Missing{What: "import of", ExtIDs: slices.Compact(ids),
				Reason: string(reason),
				WayOut: "Leave these objects unmanaged"})
		}
	}
}

// explainSets adds the authoritative set that is left out to each object with unread members.
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
