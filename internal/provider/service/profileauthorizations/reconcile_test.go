package profileauthorizations_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// key returns the identity of the resource.
func key(s *acctest.Service) acctest.Values {
	return acctest.Values{"client_ext_id": s.Client, "profile_ext_id": s.ID("profile")}
}

// wanted returns a configuration for the protocol.
func wanted(s *acctest.Service, grants acctest.Values) acctest.Values {
	return acctest.Values{"profile_ext_id": s.ID("profile"), "authorizations": grants}
}

// held returns the authorizations in the state with the flag unit_global, which defaults to false.
func held(object acctest.Values) string {
	authorizations, _ := object["authorizations"].(acctest.Values)
	var lines []string
	for role, grant := range authorizations {
		lines = append(lines, fmt.Sprintf("%s %v", role, grant.(acctest.Values)["unit_global"] == true))
	}
	slices.Sort(lines)
	return strings.Join(lines, ", ")
}

func TestProfileAuthorizations_partOfAnUpdate(t *testing.T) {
	t.Parallel()
	s := start(t, acctest.AuthorizationExtIDs)
	for _, role := range []string{"crm-reader", "wiki-editor", "billing-clerk"} {
		grant(t, s, idm.AuthorizationInput{RoleExtID: idm.Set(role)})
	}
	p := s.Protocol(t)
	open := acctest.Values{"unit_global": true}

	state, diags := p.Change(t, "idm_profile_authorizations", key(s), wanted(s, acctest.Values{
		"crm-admin": open, "no-such-role": acctest.Values{}, "wiki-editor": open, "billing-clerk": acctest.Values{}, "zebra": open,
	}))
	diags = slices.DeleteFunc(diags, func(d *tfprotov6.Diagnostic) bool { return d.Severity != tfprotov6.DiagnosticSeverityError })
	if !strings.Contains(diags.String(), "Element: no-such-role") || strings.Contains(diags.String(), "zebra") {
		t.Errorf("the error names another grant: %v", diags)
	}
	if err := acctest.Equal("billing-clerk false, crm-admin true, wiki-editor true", held(state)); err != nil {
		t.Error(err)
	}
	if err := roles(s, "billing-clerk", "crm-admin", "wiki-editor")(nil); err != nil {
		t.Error(err)
	}

	// A grant that cannot be read back is recorded in the state.
	faults(t, s, sim.Fault{Kind: "status", Status: 500, Method: "GET", Path: "*/authorizations/", Skip: 2})
	state,
		diags = p.Change(t, "idm_profile_authorizations", key(s),
		wanted(s, acctest.Values{"billing-admin": acctest.Values{}, "wiki-editor": acctest.Values{}}))
	if diags.HasError() || held(state) != "billing-admin false, wiki-editor false" {
		t.Errorf("%s, %v", held(state), diags)
	}

	// A failed removal ends an update; the state keeps the remaining grants.
	faults(t, s, sim.Fault{Kind: "status", Status: 500, Method: "DELETE", Path: "*/authorizations/" + s.ID("wiki-editor")})
	state, diags = p.Change(t, "idm_profile_authorizations", key(s), wanted(s, acctest.Values{}))
	if !strings.Contains(diags.String(), "Element: wiki-editor") || held(state) != "wiki-editor false" {
		t.Errorf("%s, %v", held(state), diags)
	}
	faults(t, s)
	if state, diags = p.Change(t, "idm_profile_authorizations", key(s), wanted(s, acctest.Values{})); held(state) != "" || len(diags) > 0 {
		t.Errorf("%v, %v", state, diags)
	}
	if err := roles(s)(nil); err != nil {
		t.Error(err)
	}
}

func faults(t *testing.T, s *acctest.Service, faults ...sim.Fault) {
	t.Helper()
	if err := s.Sim.SetFaults(faults...); err != nil {
		t.Fatal(err)
	}
}

func TestProfileAuthorizations_conflict(t *testing.T) {
	t.Parallel()
	s := start(t, acctest.AuthorizationExtIDs)
	grant(t, s, idm.AuthorizationInput{RoleExtID: idm.Set("crm-reader")})
	p, ctx := s.Protocol(t), context.Background()
	theirs := func(patch idm.AuthorizationInput) {
		s.BeforeRequest("PATCH", func() {
			if _, err := idm.AuthorizationWrites.Update(ctx, s.API, idm.Under(s.Client, s.ID("profile")), s.ID("crm-reader"), 0,
				patch); err != nil {
				t.Error(err)
			}
		})
	}
	open := wanted(s, acctest.Values{"crm-reader": acctest.Values{"unit_global": true}})

	// Another writer repeated the existing value: only the version advanced.
	theirs(idm.AuthorizationInput{AppGlobal: idm.Set(false)})
	if state, diags := p.Change(t, "idm_profile_authorizations", key(s), open); len(diags) > 0 || held(state) != "crm-reader true" {
		t.Errorf("%s, %v", held(state), diags)
	}
	// Another writer changed another flag of the same grant, which is kept.
	theirs(idm.AuthorizationInput{AppGlobal: idm.Set(true)})
	shut := wanted(s, acctest.Values{"crm-reader": acctest.Values{"unit_global": false}})
	state, diags := p.Change(t, "idm_profile_authorizations", key(s), shut)
	if diags.HasError() || held(state) != "crm-reader false" ||
		!strings.Contains(diags.String(), `authorizations["crm-reader"].app_global from false to true`) {
		t.Errorf("%s, %v", held(state), diags)
	}
	if byRole, err := found(s); err != nil || !*byRole["crm-reader"].AppGlobal || *byRole["crm-reader"].UnitGlobal {
		t.Errorf("%v, %v", byRole, err)
	}
	// Another writer changed the same value as this update.
	theirs(idm.AuthorizationInput{Validity: &idm.ValidityPatch{To: idm.Set("2029-01-01T00:00:00Z")}})
	_,
		diags = p.Change(t, "idm_profile_authorizations", key(s),
		wanted(s, acctest.Values{"crm-reader": acctest.Values{"validity": acctest.Values{"to": "2030-01-01T00:00:00Z"}}}))
	for _, want := range []string{"Element: crm-reader", "Another writer changed",
		`authorizations["crm-reader"].validity["to"]  null          "2029-01-01T00:00:00Z"  "2030-01-01T00:00:00Z"`} {
		if !strings.Contains(diags.String(), want) {
			t.Errorf("%q is missing in %v", want, diags)
		}
	}
}

func TestProfileAuthorizations_lostResponses(t *testing.T) {
	for _, quirks := range [][]string{nil, {"server-ext-ids"}} {
		t.Run(strings.Join(quirks, " "), func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t, quirks...)
			profile, err := idm.ProfileWrites.Create(context.Background(), s.API, idm.Under(s.Client, s.User),
				idm.ProfileInput{ExtID: idm.Set(s.ID("profile"))})
			if err != nil {
				t.Fatal(err)
			}
			config := acctest.Values{"profile_ext_id": profile, "authorizations": acctest.Values{}}
			for _, role := range s.MakeRoles(t, len(acctest.Lost)) {
				config["authorizations"].(acctest.Values)[role] = acctest.Values{"unit_global": true}
			}
			s.LoseEach(t, "*/authorizations/", 1)
			identity := acctest.Values{"client_ext_id": s.Client, "profile_ext_id": profile}
			state, diags := s.Protocol(t).Change(t, "idm_profile_authorizations", identity, config)
			if len(diags) > 0 || strings.Count(held(state), "true") != len(acctest.Lost) {
				t.Errorf("%s, %v", held(state), diags)
			}
			again, diags := s.Protocol(t).Change(t, "idm_profile_authorizations", identity, config)
			if err := acctest.Equal(state, again); err != nil || len(diags) > 0 {
				t.Error(err, diags)
			}
		})
	}
}
