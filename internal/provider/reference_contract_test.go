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
	if status, response := s.Send(t, "POST", "/core/v1/acme/users/u-ben/profiles", `{"extId":"p"}`); status != 201 {
		t.Fatal(response)
	}
	for resource, schema := range schemas.ResourceSchemas {
		for _, attribute := range schema.Block.Attributes {
			name := resource + "." + attribute.Name
			if !refers(attribute) || unchecked[name] != "" || isCollection(resource) {
				continue
			}
			config := maps.Clone(refusable()[resource][0])
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
	for _, test := range []struct {
		resource          string
		config            acctest.Values
		summary, at, held string
	}{
		{"idm_unit", acctest.Values{"ext_id": "acme-it", "profileless": true}, "The external ID is taken", "ext_id", "acme/acme-it"},
		{"idm_unit", acctest.Values{"ext_id": "acme-hq", "profileless": true, "parent_unit_ext_id": "acme-it"},
			"The external ID is taken", "ext_id", "acme/acme-hq"},
		{"idm_profile", acctest.Values{"ext_id": "p-anna-hq", "user_ext_id": "u-ben"}, "The external ID is taken", "ext_id",
			"acme/p-anna-hq"},
		{"idm_user", acctest.Values{"ext_id": "u-ben"}, "The external ID is taken", "ext_id", "acme/u-ben"},
		{"idm_application", acctest.Values{"ext_id": "crm", "name": "X", "displayed": true}, "The external ID is taken", "ext_id", "crm"},
		{"idm_application", acctest.Values{"ext_id": "x", "name": "CRM", "displayed": true}, "The name is taken", "name", "crm"},
		{"idm_role", acctest.Values{"ext_id": "crm-reader", "name": "X", "application_ext_id": "crm"}, "The external ID is taken", "ext_id",
			"crm-reader"},
		{"idm_role", acctest.Values{"ext_id": "crm-reader", "name": "X", "application_ext_id": "wiki"}, "The external ID is taken",
			"ext_id",
			"crm-reader"},
		{"idm_role", acctest.Values{"name": "reader", "application_ext_id": "crm"}, "The name is taken", "name", "crm-reader"},
		{"idm_enterprise_role", acctest.Values{"ext_id": "er-sales", "name": "X"}, "The external ID is taken", "ext_id", "acme/er-sales"},
		{"idm_enterprise_role", acctest.Values{"name": "Sales"}, "The name is taken", "name", "acme/er-sales"},
		{"idm_policy", acctest.Values{"ext_id": "policy-password", "policy_type": "PwdPolicy"}, "The external ID is taken", "ext_id",
			"acme/policy-password"},
		{"idm_client", acctest.Values{"ext_id": "globex", "name": "X"}, "The external ID is taken", "ext_id", "globex"},
		{"idm_client", acctest.Values{"ext_id": "x", "name": "Globex"}, "The name is taken", "name", "globex"},
		{"idm_authorization", acctest.Values{"profile_ext_id": "p-anna-hq", "role_ext_id": "crm-reader"}, "The role is taken",
			"role_ext_id",
			"acme/p-anna-hq/a-anna-crm"},
		{"idm_enterprise_authorization", acctest.Values{"profile_ext_id": "p-anna-hq", "enterprise_role_ext_id": "er-sales"},
			"The enterprise role is taken", "enterprise_role_ext_id", "acme/p-anna-hq/ea-anna-sales"},
	} {
		checked[test.resource+"."+test.at] = true
		_, diags := s.Protocol(t).Plan(t, test.resource, test.config)
		if len(diags) != 1 || diags[0].Summary != test.summary || !strings.Contains(diags[0].Attribute.String(), `"`+test.at+`"`) ||
			!strings.Contains(diags[0].Detail, `id = "`+test.held+`"`) {
			t.Errorf("%s %v: not %s by %s, but %s", test.resource, test.config, test.summary, test.held, diags)
		}
	}
	for _, row := range objecttype.All() {
		name := row.TypeName() + "." + row.Unique.Attr
		if row.Unique.Attr != "" && row.Class != objecttype.Credential && !checked[name] {
			t.Errorf("no plan takes the %s of another object: set Inspect of the resource", name)
		}
	}
}
