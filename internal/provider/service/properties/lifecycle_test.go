package properties_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// owner is an object with properties that is not managed here.
type owner struct {
	s *acctest.Service
	// kind is the type of the resource and of the data source, id the import ID.
	kind, id string
	// key holds the arguments that identify the object.
	key acctest.Values
	// path is the path of its properties.
	path string
	// first and second are two properties that it may have; first accepts the values one and two.
	first, second, one, two string
	// itself imports the resource of the object, which has an optional string or flag named change.
	itself acctest.Instance
	change string
}

// owners create an object of each kind in a service.
var owners = map[string]func(testing.TB, *acctest.Service) owner{
	"unit": func(t testing.TB, s *acctest.Service) owner {
		t.Helper()
		return newUnit(t, s, "unit")
	},
	"authorization": newAuthorization,
	"profile": func(t testing.TB, s *acctest.Service) owner {
		t.Helper()
		return demoOwner(t, s, "profile", "p-anna-hq", "profiles", "badge", "remarks")
	},
	"user": func(t testing.TB, s *acctest.Service) owner {
		t.Helper()
		return demoOwner(t, s, "user", "u-ben", "users", "employeeNumber", "remarks")
	},
	"enterprise role": func(t testing.TB, s *acctest.Service) owner {
		t.Helper()
		return demoOwner(t, s, "enterprise_role", "er-sales", "eroles", "tier", "description")
	},
}

// each runs a subtest for each kind of owner, with a separate service.
func each(t *testing.T, run func(*testing.T, owner), needs ...acctest.Need) {
	t.Helper()
	for name, create := range owners {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			run(t, create(t, acctest.Start(t, append(slices.Clone(needs), acctest.Simulator, acctest.ExtIDs)...)))
		})
	}
}

// newUnit creates a unit.
func newUnit(t testing.TB, s *acctest.Service, name string) owner {
	t.Helper()
	profileless := false
	extID, err := idm.UnitWrites.Create(context.Background(), s.API, idm.In(s.Client), idm.UnitInput{ExtID: idm.Set(s.ID(name)),
		Profileless: idm.Set(profileless)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		// A test may have deleted it already.
		_ = idm.UnitOps.Delete(context.Background(), s.API, idm.In(s.Client), extID)
	})
	return owner{
		s: s, kind: "idm_unit_properties", id: s.Client + "/" + extID, key: acctest.Values{"unit_ext_id": extID},
		path:  fmt.Sprintf("/core/v1/%s/units/%s/properties/", s.Client, extID),
		first: s.UnitProperty, second: s.OtherUnitProperty, one: "1", two: "2",
		itself: acctest.Instance{Type: "idm_unit"}, change: "description",
	}
}

// newAuthorization creates an authorization of a new profile.
func newAuthorization(t testing.TB, s *acctest.Service) owner {
	t.Helper()
	ctx := context.Background()
	profile, err := idm.ProfileWrites.Create(ctx, s.API, idm.Under(s.Client, s.User), idm.ProfileInput{ExtID: idm.Set(s.ID("profile"))})
	if err != nil {
		t.Fatal(err)
	}
	extID, err := idm.AuthorizationWrites.Create(ctx, s.API, idm.Under(s.Client, profile),
		idm.AuthorizationInput{RoleExtID: idm.Set(s.Role)})
	if err != nil {
		t.Fatal(err)
	}
	return owner{
		s: s, kind: "idm_authorization_properties", id: s.Client + "/" + profile + "/" + extID,
		key:   acctest.Values{"profile_ext_id": profile, "authorization_ext_id": extID},
		path:  fmt.Sprintf("/core/v1/%s/profiles/%s/authorizations/%s/properties", s.Client, profile, extID),
		first: "region", second: "limit", one: "EMEA", two: "APAC",
		itself: acctest.Instance{Type: "idm_authorization"}, change: "client_global",
	}
}

// demoOwner returns an object of the demo tenant without properties, and a second property for its
// kind.
func demoOwner(t testing.TB, s *acctest.Service, kind, extID, collection, first, change string) owner {
	t.Helper()
	body := fmt.Sprintf(`{"name":"other","type":"STRING","scope":"%s_GLOBAL","clientExtId":"acme"}`, strings.ToUpper(kind))
	if status, response := s.Send(t, http.MethodPost, "/core/v1/properties", body); status != http.StatusCreated {
		t.Fatal(status, response)
	}
	o := owner{
		s: s, kind: "idm_" + kind + "_properties", id: "acme/" + extID, key: acctest.Values{kind + "_ext_id": extID},
		path:  fmt.Sprintf("/core/v1/acme/%s/%s/properties", collection, extID),
		first: first, second: "other", one: "1", two: "2",
		itself: acctest.Instance{Type: "idm_" + kind}, change: change,
	}
	o.set(t, map[string]string{first: ""})()
	return o
}

// address returns the address of the resource in a configuration.
func (o owner) address() string { return o.kind + ".test" }

// arguments returns the arguments of the resource, with additional ones.
func (o owner) arguments(more acctest.Values) acctest.Values {
	all := maps.Clone(o.key)
	maps.Copy(all, more)
	return all
}

// plain and sensitive return the arguments of a configuration with values in one of the two maps.
func (o owner) plain(values acctest.Values) acctest.Values {
	return o.arguments(acctest.Values{"properties": values})
}

func (o owner) sensitive(values acctest.Values) acctest.Values {
	return o.arguments(acctest.Values{"sensitive_properties": values})
}

func (o owner) config(arguments acctest.Values) string { return acctest.HCL(o.kind, "test", arguments) }

func (o owner) instance() acctest.Instance { return acctest.Instance{Type: o.kind} }

// set changes properties outside of Terraform.
func (o owner) set(t testing.TB, values map[string]string) func() {
	return func() {
		t.Helper()
		body, err := json.Marshal(values)
		if err != nil {
			t.Fatal(err)
		}
		if status, response := o.s.Send(t, http.MethodPatch, o.path, string(body)); status != http.StatusOK {
			t.Fatal(response)
		}
	}
}

// fix makes every definition of a property read-only.
func (o owner) fix(t testing.TB, name string) {
	t.Helper()
	for definition, err := range idm.PropertyDefinitionOps.List(t.Context(), o.s.API, idm.Place{}) {
		if err != nil {
			t.Fatal(err)
		}
		if definition.Name != name {
			continue
		}
		patch := idm.PropertyDefinitionInput{AccessModify: idm.Set("READ_ONLY")}
		at, id := idm.In(definition.ClientExtID), idm.ExtID(definition)
		if _, err := idm.PropertyDefinitionWrites.Update(t.Context(), o.s.API, at, id, 0, patch); err != nil {
			t.Fatal(err)
		}
	}
}

// patch returns the log line of a PATCH with some values.
func (o owner) patch(values map[string]string) string {
	body, _ := json.Marshal(values)
	return "PATCH " + o.path + " " + string(body)
}

// remote checks all property values of the object.
func (o owner) remote(t testing.TB, want map[string]string) resource.TestCheckFunc {
	return func(*terraform.State) error {
		_, response := o.s.Send(t, http.MethodGet, o.path, "")
		got := map[string]any{}
		if err := json.Unmarshal([]byte(response), &got); err != nil {
			return err
		}
		delete(got, "_classifications")
		return acctest.Equal(fmt.Sprint(want), fmt.Sprint(got))
	}
}

// must fails the test if a check returns an error.
func must(t testing.TB, check resource.TestCheckFunc) {
	t.Helper()
	if err := check(nil); err != nil {
		t.Error(err)
	}
}
