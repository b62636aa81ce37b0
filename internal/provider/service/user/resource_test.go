package user_test

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// user returns the configuration of a user with some arguments.
func user(id, arguments string) string {
	return fmt.Sprintf("resource \"idm_user\" \"test\" {\n  ext_id = %q\n%s\n}\n", id, arguments)
}

func remote(s *acctest.Service, id string, check func(idm.User) error) resource.TestCheckFunc {
	return acctest.Remote(func() (idm.User, error) { return idm.UserOps.Get(context.Background(), s.API, idm.In(s.Client), id) }, check)
}

// The state shows values assigned by the service. Setting is_technical_user replaces the user;
// omitting it keeps the value.
func TestUser_assigned(t *testing.T) {
	acctest.Script(t, nil, acctest.ExtIDs)
}

// The effect of a destroy exists only in the configuration: changing it sends nothing.
func TestUser_archiveOnDestroy(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.ExtIDs)
	id := s.ID("user")
	s.Test(t,
		s.Apply(user(id, "")),
		s.Apply(user(id, `on_destroy = "archive"`), s.Sent()),
		s.Apply("", s.Sent("POST "+path(s, id)+"/archive"), remote(s, id, func(u idm.User) error {
			return acctest.Equal("archived", u.UserState)
		})),
	)
	if err := idm.UserOps.Delete(context.Background(), s.API, idm.In(s.Client), id); err != nil {
		t.Error(err)
	}
}

// The plan warns before it archives a user, which the service cannot undo, and only then.
func TestUser_archivingWarns(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	i := acctest.Instance{Type: "idm_user"}
	i.Create(t, s.Protocol(t), Values{"ext_id": "leaver", "login_id": "leaver"})
	for state, warns := range map[string]bool{"archived": true, "disabled": false, "active": false} {
		_, diags := i.Plan(t, s.Protocol(t), Values{"ext_id": "leaver", "login_id": "leaver", "user_state": state})
		if diags.HasError() || strings.Contains(diags.String(), "Archiving is permanent") != warns {
			t.Errorf("%s: %s", state, diags)
		}
	}
	for name, c := range map[string]struct {
		onDestroy, state string
		warns            bool
	}{"active": {"archive", "active", true}, "disabled": {"archive", "disabled", false}, "deleted": {"delete", "active", false}} {
		leaver := acctest.Instance{Type: "idm_user"}
		leaver.Create(t, s.Protocol(t), Values{"ext_id": name, "login_id": name, "on_destroy": c.onDestroy, "user_state": c.state})
		_, diags := leaver.Plan(t, s.Protocol(t), nil)
		if diags.HasError() || strings.Contains(diags.String(), "Archiving is permanent") != c.warns {
			t.Errorf("the destroy of %s: %s", name, diags)
		}
	}
	_, diags := (&acctest.Instance{Type: "idm_user"}).Plan(t, s.Protocol(t),
		Values{"ext_id": "born", "login_id": "born", "user_state": "archived"})
	if strings.Contains(diags.String(), "permanent") {
		t.Errorf("a new user: %s", diags)
	}
}

// A user whose destroy archives or keeps it is never replaced: neither by a new value, nor by
// -replace, nor because it is tainted.
func TestUser_archivedIsNotReplaced(t *testing.T) {
	t.Parallel()
	for onDestroy, want := range map[string]string{
		"archive": "Replacing the user would archive it permanently", "keep": "Replacing the user would keep it",
	} {
		s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
		refuses := func(diags acctest.Diagnostics) {
			t.Helper()
			if !diags.HasError() || !strings.Contains(diags.String(), want) {
				t.Error(diags)
			}
		}
		values := func(extID, onDestroy string, technical bool) Values {
			return Values{"ext_id": extID, "login_id": "leaver", "on_destroy": onDestroy, "is_technical_user": technical}
		}
		i := acctest.Instance{Type: "idm_user"}
		i.Create(t, s.Protocol(t), values("leaver", onDestroy, false))
		for _, config := range []Values{values("leaver", onDestroy, true), values("leaver", "delete", true),
			values("another", onDestroy, false)} {
			_, diags := i.Plan(t, s.Protocol(t), config)
			refuses(diags)
		}
		p := s.Protocol(t)
		if diags := i.Refresh(t, p); diags.HasError() {
			t.Fatal(diags)
		}
		_, tainted := (&acctest.Instance{Type: "idm_user"}).Plan(t, p, values("leaver", onDestroy, false))
		refuses(tainted)
		p = s.Protocol(t)
		i.Refresh(t, p)
		planned, diags := i.Plan(t, p, values("leaver", onDestroy, false))
		if diags.HasError() {
			t.Error(diags)
		}
		refuses(i.PlanSuccessor(t, p, &planned))
	}
}

// With on_destroy = "keep", a destroy sends nothing, and the user stays. So does an element that
// leaves its map.
func TestUser_kept(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	for name, object := range map[string]struct{ config, without Values }{
		"idm_user":  {Values{"ext_id": "kept", "login_id": "kept", "on_destroy": "keep"}, nil},
		"idm_users": {Values{"users": Values{"kept-too": Values{"login_id": "kept-too", "on_destroy": "keep"}}}, Values{"users": Values{}}},
	} {
		i := acctest.Instance{Type: name}
		i.Create(t, s.Protocol(t), object.config)
		s.ClearRequests()
		if diags := i.ApplyConcurrently(t, s.Protocol(t), object.without, func() {}); len(diags) > 0 || len(s.Writes()) > 0 {
			t.Errorf("%s: %q, %s", name, s.Writes(), diags)
		}
	}
	for _, extID := range []string{"kept", "kept-too"} {
		if user, err := idm.UserOps.Get(t.Context(), s.API, idm.In("acme"), extID); err != nil || user.UserState != "active" {
			t.Error(extID, user.UserState, err)
		}
	}
}

// A plan that sets on_destroy = "archive" and replaces the user is refused: the destroy follows the
// state, so it would delete the user.
func TestUser_archivedLaterIsNotReplaced(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	values := func(extID, onDestroy string) Values {
		return Values{"ext_id": extID, "login_id": "leaver", "on_destroy": onDestroy}
	}
	i := acctest.Instance{Type: "idm_user"}
	i.Create(t, s.Protocol(t), values("leaver", "delete"))
	_, replaced := i.Plan(t, s.Protocol(t), values("another", "archive"))
	p := s.Protocol(t)
	planned, diags := i.Plan(t, p, values("leaver", "archive"))
	if diags.HasError() {
		t.Error(diags)
	}
	for _, diags := range []acctest.Diagnostics{replaced, i.PlanSuccessor(t, p, &planned)} {
		if !diags.HasError() || !strings.Contains(diags.String(), "Replacing the user would delete it") {
			t.Error(diags)
		}
	}
}

// A replacement is refused if the client's policy refuses the new user.
func TestUser_refusedByPolicy(t *testing.T) {
	t.Parallel()
	complete := Values{"ext_id": "new", "on_destroy": "delete", "gender": "female", "sex": "female",
		"name": Values{"first_name": "Kim", "family_name": "Kern"}, "address": Values{"country_code": "CH"},
		"contacts": Values{"telephone": "+41 1", "mobile": "+41791112233", "email": "kim@acme.example"}}
	const all = `"validation.user.name.mandatory":"true","validation.user.firstname.mandatory":"true","validation.user.sex.mandatory":"true",` +
		`"validation.user.country.mandatory":"true","validation.user.mobile.mandatory":"true","validation.user.email.mandatory":"true",` +
		`"validation.user.phone.regex":"[+].*"`
	for name, test := range map[string]struct {
		attribute string
		value     any
		want      []string
	}{
		"complete":         {"remarks", "x", nil},
		"another gender":   {"gender", "other", []string{`gender cannot be "other"`}},
		"no name":          {"name", nil, []string{`name["first_name"] is mandatory`, `name["family_name"] is mandatory`}},
		"no sex":           {"sex", nil, []string{"sex is mandatory"}},
		"no country":       {"address", nil, []string{`address["country_code"] is mandatory`}},
		"no contacts":      {"contacts", nil, []string{`["mobile"] is mandatory`, `["email"] is mandatory`, `["telephone"] is mandatory`}},
		"unknown contacts": {"contacts", tftypes.UnknownValue, nil},
	} {
		s, i := acctest.Start(t, acctest.Simulator, acctest.ExtIDs), acctest.Instance{Type: "idm_user"}
		before := maps.Clone(complete)
		before["ext_id"] = "old"
		i.Create(t, s.Protocol(t), before)
		s.Send(t, http.MethodPatch, "/core/v1/acme/policies/policy-client", `{"parameters":{`+all+`}}`)
		p := s.Protocol(t)
		i.Refresh(t, p)
		after := maps.Clone(complete)
		after[test.attribute] = test.value
		_, diags := i.Plan(t, p, after)
		text := diags.String()
		misses := func(part string) bool { return !strings.Contains(text, part) }
		if diags.HasError() != (test.want != nil) || slices.ContainsFunc(test.want, misses) {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// An archived user keeps its external ID and its login ID, so the plan refuses both for a new user,
// without an import block. The create reports the same if the plan did not check.
func TestUser_archivedIsNotReused(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	refuses := func(diags acctest.Diagnostics) {
		t.Helper()
		text := diags.String()
		if !diags.HasError() || !strings.Contains(text, "The archived user cannot be reused") ||
			!strings.Contains(text, `another ext_id and another login_id, such as ext_id = "leaver-2"`) ||
			strings.Contains(text, "import {") {
			t.Error(text)
		}
	}
	configs := []Values{{"ext_id": "leaver", "login_id": "leaver"}, {"ext_id": "leaver"}, {"ext_id": "another", "login_id": "leaver"}}
	i := acctest.Instance{Type: "idm_user"}
	plans := make([]acctest.Planned, len(configs))
	for n, config := range configs {
		var diags acctest.Diagnostics
		if plans[n], diags = i.Plan(t, s.Protocol(t), config); diags.HasError() {
			t.Fatal(diags)
		}
	}
	made := acctest.Instance{Type: "idm_user"}
	made.Create(t, s.Protocol(t), configs[0])
	if err := s.API.ArchiveUser(t.Context(), s.Client, "leaver"); err != nil {
		t.Fatal(err)
	}
	for n, config := range configs {
		_, diags := i.Plan(t, s.Protocol(t), config)
		refuses(diags)
		refuses(i.Apply(t, s.Protocol(t), plans[n]))
	}
}

// A user has the same default of on_destroy after a create and after an import: the provider's for a
// person, delete for a technical user. The configuration overrides it, and another default of the
// provider is a change.
func TestUser_onDestroyDefault(t *testing.T) {
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	for _, people := range []string{"delete", "archive"} {
		t.Setenv("IDM_PEOPLE_ON_DESTROY", people)
		for extID, want := range map[string]string{"u-ben": people, "u-dev-bot": "delete"} {
			i, p := acctest.Instance{Type: "idm_user"}, s.Protocol(t)
			if diags := i.ImportIdentity(t, p, Values{"client_ext_id": "acme", "ext_id": extID}); diags.HasError() {
				t.Fatal(diags)
			}
			i.Refresh(t, p)
			if i.Values["on_destroy"] != want {
				t.Errorf("%s is imported with %v instead of %s", extID, i.Values["on_destroy"], want)
			}
			config := p.Configuration("idm_user", i.Values)
			for chosen, changes := range map[any]bool{nil: false, "delete": want != "delete", "archive": want != "archive"} {
				config["on_destroy"] = chosen
				p.NextRun(t)
				if planned, diags := i.Plan(t, p, config); diags.HasError() || planned.Empty == changes {
					t.Errorf("%s, chosen %v: %v, %v", extID, chosen, planned.Values, diags)
				}
			}
			other, created := acctest.Instance{Type: "idm_user"}, Values{"ext_id": people + extID}
			if extID == "u-dev-bot" {
				created["is_technical_user"] = true
			}
			if other.Create(t, p, created); other.Values["on_destroy"] != want {
				t.Errorf("%v is created with %v instead of %s", created, other.Values["on_destroy"], want)
			}
			t.Setenv("IDM_PEOPLE_ON_DESTROY", map[string]string{"delete": "archive", "archive": "delete"}[people])
			planned, diags := other.Plan(t, s.Protocol(t), created)
			if changes := extID != "u-dev-bot"; diags.HasError() || planned.Empty == changes {
				t.Errorf("another default: %v, %v", planned.Values, diags)
			}
			t.Setenv("IDM_PEOPLE_ON_DESTROY", people)
		}
	}
}

// A new key of for_each destroys a user at one address and creates one at another. When the plan
// archives the first, the second cannot have its external ID.
func TestUser_archivedAtAnotherAddress(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	old := acctest.Instance{Type: "idm_user"}
	old.Create(t, s.Protocol(t), Values{"ext_id": "leaver", "login_id": "leaver", "on_destroy": "archive"})
	anew := Values{"ext_id": "leaver", "login_id": "leaver", "on_destroy": "archive"}
	for refusal, configs := range map[string][]Values{
		"The external ID is taken": {nil, anew}, "Replacing the user would archive it permanently": {anew, nil},
	} {
		p, all := s.Protocol(t), acctest.Diagnostics{}
		old.Refresh(t, p)
		for _, config := range configs {
			i := acctest.Instance{Type: "idm_user"}
			if config == nil {
				i = old
			}
			_, diags := i.Plan(t, p, config)
			all = append(all, diags...)
		}
		if !all.HasError() || !strings.Contains(all.String(), refusal) {
			t.Errorf("without %q: %s", refusal, all)
		}
	}
	_, diags := old.Plan(t, s.Protocol(t), nil)
	if diags.HasError() {
		t.Error(diags)
	}
}

// A user whose destroy deletes it is replaced by another with its login ID.
func TestUser_replaced(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	i, values := acctest.Instance{Type: "idm_user"}, Values{"ext_id": "first", "login_id": "person"}
	i.Create(t, s.Protocol(t), values)
	values["ext_id"] = "second"
	planned, diags := i.Plan(t, s.Protocol(t), values)
	if !planned.Replaces || diags.HasError() || len(diags) != 1 || diags[0].Summary != "More is deleted than the plan shows" ||
		!strings.Contains(diags[0].Detail, "under another ID") {
		t.Error(planned.Replaces, diags)
	}
}

// If the service refuses to delete a user, the error lists its profiles and credentials.
func TestUser_refusedDelete(t *testing.T) {
	t.Setenv("IDM_PEOPLE_ON_DESTROY", "archive")
	s := acctest.StartSimulator(t)
	for id, want := range map[string][]string{
		"u-anna":    {"Could not archive user", "These depend on the user", `profile "p-anna-hq"`, `credential "cred-anna-password"`},
		"u-ben":     {"Could not archive user"},
		"u-dev-bot": {"Could not delete user"},
	} {
		refused := sim.Fault{Kind: "status", Code: "errors.undeletedDependencies", Method: http.MethodDelete, Path: "*/users/*"}
		archiving := refused
		archiving.Method, archiving.Path = http.MethodPost, "*/archive"
		if err := s.Sim.SetFaults(refused, archiving); err != nil {
			t.Fatal(err)
		}
		_, diags := s.Protocol(t).Change(t, "idm_user", acctest.Values{"client_ext_id": "acme", "ext_id": id}, nil)
		for _, text := range want {
			if !diags.HasError() || !strings.Contains(diags.String(), text) {
				t.Errorf("%s: no %q in %s", id, text, diags)
			}
		}
	}
}

func TestUser_refusedValues(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

// The first releases can clear these values of a user, but not the number of a post office box.
func TestUser_clears(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.Clearing, acctest.FirstReleases, acctest.ExtIDs)
}

// The plan reports the additional permissions that a user requires.
func TestUser_permissions(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	for _, test := range []struct {
		config Values
		want   string
	}{
		{Values{}, "UserCreate"},
		{Values{"login_id": "robot", "is_technical_user": true}, "UserCreate LoginIdOverride UserCreateTechUser"},
	} {
		_, diags := s.ProtocolAs(t, "demo-reader-token").Plan(t, "idm_user", test.config)
		if got := missing(diags); got != test.want {
			t.Errorf("%v: %s", test.config, got)
		}
	}
	for onDestroy, want := range map[string]string{"delete": "UserDelete", "archive": "UserArchive UserArchiveTechUser", "keep": ""} {
		i := acctest.Instance{Type: "idm_user"}
		i.Create(t, s.Protocol(t), Values{"on_destroy": onDestroy})
		_, diags := i.Plan(t, s.ProtocolAs(t, "demo-reader-token"), nil)
		if got := missing(diags); got != want {
			t.Errorf("%s: %s", onDestroy, got)
		}
	}
}

// Values is a configuration.
type Values = acctest.Values

func missing(diags acctest.Diagnostics) string {
	var names []string
	for _, d := range diags {
		if name, ok := strings.CutPrefix(d.Summary, "Missing permission AccessControl."); ok {
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}

func TestUserList(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	listed, diags := p.List(t, "idm_user", Values{}, true, 2)
	if len(listed) != 2 || len(diags) > 0 {
		t.Fatal(listed, diags)
	}
	anna := listed[0]
	if anna.DisplayName != "anna" || anna.Identity["ext_id"] != "u-anna" || anna.Resource["id"] != "acme/u-anna" ||
		anna.Resource["birth_date"] != "1988-03-21" {
		t.Errorf("%v", anna)
	}
	listed, diags = p.List(t, "idm_user", Values{"user_state": "disabled"}, false, 0)
	if len(listed) != 1 || listed[0].DisplayName != "carla" || len(diags) > 0 {
		t.Error(listed, diags)
	}
	_, diags = p.List(t, "idm_user", Values{"client_ext_id": "none"}, false, 0)
	if !strings.Contains(diags.String(), "Could not list user") {
		t.Error(diags)
	}
}

// A few users are read one by one, many from the list of their client.
func TestUser_manyShareAList(t *testing.T) {
	t.Setenv("IDM_BATCH_READS", "true")
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	p := s.Protocol(t)
	users := make([]*acctest.Instance, 40)
	for n := range users {
		users[n] = &acctest.Instance{Type: "idm_user"}
		users[n].Create(t, p, Values{"ext_id": fmt.Sprintf("u-%02d", n)})
	}
	s.ClearRequests()
	p = s.Protocol(t)
	for n, user := range users {
		if diags := user.Refresh(t, p); diags.HasError() || user.Values["ext_id"] != fmt.Sprintf("u-%02d", n) {
			t.Fatal(user.Values, diags)
		}
	}
	reads := s.Reads()
	if len(reads) != 21 || reads[19] != "GET /core/v1/acme/users/u-19" || reads[20] != "GET /core/v1/clients/acme/users" {
		t.Error(reads)
	}
}
