package service_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// placeProfiles creates profiles for a user.
func placeProfiles(t *testing.T, s *acctest.Service, user string, count int) {
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
	placeProfiles(t, s, s.User, 2)
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
