package drift

import (
	"encoding/json"
	"strconv"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
)

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
