package provider_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// uniqueOf names the unique attributes that a row does not contain.
var uniqueOf = map[string]string{"idm_unit": "name", "idm_user": "login_id", "idm_policy": "default_policy"}

// otherKeys are other values of the last part of a key, for objects that exist.
var otherKeys = map[string]string{"ext_id": "other", "client_ext_id": "acme", "profile_ext_id": "p-anna-hq",
	"enterprise_role_ext_id": "er-sales"}

// uncheckedAttributes returns the attributes of a type that a create can be refused for: its key, its
// unique value and its references.
func uncheckedAttributes(of *objecttype.Type, schema *tfprotov6.Schema) []string {
	names := append(slices.Clone(of.Key), of.Unique.Attr, uniqueOf[of.TypeName()])
	for _, ref := range of.Refs {
		names = append(names, ref.Attr)
	}
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool {
		return !slices.ContainsFunc(schema.Block.Attributes, func(a *tfprotov6.SchemaAttribute) bool {
			return a.Name == name && (a.Required || a.Optional)
		})
	})
}

// A replacement is a warning if a part of its key, its unique value or a reference is known only
// during the apply. An update is not, and neither is a reference if the plan creates an object of its
// type without a known ID.
func TestUnchecked_everyType(t *testing.T) {
	t.Parallel()
	_, schemas := server(t)
	for resource, configs := range refusable(t) {
		t.Run(resource, func(t *testing.T) {
			t.Parallel()
			uncheckedOf(t, objecttype.ByTypeName(resource), schemas.ResourceSchemas[resource], configs[0])
		})
	}
}

func uncheckedOf(t *testing.T, of *objecttype.Type, schema *tfprotov6.Schema, config acctest.Values) {
	t.Helper()
	s := acctest.StartSimulator(t, quirksOf[of.TypeName()]...)
	if of != objecttype.Client {
		prepareReplacement(t, s)
	}
	if of == objecttype.ProfileAuthorizations {
		s.Send(t, "DELETE", "/core/v1/acme/profiles/p/authorizations/held", "")
	}
	p, i := s.Protocol(t), acctest.Instance{Type: of.TypeName()}
	if diags := i.ApplyConcurrently(t, p, config, func() {}); diags.HasError() {
		t.Fatal(diags)
	}
	for _, name := range uncheckedAttributes(of, schema) {
		other := with(config, name, any(tftypes.UnknownValue))
		p.NextRun(t)
		planned, diags := i.Plan(t, p, other)
		if warned := warnsUnchecked(diags, name); warned != planned.Replaces || diags.HasError() {
			t.Errorf("%s: replaces %t, but %s", name, planned.Replaces, diags)
		}
		last := of.Key[len(of.Key)-1]
		if key := otherKeys[last]; !planned.Replaces && key != "" {
			other = with(other, last, key)
		}
		p.NextRun(t)
		if planned, diags = i.Plan(t, p, other); !planned.Replaces || !warnsUnchecked(diags, name) {
			t.Errorf("%s: replaced: %s", name, diags)
		}
		if to := of.Ref(name); to != nil {
			p.NextRun(t)
			created := maps.Clone(refusable(t)[to.TypeName()][0])
			delete(created, "ext_id")
			if _, diags := p.Plan(t, to.TypeName(), created); diags.HasError() {
				t.Fatal(diags)
			}
			if _, diags = i.Plan(t, p, other); warnsUnchecked(diags, name) {
				t.Errorf("%s, and a new %s: %s", name, to.Name, diags)
			}
		}
	}
}

// warnsUnchecked reports whether an attribute of a replacement cannot be checked.
func warnsUnchecked(diags acctest.Diagnostics, name string) bool {
	return slices.ContainsFunc(diags, func(d *tfprotov6.Diagnostic) bool {
		return d.Summary == "Replaced before it can be checked" && d.Severity == tfprotov6.DiagnosticSeverityWarning &&
			strings.Contains(d.Detail, "during the apply: "+name+"\n")
	})
}
