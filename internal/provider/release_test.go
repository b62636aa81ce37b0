package provider_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
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

// readBefore holds the lists and data sources of other types whose operations exist in earlier
// releases.
var readBefore = map[string]bool{"list of idm_user_properties": true, "idm_property_definitions": true}

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
		if isCollection(name) {
			continue // Its objects are those of another resource.
		}
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
		s.Must(t, "POST", "/core/v1/acme/"+made[0], made[1])
	}
	configs := refusable(t)[name]
	fresh, kept := acctest.Instance{Type: name}, acctest.Instance{Type: name}
	p := s.Protocol(t)
	created, diags := fresh.Plan(t, p, configs[0])
	if diags.HasError() {
		t.Fatal(diags)
	}
	p.NextRun(t)
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
	if !onlyWritten[name] && !readBefore["list of "+name] {
		_, schemas := server(t)
		_, diags := old.List(t, name, listArguments(schemas, kept), false, 0)
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

// A data source of an object or of a list of them reports the same error.
func TestRelease_dataSources(t *testing.T) {
	t.Parallel()
	_, schemas := server(t)
	for _, row := range objecttype.All() {
		for _, name := range slices.Compact([]string{row.TypeName(), "idm_" + strings.ReplaceAll(row.Plural, " ", "_")}) {
			schema := schemas.DataSourceSchemas[name]
			if schema == nil || row.Since == "" || onlyWritten[row.TypeName()] || readBefore[name] {
				continue
			}
			config, since := acctest.Values{}, row.Since
			for _, argument := range schema.Block.Attributes {
				if argument.Required {
					config[argument.Name] = "x"
				}
			}
			if name == "idm_applications" { // lists the applications of a client by default
				config["all_clients"], since = true, "2.71.0"
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				_, diags := acctest.StartSimulator(t, "without="+collection(row.TypeName())).Protocol(t).Read(t, name, config)
				if want := name + " requires release " + since + " or later."; !strings.Contains(diags.String(), want) {
					t.Errorf("not %s: %s", want, diags)
				}
			})
		}
	}
}
