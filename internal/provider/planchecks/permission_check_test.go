package planchecks

import (
	"maps"
	"slices"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

func TestPlanned_operations(t *testing.T) {
	kept := object{"client_ext_id": "acme", "ext_id": "u-1", "name": "One", "parent_unit_ext_id": "root"}
	with := func(changes object) object {
		changed := object{}
		for _, from := range []object{kept, changes} {
			maps.Copy(changed, from)
		}
		return changed
	}
	run, _ := start(t, nil)
	for name, test := range map[string]struct {
		state, plan object
		want        []objecttype.Operation
	}{
		"create":      {nil, kept, []objecttype.Operation{objecttype.Create, objecttype.Read}},
		"create root": {nil, object{"ext_id": "u-1"}, []objecttype.Operation{objecttype.CreateRoot, objecttype.Read}},
		"unchanged":   {kept, kept, nil},
		"update":      {kept, with(object{"name": "Two"}), []objecttype.Operation{objecttype.Read, objecttype.Update}},
		"move":        {kept, with(object{"parent_unit_ext_id": "other"}), []objecttype.Operation{objecttype.Read, objecttype.Move}},
		"move to root": {kept, with(object{"parent_unit_ext_id": types.StringNull()}),
			[]objecttype.Operation{objecttype.Read, objecttype.MoveToRoot}},
		"replace": {kept, with(object{"ext_id": "u-2"}), []objecttype.Operation{objecttype.Delete}},
		"destroy": {kept, nil, []objecttype.Operation{objecttype.Delete}},
	} {
		p, _ := modify(t, run, units(), test.state, test.plan)
		if got := p.operations; !slices.Equal(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

func TestPlanned_checkPermissions(t *testing.T) {
	run, s := start(t, map[string]string{permissionsPath: `{"elementaryPermissions": ["AccessControl.RoleView"]}`})
	for _, want := range [][]string{
		{"Warning: Missing permission AccessControl.ApplicationView", "Warning: Missing permission AccessControl.RoleCreate"}, nil,
	} {
		p, diags := modify(t, run, roles(), nil, object{"ext_id": "r"})
		p.checkPermissions()
		if got := summaries(*diags); !slices.Equal(got, want) {
			t.Errorf("warnings %q, want %q", got, want)
		}
	}
	if n := s.requests(permissionsPath); n != 1 {
		t.Errorf("%d requests for permissions, want 1", n)
	}
}
