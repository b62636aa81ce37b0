package drift

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// versions are the versions of the objects in the states of saved plans.
type versions struct {
	parts []plan.Part
	// private holds the private states by canonical address.
	private map[string][]byte
}

// private is the part of an object's private state with versions.
type private struct {
	version int64 // 0 when the object has none
	grants  grants.Records
}

// savedVersions returns the versions at the last apply and those after the refresh, of all parts of
// a plan.
func savedVersions(p *plan.Plan) (recorded, found versions, err error) {
	recorded = versions{p.Parts(), map[string][]byte{}}
	found = versions{p.Parts(), map[string][]byte{}}
	for _, part := range p.Parts() {
		// A plan from standard input has no file, and a joined plan has several.
		content, _ := os.ReadFile(part.File)
		was, is, err := plan.PrivateStates(content)
		if err != nil {
			return recorded, found, fmt.Errorf("%s: the state in it cannot be read: plan again: %w", part.File, err)
		}
		for address, one := range was {
			recorded.private[part.Address(address)] = one
		}
		for address, one := range is {
			found.private[part.Address(address)] = one
		}
	}
	return recorded, found, nil
}

// of returns the versions of an object. The private state of other providers has other keys, and
// gives the zero value.
func (v versions) of(address string) private {
	for _, part := range v.parts {
		if local, is := part.Local(address); is {
			address = part.Address(plan.Canonical(local))
			break
		}
	}
	var entries map[string][]byte
	if json.Unmarshal(v.private[address], &entries) != nil {
		return private{}
	}
	var p private
	p.version, _ = strconv.ParseInt(string(entries["version"]), 10, 64)
	p.grants, _ = grants.ParseRecords(entries[grants.RecordsKey])
	return p
}
