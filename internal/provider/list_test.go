package provider_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// Every resource has a list resource, except a collection, which manages many objects.
func TestContract_everyResourceIsListed(t *testing.T) {
	_, schemas := server(t)
	for name := range schemas.ResourceSchemas {
		if listed := schemas.ListResourceSchemas[name] != nil; listed == isCollection(name) {
			t.Errorf("%s: listed %v", name, listed)
		}
	}
}

// A list finds created objects, each with a name, and with the identity and the resource that an
// import followed by a read returns, so that a configuration generated from it plans no changes. It
// has an error for a parent that does not exist.
func TestContract_listsAgreeWithImports(t *testing.T) {
	_, schemas := server(t)
	names := listed(t, "shown")
	for resource, configs := range refusable(t) {
		t.Run(resource, func(t *testing.T) {
			t.Parallel()
			s, p, object := made(t, resource, configs[0])
			arguments, identity := listArguments(schemas, object), object.Identity(t, p)
			listed, diags := p.List(t, resource, arguments, true, 0)
			if len(diags) > 0 {
				t.Fatal(diags)
			}
			found := find(listed, identity)
			if found == nil {
				t.Fatalf("%v is not among the %d found with %v", identity, len(listed), arguments)
			}
			if want := names[resource]; found.DisplayName != want {
				t.Errorf("its name is %q and not %q", found.DisplayName, want)
			}
			for _, one := range listed {
				imported, _, diags := s.Protocol(t).Import(t, resource, one.Identity)
				if err := acctest.Equal(imported, one.Resource); err != nil || diags.HasError() {
					t.Error(err, diags)
				}
			}
			short, diags := p.List(t, resource, arguments, false, 0)
			if len(diags) > 0 || len(short) != len(listed) || find(short, identity) == nil {
				t.Errorf("without the resources: %d of %d, %v", len(short), len(listed), diags)
			}
			if first, diags := p.List(t, resource, arguments, true, 1); len(first) != 1 || len(diags) > 0 {
				t.Errorf("limit: %d, %v", len(first), diags)
			}
			for argument := range arguments {
				// The service answers both lists alike with and without the owner.
				if resource == "idm_password" || resource == "idm_property_definition" {
					continue
				}
				of := with(arguments, argument, "none")
				if none, diags := p.List(t, resource, of, false, 0); len(none) > 0 || !strings.Contains(diags.String(), "Could not list ") {
					t.Errorf("%v: %d, %v", of, len(none), diags)
				}
			}
		})
	}
}

// listed returns a text about the object of each type in the table of samples.
func listed(t *testing.T, argument string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, row := range acctest.Table(t, "testdata/samples.hcl") {
		texts[row.Type] = row.Text(argument)
	}
	return texts
}

// Siblings are refreshed from one list, so a second refresh sends nothing. If the list is refused, it
// is not asked for again, and each object is read, as in a run without shared lists.
func TestContract_siblings(t *testing.T) {
	lists := listed(t, "siblings")
	for resource, configs := range refusable(t) {
		t.Run(resource, func(t *testing.T) {
			s, _, object := made(t, resource, configs[0])
			reads := func(batch string) []string {
				t.Setenv("IDM_BATCH_READS", batch)
				p := s.Protocol(t)
				s.ClearRequests()
				for range 2 {
					if diags := object.Refresh(t, p); diags.HasError() || object.Values == nil {
						t.Fatal(diags)
					}
				}
				return s.Reads()
			}
			list, own := "GET /core/v1/"+lists[resource], reads("false")
			if lists[resource] == "" {
				if err := acctest.Equal(own, reads("true")); err != nil {
					t.Error(err)
				}
				return
			}
			if err := acctest.Equal([]string{list}, reads("true")); err != nil {
				t.Error(err)
			}
			if own[0] == list {
				return
			}
			path, _, _ := strings.Cut(strings.TrimPrefix(list, "GET "), "?")
			s.SetFaults(t, sim.Fault{Kind: "status", Status: 403, Method: http.MethodGet, Path: path})
			if err := acctest.Equal(slices.Concat([]string{list}, own), reads("true")); err != nil {
				t.Error(err)
			}
		})
	}
}

// made creates an object of a resource on a new service.
func made(t *testing.T, resource string, config acctest.Values) (*acctest.Service, *acctest.Protocol, acctest.Instance) {
	t.Helper()
	s := acctest.Virtual(t, acctest.Quirks(quirksOf[resource]...))
	for _, one := range setting(resource) {
		s.Must(t, http.MethodPost, "/core/v1/acme/"+one[0], one[1])
	}
	if resource == "idm_unit" {
		config = maps.Clone(config)
		config["parent_unit_ext_id"] = "acme-hq"
	}
	p, object := s.Protocol(t), acctest.Instance{Type: resource}
	object.Create(t, p, config)
	return s, p, object
}

// listArguments returns the arguments that find an object: the required ones and its client.
func listArguments(schemas *tfprotov6.GetProviderSchemaResponse, of acctest.Instance) acctest.Values {
	arguments := acctest.Values{}
	for _, argument := range schemas.ListResourceSchemas[of.Type].Block.Attributes {
		if argument.Required || argument.Name == "client_ext_id" && of.Values["client_ext_id"] != nil {
			arguments[argument.Name] = of.Values[argument.Name]
		}
	}
	// A unit is listed below its parent.
	if _, below := arguments["unit_ext_id"]; below {
		arguments["unit_ext_id"] = "acme-hq"
	}
	return arguments
}

func find(listed []acctest.Listed, identity acctest.Values) *acctest.Listed {
	for i := range listed {
		if fmt.Sprint(listed[i].Identity) == fmt.Sprint(identity) {
			return &listed[i]
		}
	}
	return nil
}

// Elements of lists that are no objects of the service.
var hostileItems = map[string]string{
	"null": `null`, "a number": `7`, "a list": `[{}]`, "an empty object": `{}`, "another type of the key": `{"extId":7,"propertyId":"x"}`,
	"other types": `{"extId":"hostile","name":[1],"roleExtId":[1],"loginId":[1],"userState":{},"type":[1],"policyType":[1],"unitExtId":[1],
		"applicationExtId":[1],"enterpriseRoleExtId":[1],"version":"x","propertyId":[1],"userExtId":[1],"extid":[1]}`,
	"no path": `{"extId":"..","propertyId":-1}`, "control characters": `{"extId":"\u001b[2J\u0000","propertyId":-1}`,
}

// One hostile element of any list that a list resource reads is a warning at most, and hides none of
// the others.
func TestContract_listsGoOn(t *testing.T) {
	_, schemas := server(t)
	for resource, configs := range refusable(t) {
		t.Run(resource, func(t *testing.T) {
			t.Parallel()
			s, p, object := made(t, resource, configs[0])
			arguments := listArguments(schemas, object)
			all, diags := p.List(t, resource, arguments, true, 0)
			if len(all) == 0 || len(diags) > 0 {
				t.Fatal(len(all), diags)
			}
			for name, item := range hostileItems {
				s.SetFaults(t, sim.Fault{Kind: "extra-item", Method: http.MethodGet, Item: json.RawMessage(item)})
				listed, diags := s.Protocol(t).List(t, resource, arguments, true, 0)
				for _, one := range all {
					// An authoritative resource is never shown with a part of its elements.
					part := objecttype.ByTypeName(resource).Class == objecttype.Set &&
						strings.Contains(diags.String(), "left out of the list")
					if find(listed, one.Identity) == nil && !part {
						t.Errorf("%s hides %v: %v", name, one.Identity, diags)
					}
				}
				if diags.HasError() || strings.ContainsRune(diags.String(), '\x1b') {
					t.Errorf("%s: %v", name, diags)
				}
			}
		})
	}
}

// An error ends a list immediately, and a partial list never looks complete.
func TestContract_listsEndWithTheirErrors(t *testing.T) {
	_, schemas := server(t)
	for resource, configs := range refusable(t) {
		t.Run(resource, func(t *testing.T) {
			t.Parallel()
			s, p, object := made(t, resource, configs[0])
			arguments := listArguments(schemas, object)
			s.ClearRequests()
			if _, diags := p.List(t, resource, arguments, true, 0); len(diags) > 0 {
				t.Fatal(diags)
			}
			for _, line := range s.Reads() {
				path, _, _ := strings.Cut(strings.TrimPrefix(line, http.MethodGet+" "), "?")
				s.SetFaults(t, sim.Fault{Kind: "status", Status: 500, Method: http.MethodGet, Path: path})
				if _, diags := s.Protocol(t).List(t, resource, arguments, true, 0); !diags.HasError() ||
					!strings.Contains(diags.String(), "Could not list ") {
					t.Errorf("%s fails, and the list says %v", line, diags)
				}
			}
		})
	}
}
