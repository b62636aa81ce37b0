package profileauthorizations_test

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/plancheck"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const address = "idm_profile_authorizations.test"

// config returns the authorizations of the profile, one per line.
func config(s *acctest.Service, grants ...string) string {
	return fmt.Sprintf("resource \"idm_profile_authorizations\" \"test\" {\n  profile_ext_id = %q\n  authorizations = {\n    %s\n  }\n}\n",
		s.ID("profile"), strings.Join(grants, "\n    "))
}

// start creates the profile outside of Terraform.
func start(t *testing.T, needs ...acctest.Need) *acctest.Service {
	t.Helper()
	s := acctest.Start(t, append(needs, acctest.Simulator, acctest.ExtIDs)...)
	if _, err := idm.ProfileWrites.Create(context.Background(), s.API, idm.Under(s.Client, s.User),
		idm.ProfileInput{ExtID: idm.Set(s.ID("profile"))}); err != nil {
		t.Fatal(err)
	}
	return s
}

// grant grants a role manually.
func grant(t *testing.T, s *acctest.Service, body idm.AuthorizationInput) {
	t.Helper()
	role, _ := body.RoleExtID.Value()
	body.ExtID = idm.Set(s.ID(role))
	if _, err := idm.AuthorizationWrites.Create(context.Background(), s.API, idm.Under(s.Client, s.ID("profile")), body); err != nil {
		t.Error(err)
	}
}

// found returns the authorizations in the service by their roles.
func found(s *acctest.Service) (map[string]idm.Authorization, error) {
	byRole := map[string]idm.Authorization{}
	for a, err := range idm.AuthorizationOps.List(context.Background(), s.API, idm.Under(s.Client, s.ID("profile"))) {
		if err != nil {
			return nil, err
		}
		byRole[a.RoleExtID] = a
	}
	return byRole, nil
}

// roles checks which roles the profile has.
func roles(s *acctest.Service, want ...string) resource.TestCheckFunc {
	return acctest.Remote(func() (map[string]idm.Authorization, error) { return found(s) },
		func(byRole map[string]idm.Authorization) error {
			got := []string{}
			for role := range byRole {
				got = append(got, role)
			}
			slices.Sort(got)
			return acctest.Equal(append([]string{}, want...), got)
		})
}

var (
	ownID = regexp.MustCompile(`"extId":"[^"]*",?`)
	oneID = regexp.MustCompile(`/authorizations/[^ ]+`)
)

// writes returns the requests that change something, in order: method and body, without the
// external IDs, which the provider chooses.
func writes(s *acctest.Service) []string {
	list := fmt.Sprintf(" /core/v1/%s/profiles/%s", s.Client, s.ID("profile"))
	lines := []string{}
	for _, line := range s.Writes() {
		line = oneID.ReplaceAllString(ownID.ReplaceAllString(line, ""), "")
		lines = append(lines, strings.Replace(strings.ReplaceAll(line, list+"/authorizations/", ""), list, "", 1))
	}
	return lines
}

// sent checks writes.
func sent(s *acctest.Service, want ...string) resource.TestCheckFunc {
	return func(*terraform.State) error { return acctest.Equal(append([]string{}, want...), writes(s)) }
}

// create returns the body that grants a role with some open global data rooms, such as unitGlobal.
func create(role string, open ...string) string {
	body := fmt.Sprintf(`{"appGlobal":false,"clientGlobal":false,"enterpriseRoleGlobal":false,"roleExtId":%q,"unitGlobal":false}`, role)
	for _, room := range open {
		body = strings.Replace(body, room+`":false`, room+`":true`, 1)
	}
	return body
}

// TestProfileAuthorizations_basic does not need the simulator.
func TestProfileAuthorizations_basic(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t)
	config := func(grants string) string {
		return fmt.Sprintf("resource \"idm_profile\" \"test\" {\n  user_ext_id = %q\n}\nresource \"idm_profile_authorizations\" "+
			"\"test\" {\n"+
			"  profile_ext_id = idm_profile.test.ext_id\n  authorizations = { %s }\n}\n", s.User, grants)
	}
	reader := "authorizations." + s.Role + "."
	steps := []resource.TestStep{
		s.Apply(config(fmt.Sprintf("%q = { unit_global = true }", s.Role)),
			resource.TestCheckResourceAttrPair(address, "profile_ext_id", "idm_profile.test", "ext_id"),
			resource.TestCheckResourceAttrPair(address, "id", "idm_profile.test", "id"),
			resource.TestCheckResourceAttr(address, reader+"unit_global", "true"),
			resource.TestCheckNoResourceAttr(address, reader+"client_global"),
			resource.TestCheckNoResourceAttr(address, reader+"validity.%")),
		s.Apply(config(fmt.Sprintf("%q = { unit_global = false }, %q = {}", s.Role, s.OtherRole)),
			resource.TestCheckResourceAttr(address, "authorizations.%", "2")),
		s.Apply(config(fmt.Sprintf("%q = {}", s.OtherRole)), resource.TestCheckResourceAttr(address, "authorizations.%", "1")),
	}
	s.TestCLI(t, append(steps, acctest.Import(address)...)...)
}

var allOpen = acctest.Values{
	"client_global": true, "unit_global": true, "app_global": true, "enterprise_role_global": true,
	"validity": acctest.Values{"from": "2026-01-01T00:00:00Z", "to": "2030-01-01T00:00:00Z"},
}

func TestProfileAuthorizations_changes(t *testing.T) {
	t.Parallel()
	type grants = acctest.Values
	c := acctest.Transitions{
		Type:   "idm_profile_authorizations",
		Start:  func(t *testing.T) *acctest.Service { return start(t, acctest.AuthorizationExtIDs) },
		Config: func(s *acctest.Service, declared any) acctest.Values { return wanted(s, declared.(grants)) },
		Writes: writes,
	}
	none, reader := grants{}, grants{"crm-reader": grants{}}
	open := grants{"crm-reader": allOpen}
	c.Run(t, "nothing is granted", nil, none)
	c.Run(t, "created with two", nil, grants{"wiki-editor": grants{"unit_global": true}, "crm-reader": grants{}},
		"POST "+create("crm-reader"), "POST "+create("wiki-editor", "unitGlobal"))
	c.Run(t, "one more", reader, grants{"crm-reader": grants{}, "wiki-editor": grants{}}, "POST "+create("wiki-editor"))
	c.Run(t, "all is opened", reader, open, `PATCH {"appGlobal":true,"clientGlobal":true,"enterpriseRoleGlobal":true,"unitGlobal":true,`+
		`"validity":{"from":"2026-01-01T00:00:00Z","to":"2030-01-01T00:00:00Z"},"version":1}`)
	c.Run(t, "one data room is omitted", open, grants{"crm-reader": without(allOpen, "app_global")},
		`PATCH {"appGlobal":false,"version":1}`)
	c.Run(t, "one data room is false", open, grants{"crm-reader": with(allOpen, "app_global", false)},
		`PATCH {"appGlobal":false,"version":1}`)
	c.Run(t, "another spelling of the validity", open, grants{"crm-reader": with(allOpen, "validity",
		grants{"from": "2026-01-01T01:00:00+01:00", "to": "2030-01-01T00:00:00Z"})})
	c.Run(t, "one less", grants{"crm-reader": grants{}, "wiki-editor": grants{}}, reader, "DELETE")
	c.Run(t, "one for another", reader, grants{"crm-admin": grants{}}, "DELETE", "POST "+create("crm-admin"))
	c.Run(t, "all are revoked", open, none, "DELETE")
	c.Run(t, "destroyed", grants{"crm-reader": grants{}, "wiki-editor": grants{}}, nil, "DELETE", "DELETE")
}

// with returns a copy of a grant with another value of an attribute.
func with(grant acctest.Values, name string, value any) acctest.Values {
	grant = maps.Clone(grant)
	grant[name] = value
	return grant
}

// without returns a copy of a grant without an attribute.
func without(grant acctest.Values, name string) acctest.Values {
	grant = maps.Clone(grant)
	delete(grant, name)
	return grant
}

func TestProfileAuthorizations_drift(t *testing.T) {
	t.Parallel()
	s := start(t, acctest.AuthorizationExtIDs)
	ctx := context.Background()
	written := config(s, "crm-reader = { unit_global = false }", "wiki-editor = {}")
	yes, must := true, func(err error) {
		if err != nil {
			t.Error(err)
		}
	}
	extID := func(role string) string {
		byRole, err := found(s)
		must(err)
		return byRole[role].ExtID
	}
	byHand := func() {
		grant(t, s, idm.AuthorizationInput{RoleExtID: idm.Set("crm-admin"), ClientGlobal: idm.Set(yes)})
		_, err := idm.AuthorizationWrites.Update(ctx, s.API, idm.Under(s.Client, s.ID("profile")), extID("crm-reader"), 0,
			idm.AuthorizationInput{UnitGlobal: idm.Set(true), AppGlobal: idm.Set(true)})
		must(err)
		must(idm.AuthorizationOps.Delete(ctx, s.API, idm.Under(s.Client, s.ID("profile")), extID("wiki-editor")))
	}
	removal := s.Step(written, acctest.Before(byHand), acctest.WantAction(address, plancheck.ResourceActionUpdate), acctest.WantPlan(drift{
		before: []string{"crm-admin", "crm-reader"}, after: []string{"crm-reader", "wiki-editor"},
	}))
	s.Test(t,
		s.Apply(written),
		removal,
		s.Apply(written, sent(s, "DELETE", `PATCH {"appGlobal":false,"unitGlobal":false,"version":2}`, "POST "+create("wiki-editor")),
			roles(s, "crm-reader", "wiki-editor")),
		s.Drift(func() { must(idm.ProfileOps.Delete(ctx, s.API, idm.In(s.Client), s.ID("profile"))) }, written, address,
			plancheck.ResourceActionCreate),
	)
}

// drift checks which roles a plan shows before and after, and which of them contain unknown values.
type drift struct{ before, after, unknown []string }

func (d drift) CheckPlan(_ context.Context, req plancheck.CheckPlanRequest, resp *plancheck.CheckPlanResponse) {
	for _, change := range req.Plan.ResourceChanges {
		if change.Address != address {
			continue
		}
		every := func(string) bool { return true }
		open := func(flags string) bool { return strings.Contains(flags, "true") }
		got := drift{keys(change.Change.Before, every), keys(change.Change.After, every), keys(change.Change.AfterUnknown, open)}
		resp.Error = acctest.Equal(fmt.Sprint(d), fmt.Sprint(got))
	}
}

// keys returns the roles in a value of the plan whose attributes, as text, match.
func keys(value any, fit func(string) bool) []string {
	attributes, _ := value.(map[string]any)
	authorizations, _ := attributes["authorizations"].(map[string]any)
	var found []string
	for role, grant := range authorizations {
		if fit(fmt.Sprint(grant)) {
			found = append(found, role)
		}
	}
	slices.Sort(found)
	return found
}

func TestProfileAuthorizations_createOverOthers(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs, acctest.AuthorizationExtIDs)
}

// A failed create leaves no tainted resource, which would be replaced: the next create continues.
func TestProfileAuthorizations_partOfACreate(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs, acctest.AuthorizationExtIDs)
}

func TestProfileAuthorizations_quirks(t *testing.T) {
	for _, quirk := range []string{"no-authorization-ext-id", "server-ext-ids", "later-releases", "assign-bumps-version"} {
		t.Run(quirk, func(t *testing.T) { acctest.Script(t, nil, acctest.Quirks(quirk)) })
	}
}

func TestProfileAuthorizations_refusedInThePlan(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs)
}

func TestProfileAuthorizations_alongsideSingleOnes(t *testing.T) {
	t.Parallel()
	s := start(t)
	single := acctest.Values{"profile_ext_id": s.ID("profile"), "role_ext_id": "crm-reader"}
	whole := wanted(s, acctest.Values{"crm-reader": acctest.Values{}})
	other := acctest.Values{"profile_ext_id": s.ID("other"), "authorizations": acctest.Values{}}
	refused := func(p *acctest.Protocol, name string, config acctest.Values) bool {
		_, diags := p.Plan(t, name, config)
		return diags.HasError() && strings.Contains(diags.String(),
			"Both idm_profile_authorizations and idm_authorization manage the profile authorizations of acme/"+s.ID("profile"))
	}
	p := s.Protocol(t)
	if refused(p, "idm_profile_authorizations", whole) || !refused(p, "idm_authorization", single) ||
		refused(p, "idm_authorization", single) {
		t.Error("not one error")
	}
	p = s.Protocol(t)
	if refused(p, "idm_authorization", single) || refused(p, "idm_profile_authorizations", other) ||
		!refused(p, "idm_profile_authorizations", whole) {
		t.Error("not one error in the other order")
	}
}
