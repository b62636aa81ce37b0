package drift

import (
	"encoding/json"
	"strconv"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// The reasons why the time of a change is not known.
const (
	noLogin  = "no login: set the variables IDM_… to let idmctl ask the service"
	noRecord = "the service keeps no version and no timestamp for it"
	notRead  = "it was not read: name a full plan"
	gone     = "it no longer exists in the service"
	// elsewhere is the reason for an object whose provider configuration has another address, or an
	// unknown one.
	elsewhere = "the variables IDM_… set the address of another service, or the plan does not show the address"
)

// Dates adds the versions and the times of the changes: the versions from the saved plan, the times
// from the search of the service. A nil service means no login.
func (r *Report) Dates(service *Service) {
	for _, objects := range [][]Drifted{r.Drift, r.Accepted} {
		for i := range objects {
			objects[i].date(r, service)
		}
	}
}

func (o *Drifted) date(r *Report, service *Service) {
	h, row := &History{RecordedVersion: known(privateOf(o.change.Recorded).version),
		FoundVersion: known(privateOf(o.change.Refreshed).version)}, objecttype.ByTypeName(o.Type)
	o.History = h
	one, _ := key{}, ""
	if row != nil {
		one, _ = identify(row, o.change)
	}
	record, read := r.records[one]
	switch {
	case o.Gone:
		h.Unknown = gone
	case row == nil || !row.Versioned:
		h.Unknown = noRecord
	case service == nil:
		h.Unknown = noLogin
	case !service.holds(r.plan, o.change.Service):
		h.Unknown = elsewhere
	case !read:
		h.Unknown = notRead
	case record.LastModified == "":
		h.Unknown = noRecord
	default:
		h.LastModified = record.LastModified
		if h.FoundVersion == nil {
			h.FoundVersion = known(record.Version)
		}
	}
}

func known(version int64) *int64 {
	if version == 0 {
		return nil
	}
	return &version
}

// private is the part of an object's private state with versions.
type private struct {
	version int64 // 0 when the object has none
	grants  grants.Records
}

// privateOf reads a private state. That of another provider has other keys, and gives the zero value.
func privateOf(state []byte) private {
	var entries map[string][]byte
	if json.Unmarshal(state, &entries) != nil {
		return private{}
	}
	var p private
	p.version, _ = strconv.ParseInt(string(entries["version"]), 10, 64)
	p.grants, _ = grants.ParseRecords(entries[grants.RecordsKey])
	return p
}
