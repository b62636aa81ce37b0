package conformance_test

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// The demo tenant has an object of every type with an array in a seed, and its reader may read and
// list the objects of every type.
func TestDemo(t *testing.T) {
	var demo map[string]json.RawMessage
	if err := json.Unmarshal(sim.DemoSeed(), &demo); err != nil {
		t.Fatal(err)
	}
	var callers []struct {
		Token       string
		Permissions []string
	}
	if err := json.Unmarshal(demo["callers"], &callers); err != nil {
		t.Fatal(err)
	}
	var reader []string
	for _, caller := range callers {
		if caller.Token == "demo-reader-token" {
			reader = caller.Permissions
		}
	}
	for _, row := range objecttype.All() {
		own := (row.Class == objecttype.Object || row.Class == objecttype.Grant) && row != objecttype.EnterpriseRoleMember
		if array := row.SeedArray(); own && len(demo[array]) < len("[{}]") {
			t.Errorf("the demo tenant has no %s: %s", row.Plural, array)
		}
		for _, names := range [][]string{row.Needs[objecttype.Read], row.ListPermissions()} {
			for _, name := range names {
				if !slices.ContainsFunc(objecttype.Alternatives(name), func(one string) bool {
					return slices.Contains(reader, objecttype.Permission(one))
				}) {
					t.Errorf("the reader of the demo tenant may not read %s: %s", row.Plural, objecttype.Permission(name))
				}
			}
		}
	}
}
