package drift

import (
	"encoding/json"
	"strconv"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// noLogin is the reason for what the service was not asked, and elsewhere for an object whose
// provider configuration has another address, or an unknown one.
const (
	noLogin   = "no login: set the variables IDM_… to let idmctl ask the service"
	elsewhere = "the variables IDM_… set the address of another service, or the plan does not show the address"
)

// dates adds the times of the changes outside Terraform.
func (s *search) dates() {
	for _, objects := range [][]Drifted{s.Drift, s.Accepted} {
		for i := range objects {
			change := objects[i].change
			if row := objecttype.ByTypeName(change.Type); row != nil && s.service.holds(s.plan, change.Service) {
				one, _ := identify(row, change)
				objects[i].LastModified = s.entries.at(one).record.LastModified
			}
		}
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
