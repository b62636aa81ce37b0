package profile_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// place creates profiles for a user.
func place(t *testing.T, s *acctest.Service, user string, count int) {
	t.Helper()
	for i := range count {
		profile := idm.ProfileInput{ExtID: idm.Set(fmt.Sprintf("%s-%03d", s.ID(user), i)), Name: idm.Set(fmt.Sprintf("Desk %d", i))}
		if _, err := idm.ProfileWrites.Create(context.Background(), s.API, idm.Under(s.Client, user), profile); err != nil {
			t.Fatal(err)
		}
	}
}

func TestProfileList_ofAUser(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	place(t, s, s.User, 2)
	p := s.Protocol(t)
	listed, diags := p.List(t, "idm_profile", acctest.Values{"user_ext_id": s.User}, false, 0)
	if len(listed) != 2 || len(diags) > 0 {
		t.Fatalf("%v, %v", listed, diags)
	}
	first := acctest.Listed{DisplayName: "Desk 0 of " + s.User,
		Identity: acctest.Values{"client_ext_id": s.Client, "ext_id": s.ID(s.User) + "-000"}}
	if err := acctest.Equal(first, listed[0]); err != nil {
		t.Error(err)
	}
	listed, diags = p.List(t, "idm_profile", acctest.Values{"user_ext_id": s.User}, true, 1)
	if len(listed) != 1 || len(diags) > 0 {
		t.Fatalf("limit: %v, %v", listed, diags)
	}
	whole := listed[0].Resource
	if whole["id"] != s.Client+"/"+s.ID(s.User)+"-000" || whole["name"] != "Desk 0" || whole["user_ext_id"] != s.User ||
		whole["unit_ext_id"] != nil {
		t.Errorf("the resource is not whole: %v", whole)
	}
	_, diags = p.List(t, "idm_profile", acctest.Values{"user_ext_id": s.ID("nobody")}, false, 0)
	if !strings.Contains(diags.String(), "Could not list profile") || !strings.Contains(diags.String(), "errors.noRecord") {
		t.Errorf("unknown user: %v", diags)
	}
	_, diags = p.List(t, "idm_profile", acctest.Values{"user_ext_id": ""}, false, 0)
	if !strings.Contains(diags.String(), "Empty string") {
		t.Errorf("empty user: %v", diags)
	}
}

func TestProfileList_ofAllUsers(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	place(t, s, s.User, 2)
	place(t, s, s.OtherUser, 1)
	p := s.Protocol(t)
	users := func() (asked int) {
		for _, line := range s.Reads() {
			if strings.HasSuffix(line, "/profiles") {
				asked++
			}
		}
		return asked
	}

	listed, diags := p.List(t, "idm_profile", acctest.Values{}, false, 0)
	var found []string
	for _, one := range listed {
		found = append(found, one.DisplayName)
	}
	if text := fmt.Sprint(found); len(diags) > 0 || !strings.Contains(text, "Desk 1 of "+s.User) ||
		!strings.Contains(text, "Desk 0 of "+s.OtherUser) || !strings.Contains(text, "of u-anna") {
		t.Errorf("%v, %v", found, diags)
	}
	all := users()
	s.ClearRequests()
	if listed, diags = p.List(t, "idm_profile", acctest.Values{}, false, 1); len(listed) != 1 || len(diags) > 0 || users() >= all {
		t.Errorf("the limit does not end the walk: %v, %v, %q", listed, diags, s.Reads())
	}

	// The profiles of a later user cannot be read.
	if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Status: 500, Method: "GET", Path: "*/profiles", Skip: 2}); err != nil {
		t.Fatal(err)
	}
	if listed, diags = p.List(t, "idm_profile", acctest.Values{}, false, 0); len(listed) == 0 || !strings.Contains(diags.String(), "500") {
		t.Errorf("a list cut short: %v, %v", listed, diags)
	}
	if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Status: 403, Method: "GET", Path: "*/users"}); err != nil {
		t.Fatal(err)
	}
	if listed, diags = p.List(t, "idm_profile", acctest.Values{}, false, 0); len(listed) > 0 || !strings.Contains(diags.String(), "403") {
		t.Errorf("a caller who may not list users: %v, %v", listed, diags)
	}
}
