package provider_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// unchecked holds the attributes that name another object but are not looked up, with the reason.
var unchecked = map[string]string{
	"idm_authorization_properties.authorization_ext_id": "the read of its profile tells most of it, and no list names near ones",
}

// namedBy maps an attribute to the kind of objects that its keys name.
var namedBy = map[string]string{"authorizations": "role", "enterprise_authorizations": "enterprise role"}

// The plan of every resource looks up every attribute that names another object, and reports a
// missing object at the attribute.
func TestReferenceCheck_everyReference(t *testing.T) {
	t.Parallel()
	_, schemas := server(t)
	s := acctest.StartSimulator(t)
	s.Must(t, "POST", "/core/v1/acme/users/u-ben/profiles", `{"extId":"p"}`)
	for resource, schema := range schemas.ResourceSchemas {
		for _, attribute := range schema.Block.Attributes {
			name := resource + "." + attribute.Name
			if !refers(attribute) || unchecked[name] != "" || isCollection(resource) {
				continue
			}
			config := maps.Clone(refusable(t)[resource][0])
			if config == nil {
				t.Errorf("%s has no configuration", name)
				continue
			}
			switch {
			case strings.HasSuffix(attribute.Name, "_ext_ids"):
				config[attribute.Name] = []any{"nowhere"}
			case namedBy[attribute.Name] != "":
				config[attribute.Name] = acctest.Values{"nowhere": acctest.Values{}}
			default:
				config[attribute.Name] = "nowhere"
			}
			_, diags := s.Protocol(t).Plan(t, resource, config)
			if !slices.ContainsFunc(diags, func(d *tfprotov6.Diagnostic) bool {
				return strings.HasPrefix(d.Summary, "No such ") && strings.Contains(d.Attribute.String(), attribute.Name)
			}) {
				t.Errorf("%s is not looked up: %s", name, diags)
			}
		}
	}
}

// refers reports whether an attribute names another object, except the client, which the preflight
// looks up.
func refers(attribute *tfprotov6.SchemaAttribute) bool {
	if attribute.Name == "client_ext_id" || attribute.Computed && !attribute.Optional {
		return false
	}
	return strings.HasSuffix(attribute.Name, "_ext_id") || strings.HasSuffix(attribute.Name, "_ext_ids") || namedBy[attribute.Name] != ""
}

// The plan reports a value that another object has, with an import block for that object.
func TestReferenceCheck_taken(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "later-releases")
	checked := map[string]bool{}
	for _, row := range acctest.Table(t, "testdata/taken.hcl") {
		at, held, summary := row.Text("at"), row.Text("held"), "The external ID is taken"
		if at != "ext_id" {
			summary = "The " + strings.ReplaceAll(strings.TrimSuffix(at, "_ext_id"), "_", " ") + " is taken"
		}
		checked[row.Type+"."+at] = true
		_, diags := s.Protocol(t).Plan(t, row.Type, row.Config("config"))
		if len(diags) != 1 || diags[0].Summary != summary || !strings.Contains(diags[0].Attribute.String(), `"`+at+`"`) ||
			!strings.Contains(diags[0].Detail, `id = "`+held+`"`) {
			t.Errorf("%s %v: not %s by %s, but %s", row.Type, row.Config("config"), summary, held, diags)
		}
	}
	for _, row := range objecttype.All() {
		name := row.TypeName() + "." + row.Unique.Attr
		if row.Unique.Attr != "" && row.Class != objecttype.Credential && !checked[name] {
			t.Errorf("no plan takes the %s of another object: set Inspect of the resource", name)
		}
	}
}
