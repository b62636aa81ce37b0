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
	noRecord = "the service keeps no time for it"
	notRead  = "it was not read: name a full plan"
	gone     = "it no longer exists in the service"
	// elsewhere is the reason for an object whose provider configuration has another address, or an
	// unknown one.
	elsewhere = "the variables IDM_… set the address of another service, or the plan does not show the address"
)

// Dates adds the times of the changes, from the search of the service. A nil service means no login.
func (r *Report) Dates(service *Service) {
	for _, objects := range [][]Drifted{r.Drift, r.Accepted} {
		for i := range objects {
			objects[i].date(r, service)
		}
	}
}

func (o *Drifted) date(r *Report, service *Service) {
	row := objecttype.ByTypeName(o.Type)
	if row == nil || !row.Versioned {
		o.Unknown = noRecord
		return
	}
	one, _ := identify(row, o.change)
	switch {
	case o.Gone:
		o.Unknown = gone
	case service == nil:
		o.Unknown = noLogin
	case !service.holds(r.plan, o.change.Service):
		o.Unknown = elsewhere
	case !r.entries.at(one).seen:
		o.Unknown = notRead
	default:
		o.LastModified = r.entries.at(one).record.LastModified
	}
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
