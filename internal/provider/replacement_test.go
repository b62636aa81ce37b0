package provider_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// replaced creates an object, and plans its replacement in a separate run.
func replaced(t *testing.T, s *acctest.Service, resource string, config, other acctest.Values) acctest.Diagnostics {
	t.Helper()
	i := acctest.Instance{Type: resource}
	if diags := i.ApplyConcurrently(t, s.Protocol(t), config, func() {}); diags.HasError() {
		t.Fatal(diags)
	}
	p := s.Protocol(t)
	if diags := i.Refresh(t, p); diags.HasError() {
		t.Fatal(diags)
	}
	planned, diags := i.Plan(t, p, other)
	if !diags.HasError() && !planned.Replaces {
		t.Errorf("%s: %v does not replace %v", resource, other, config)
	}
	return diags
}

// with returns a copy of a configuration with another value of one attribute.
func with(config acctest.Values, name string, value any) acctest.Values {
	other := maps.Clone(config)
	other[name] = value
	return other
}

// A replacement destroys the object before the create, so a reference to a missing object is an
// error in its plan, for every type and attribute.
func TestReplacement_everyReference(t *testing.T) {
	t.Parallel()
	_, schemas := server(t)
	for resource, schema := range schemas.ResourceSchemas {
		if isCollection(resource) {
			continue
		}
		config := refusable(t)[resource][0]
		for _, attribute := range schema.Block.Attributes {
			if !refers(attribute) || attribute.Name == "ext_id" || !strings.HasSuffix(attribute.Name, "_ext_id") ||
				config[attribute.Name] == nil {
				continue
			}
			s := acctest.StartSimulator(t, quirksOf[resource]...)
			if resource != "idm_client" {
				prepareReplacement(t, s)
			}
			diags := replaced(t, s, resource, config, with(config, attribute.Name, "nowhere"))
			if !diags.HasError() || !strings.Contains(diags.String(), "No such ") ||
				!strings.Contains(diags.String(), "destroys it first") {
				t.Errorf("%s.%s: %s", resource, attribute.Name, diags)
			}
		}
	}
}

// prepareReplacement creates the objects that the configurations of refusable refer to.
func prepareReplacement(t *testing.T, s *acctest.Service) {
	t.Helper()
	for _, call := range [][2]string{
		{"/core/v1/acme/users/u-ben/profiles", `{"extId":"p"}`},
		{"/core/v1/acme/profiles/p/authorizations", `{"extId":"held","roleExtId":"crm-reader"}`},
	} {
		s.Must(t, "POST", call[0], call[1])
	}
}

// A value that another object already has is an error in the plan of a replacement, for every type.
func TestReplacement_taken(t *testing.T) {
	t.Parallel()
	for _, row := range acctest.Table(t, "testdata/replaced.hcl") {
		t.Run(row.Type+", "+row.Name, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t, quirksOf[row.Type]...)
			if row.Type != "idm_client" {
				prepareReplacement(t, s)
			}
			if row.Type == "idm_profile_authorizations" {
				s.Must(t, "DELETE", "/core/v1/acme/profiles/p/authorizations/held", "")
			}
			diags := replaced(t, s, row.Type, row.Config("config"), row.Changed("change"))
			if want := row.Text("want"); !diags.HasError() || !strings.Contains(diags.String(), want) {
				t.Errorf("not %q, but %s", want, diags)
			}
		})
	}
}

// A valid replacement is planned, also under its own external ID and name. The login of another
// user prevents it only if the configuration sets that login.
func TestReplacement_permitted(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	prepareReplacement(t, s)
	user := acctest.Values{"ext_id": "u", "login_id": "free"}
	password := with(refusable(t)["idm_password"][0], "ext_id", nil)
	for _, test := range []struct {
		resource      string
		config, other acctest.Values
		want          string
	}{
		{"idm_user", user, with(user, "is_technical_user", true), ""},
		{"idm_user", with(user, "ext_id", "v"), acctest.Values{"ext_id": "w", "login_id": "anna"}, "The login ID is taken"},
		{"idm_role", refusable(t)["idm_role"][0], with(refusable(t)["idm_role"][0], "application_ext_id", "wiki"), ""},
		{"idm_profile", refusable(t)["idm_profile"][0], with(refusable(t)["idm_profile"][0], "user_ext_id", "u-carla"), ""},
		{"idm_password", password, with(password, "password_wo_version", 2), ""},
	} {
		if test.resource == "idm_user" && test.want != "" {
			test.config = with(test.config, "login_id", "other")
		}
		diags := replaced(t, s, test.resource, test.config, test.other)
		if diags.HasError() != (test.want != "") || !strings.Contains(diags.String(), test.want) {
			t.Errorf("%s: %s", test.resource, diags)
		}
	}
}

// An object that is replaced without a change of its own, as with -replace or replace_triggered_by,
// does not conflict with its replacement, even if that gets another external ID.
func TestReplacement_itself(t *testing.T) {
	t.Parallel()
	for resource, configs := range refusable(t) {
		if resource == "idm_client" {
			continue
		}
		chosen, assigned := configs[0], maps.Clone(configs[0])
		delete(assigned, "ext_id")
		for _, config := range []acctest.Values{chosen, assigned} {
			s := acctest.StartSimulator(t)
			prepareReplacement(t, s)
			if resource == "idm_profile_authorizations" {
				s.Send(t, "DELETE", "/core/v1/acme/profiles/p/authorizations/held", "")
			}
			i := acctest.Instance{Type: resource}
			if diags := i.ApplyConcurrently(t, s.Protocol(t), config, func() {}); diags.HasError() {
				t.Fatal(diags)
			}
			p := s.Protocol(t)
			i.Refresh(t, p)
			planned, diags := i.Plan(t, p, config)
			if diags.HasError() {
				t.Fatal(diags)
			}
			if diags := i.PlanSuccessor(t, p, &planned); diags.HasError() {
				t.Errorf("%s: %s", resource, diags)
			}
		}
	}
}

// afterThePlan lists changes of the service between the plan of a replacement and its apply, for
// every type and reference.
func afterThePlan(t *testing.T) []acctest.Row {
	t.Helper()
	return acctest.Table(t, "testdata/after_the_plan.hcl")
}

// happens makes the change of the service.
func happens(t *testing.T, s *acctest.Service, row acctest.Row) {
	t.Helper()
	if another := row.Config("another"); another != nil {
		(&acctest.Instance{Type: row.Type}).Create(t, s.Protocol(t), another)
	}
	if gone := row.Text("gone"); gone != "" {
		s.Must(t, "DELETE", "/core/v1"+gone, "")
	}
}

// replaceLater plans the replacement of a row, and returns the object and its plan.
func replaceLater(t *testing.T, row acctest.Row) (s *acctest.Service, i acctest.Instance, planned acctest.Planned) {
	t.Helper()
	s = acctest.StartSimulator(t)
	for _, call := range [][2]string{
		{"/applications", `{"extId":"new-app","name":"New","displayed":true}`},
		{"/applications/wiki/roles", `{"extId":"new-role","name":"New"}`},
		{"/acme/eroles", `{"extId":"new-er","name":"New"}`}, {"/acme/users", `{"extId":"u-new"}`},
		{"/acme/users/u-ben/profiles", `{"extId":"p"}`}, {"/acme/users/u-anna/profiles", `{"extId":"p-new"}`},
	} {
		s.Must(t, "POST", "/core/v1"+call[0], call[1])
	}
	i = acctest.Instance{Type: row.Type}
	i.Create(t, s.Protocol(t), row.Config("config"))
	p := s.Protocol(t)
	i.Refresh(t, p)
	planned, diags := i.Plan(t, p, row.Changed("change"))
	if diags.HasError() || !planned.Replaces {
		t.Fatal(planned.Replaces, diags)
	}
	return s, i, planned
}

// What can no longer be read before the destroy counts as changed: the object stays, for every type.
func TestReplacement_unreadableAfterThePlan(t *testing.T) {
	t.Parallel()
	for _, row := range afterThePlan(t) {
		if row.Text("want") == "" {
			continue
		}
		t.Run(row.Type+", "+row.Name, func(t *testing.T) {
			t.Parallel()
			s, i, planned := replaceLater(t, row)
			s.SetFaults(t, sim.Fault{Kind: "status", Status: 500, Method: http.MethodGet, Path: "/core/*"})
			sent := len(s.Writes())
			diags := i.Apply(t, s.Protocol(t), planned.Destroy())
			if !strings.Contains(diags.String(), "The replacement is no longer possible") || len(s.Writes()) != sent {
				t.Error(diags, s.Writes()[sent:])
			}
		})
	}
}

// A destroy whose object cannot be read is refused where another object could have its external ID.
func TestDestroy_unreadable(t *testing.T) {
	t.Parallel()
	for _, row := range afterThePlan(t) {
		if len(objecttype.ByTypeName(row.Type).Distinctive()) == 0 {
			continue
		}
		t.Run(row.Type+", "+row.Name, func(t *testing.T) {
			t.Parallel()
			s, i, _ := replaceLater(t, row)
			p := s.Protocol(t)
			destroyed, diags := i.Plan(t, p, nil)
			if diags.HasError() {
				t.Fatal(diags)
			}
			s.SetFaults(t, sim.Fault{Kind: "status", Status: 500, Method: http.MethodGet, Path: "/core/*"})
			sent := len(s.Writes())
			if diags := i.Apply(t, p, destroyed); !strings.Contains(diags.String(), "was not destroyed") || len(s.Writes()) != sent {
				t.Error(diags, s.Writes()[sent:])
			}
		})
	}
}

// An apply checks again what the plan of a replacement has found, before it destroys: a saved plan
// can be old. The object stays, for every type and reference.
func TestReplacement_changedAfterThePlan(t *testing.T) {
	t.Parallel()
	for _, row := range afterThePlan(t) {
		t.Run(row.Type+", "+row.Name, func(t *testing.T) {
			t.Parallel()
			s, i, planned := replaceLater(t, row)
			happens(t, s, row)
			held, sent := i.Values, len(s.Writes())
			diags := i.Apply(t, s.Protocol(t), planned.Destroy())
			switch {
			case row.Text("want") == "" && !diags.HasError():
				return
			case !strings.Contains(diags.String(), row.Text("want")) ||
				!strings.Contains(diags.String(), "The replacement is no longer possible"):
				t.Error(diags)
			}
			if i.Values == nil || acctest.Equal(held, i.Values) != nil || len(s.Writes()) != sent {
				t.Error(i.Values, s.Writes()[sent:])
			}
			p := s.Protocol(t)
			if diags := i.Refresh(t, p); diags.HasError() {
				t.Error(diags)
			}
			destroyed, diags := i.Plan(t, p, nil)
			if diags = append(diags, i.Apply(t, p, destroyed)...); diags.HasError() {
				t.Error("a destroy after that: ", diags)
			}
		})
	}
}
