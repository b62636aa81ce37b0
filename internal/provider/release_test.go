package provider_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// collection returns the quirk of the simulator that removes the operations of a type: its own
// collection, or its owner's.
func collection(name string) string {
	row := objecttype.ByTypeName(name)
	names := []string{row.Plural, row.Collection, row.Name}
	if owner := objecttype.ByName(row.Owner); owner != nil {
		names = append(names, owner.Plural)
	}
	for _, name := range names {
		if name = strings.NewReplacer(" ", "-", "_", "-").Replace(name); slices.Contains(sim.Collections(), name) {
			return name
		}
	}
	return ""
}

// seeds holds the types whose objects exist in the first releases, so that only a write shows the
// release.
var seeds = map[string]bool{"idm_user": true, "idm_profile_properties": true, "idm_client": true}

// onlyWritten holds the types whose lists exist in earlier releases, so that a plan cannot detect
// the release.
var onlyWritten = map[string]bool{"idm_user": true, "idm_profile_properties": true, "idm_client": true, "idm_device_password": true}

// lists holds the arguments of each list resource in addition to the client.
var lists = map[string]acctest.Values{
	"idm_application": {}, "idm_enterprise_role": {}, "idm_enterprise_role_members": {}, "idm_policy": {}, "idm_property_definition": {},
	"idm_terms": {},
	"idm_role":  {"application_ext_id": "crm"}, "idm_enterprise_role_member": {"enterprise_role_ext_id": "er-sales"},
	"idm_password":         {"user_ext_id": "u-anna"},
	"idm_context_password": {"user_ext_id": "u-anna"}, "idm_certificate": {"user_ext_id": "u-anna"},
	"idm_generic_credential": {"user_ext_id": "u-anna"}, "idm_kerberos_credential": {"user_ext_id": "u-anna"},
	"idm_saml_credential": {"user_ext_id": "u-anna"},
}

// releases returns the release that introduced each resource, by its type.
func releases() map[string]resourcebase.Release {
	all := map[string]resourcebase.Release{}
	for _, create := range provider.New("test")().Resources(nil) { //nolint:staticcheck // nothing is cancelled
		declared, ok := create().(interface {
			resource.Resource
			Declaration() resourcebase.Declaration
		})
		if d := declared.Declaration(); ok && d.Release.Since != "" {
			all["idm_"+d.Noun] = d.Release
		}
	}
	return all
}

// In a release without the operations of a resource, every operation reports an error that names
// the resource, the release that introduced it, and the alternative. No state is lost.
func TestRelease_resources(t *testing.T) {
	t.Parallel()
	brought := releases()
	for _, row := range objecttype.All() {
		if brought[row.TypeName()].Since != row.Since {
			t.Errorf("%s names the release %q", row.TypeName(), brought[row.TypeName()].Since)
		}
	}
	for name, release := range brought {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if collection(name) == "" {
				t.Fatal("the simulator has no release without it")
			}
			older(t, name, release)
		})
	}
}

// older runs each operation against a release without the resource.
func older(t *testing.T, name string, release resourcebase.Release) {
	s := acctest.StartSimulator(t, quirksOf[name]...)
	for _, made := range setting(name) {
		if status, response := s.Send(t, "POST", "/core/v1/acme/"+made[0], made[1]); status != 201 {
			t.Fatal(response)
		}
	}
	configs := refusable()[name]
	fresh, kept := acctest.Instance{Type: name}, acctest.Instance{Type: name}
	p := s.Protocol(t)
	created, diags := fresh.Plan(t, p, configs[0])
	if diags.HasError() {
		t.Fatal(diags)
	}
	kept.Create(t, p, configs[0])
	destroyed, _ := kept.Plan(t, p, nil)
	old := s.Another(t, append([]string{"without=" + collection(name)}, quirksOf[name]...)...).Protocol(t)
	says := func(operation string, diags acctest.Diagnostics) {
		t.Helper()
		want := "the service is too old: " + name + " requires release " + release.Since + " or later. " +
			release.Instead
		if text := diags.String(); strings.Count(text, want) != 1 || !diags.HasError() {
			t.Errorf("%s does not say that the release is too old: %q", operation, text)
		}
	}
	if _, diags := new(acctest.Instance{Type: name}).Plan(t, old, configs[0]); !onlyWritten[name] {
		says("plan", diags)
	}
	says("create", fresh.Apply(t, old, created))
	if fresh.Values != nil {
		t.Errorf("a create that was refused left %v", fresh.Values)
	}
	before := kept
	for operation, run := range map[string]func(one *acctest.Instance) acctest.Diagnostics{
		"refresh": func(one *acctest.Instance) acctest.Diagnostics { return one.Refresh(t, old) },
		"update":  func(one *acctest.Instance) acctest.Diagnostics { return update(t, p, old, one, configs[1]) },
		"destroy": func(one *acctest.Instance) acctest.Diagnostics { return one.Apply(t, old, destroyed) },
		"import": func(one *acctest.Instance) acctest.Diagnostics {
			_, _, diags := old.Import(t, name, one.Identity(t, old))
			return diags
		},
	} {
		reads := operation == "refresh" || operation == "import"
		if seeds[name] && reads || operation == "update" && configs[1] == nil {
			continue
		}
		old.NextRun(t)
		one := kept
		says(operation, run(&one))
		if err := acctest.Equal(before.Values, one.Values); err != nil {
			t.Errorf("%s: the state is another one: %s", operation, err)
		}
	}
	if parents, listed := lists[name]; listed {
		_, diags := old.List(t, name, parents, false, 0)
		says("list", diags)
	}
}

// update plans a change with a newer release, and applies it with an older one.
func update(t *testing.T, newer, older *acctest.Protocol, one *acctest.Instance, config acctest.Values) acctest.Diagnostics {
	t.Helper()
	planned, diags := one.Plan(t, newer, config)
	if diags.HasError() {
		t.Fatal(diags)
	}
	return one.Apply(t, older, planned)
}

// A data source reports the same error.
func TestRelease_dataSources(t *testing.T) {
	t.Parallel()
	for name, read := range map[string]struct {
		collection, since string
		config            acctest.Values
	}{
		"idm_application":                {"applications", "2.74.0", acctest.Values{"ext_id": "crm"}},
		"idm_applications":               {"applications", "2.71.0", acctest.Values{"all_clients": true}},
		"idm_role":                       {"roles", "2.74.0", acctest.Values{"ext_id": "crm-reader"}},
		"idm_roles":                      {"roles", "2.74.0", acctest.Values{"application_ext_id": "crm"}},
		"idm_enterprise_role":            {"enterprise-roles", "2.75.2", acctest.Values{"ext_id": "er-sales"}},
		"idm_enterprise_roles":           {"enterprise-roles", "2.75.2", acctest.Values{}},
		"idm_enterprise_role_members":    {"enterprise-roles", "2.75.2", acctest.Values{"enterprise_role_ext_id": "er-sales"}},
		"idm_enterprise_role_properties": {"enterprise-roles", "2.75.2", acctest.Values{"enterprise_role_ext_id": "er-sales"}},
		"idm_policy":                     {"policies", "2.79.0", acctest.Values{"ext_id": "policy-password"}},
		"idm_policies":                   {"policies", "2.79.0", acctest.Values{}},
		"idm_terms":                      {"terms", "2.75.1", acctest.Values{}},
		"idm_user_properties":            {"users", "2.79.0", acctest.Values{"user_ext_id": "u-anna"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := acctest.StartSimulator(t, "without="+read.collection).Protocol(t)
			_, diags := p.Read(t, name, read.config)
			if want := name + " requires release " + read.since + " or later."; !strings.Contains(diags.String(), want) {
				t.Errorf("not %s: %s", want, diags)
			}
		})
	}
}
