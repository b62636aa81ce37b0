package profileauthorizations_test

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// A version that another resource of the run advanced is not a conflict, including the version of
// one authorization of the profile.
func TestProfileAuthorizations_withTheirProperties(t *testing.T) {
	t.Parallel()
	s := start(t, acctest.Quirks("properties-bump-version"))
	grant(t, s, idm.AuthorizationInput{RoleExtID: idm.Set("crm-reader")})
	grant(t, s, idm.AuthorizationInput{RoleExtID: idm.Set("wiki-editor")})
	p, all := s.Protocol(t), acctest.Instance{Type: "idm_profile_authorizations"}
	all.Import(t, p, s.Client+"/"+s.ID("profile"))
	all.Refresh(t, p)
	open := acctest.Values{"unit_global": true}
	planned, diags := all.Plan(t, p, wanted(s, acctest.Values{"crm-reader": open, "wiki-editor": open}))
	if diags.HasError() {
		t.Fatal(diags)
	}
	properties := acctest.Instance{Type: "idm_authorization_properties"}
	first, diags := properties.Plan(t, p, acctest.Values{
		"profile_ext_id": s.ID("profile"), "authorization_ext_id": s.ID("crm-reader"), "properties": acctest.Values{"region": "EMEA"},
	})
	if diags.HasError() {
		t.Fatal(diags)
	}
	if diags := properties.Apply(t, p, first); diags.HasError() {
		t.Fatal(diags)
	}
	if diags := all.Apply(t, p, planned); len(diags) > 0 || held(all.Values) != "crm-reader true, wiki-editor true" {
		t.Errorf("%s, %v", held(all.Values), diags)
	}
	if err := s.NoConflicts()(nil); err != nil {
		t.Error(err)
	}
}

// An update with a lost response is sent again only if it was not applied.
func TestProfileAuthorizations_changeLostResponse(t *testing.T) {
	t.Parallel()
	s := start(t, acctest.AuthorizationExtIDs)
	grant(t, s, idm.AuthorizationInput{RoleExtID: idm.Set("crm-reader")})
	p, unit := s.Protocol(t), false
	for _, way := range acctest.Lost {
		unit = !unit
		fault := way.Fault
		fault.Method, fault.Path, fault.Count = "PATCH", "*/authorizations/*", 1
		faults(t, s, fault)
		s.ClearRequests()
		state, diags := p.Change(t, "idm_profile_authorizations", key(s),
			wanted(s, acctest.Values{"crm-reader": acctest.Values{"unit_global": unit}}))
		sends := 2
		if way.Done {
			sends = 1
		}
		byRole, err := found(s)
		if err != nil || *byRole["crm-reader"].UnitGlobal != unit || len(diags) > 0 || len(s.Writes()) != sends {
			t.Errorf("%s %d: %s, %v, %q", way.Kind, way.Status, held(state), diags, s.Writes())
		}
	}
	faults(t, s, sim.Fault{Kind: "drop-before", Method: "PATCH"})
	s.ClearRequests()
	if _, diags := p.Change(t, "idm_profile_authorizations", key(s),
		wanted(s, acctest.Values{"crm-reader": acctest.Values{"unit_global": !unit}})); !diags.HasError() || len(s.Writes()) != 4 {
		t.Errorf("%v, %q", diags, s.Writes())
	}
}

// The apply keeps concurrent changes of a grant that this update does not change, and ends as
// planned; the next plan shows them.
func TestProfileAuthorizations_changedConcurrently(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.ExtIDs, acctest.AuthorizationExtIDs)
}
