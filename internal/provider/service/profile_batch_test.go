package service_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// importedProfiles returns the profiles that placeProfiles has created, as recorded in a state.
func importedProfiles(t *testing.T, s *acctest.Service, users []string, count int) map[string]*acctest.Instance {
	t.Helper()
	p, all := s.Protocol(t), map[string]*acctest.Instance{}
	for _, user := range users {
		placeProfiles(t, s, user, count)
		for i := range count {
			extID := fmt.Sprintf("%s-%03d", s.ID(user), i)
			all[extID] = &acctest.Instance{Type: "idm_profile"}
			if diags := all[extID].Import(t, p, "acme/"+extID); diags.HasError() {
				t.Fatal(diags)
			}
			if diags := all[extID].Refresh(t, p); diags.HasError() {
				t.Fatal(diags)
			}
		}
	}
	s.ClearRequests()
	return all
}

// refreshProfiles refreshes all profiles with a new provider, and returns the requests.
func refreshProfiles(t *testing.T, s *acctest.Service, profiles map[string]*acctest.Instance) []string {
	t.Helper()
	p := s.Protocol(t)
	for extID, profile := range profiles {
		if diags := profile.Refresh(t, p); diags.HasError() || profile.Values["ext_id"] != extID {
			t.Fatal(profile.Values, diags)
		}
	}
	return s.Reads()
}

// The list requires the permission to read users, which a caller who may read profiles can lack:
// the provider tries it once, not once per user.
func TestProfile_refusedListIsNotRepeated(t *testing.T) {
	t.Setenv("IDM_BATCH_READS", "true")
	s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
	profiles := importedProfiles(t, s, []string{"u-ben", "u-carla"}, 2)
	refused := sim.Fault{Kind: "status", Method: http.MethodGet, Path: "/core/v1/acme/users/*/profiles", Status: http.StatusForbidden}
	if err := s.Sim.SetFaults(refused); err != nil {
		t.Fatal(err)
	}
	lists := 0
	for _, read := range refreshProfiles(t, s, profiles) {
		if strings.HasSuffix(read, "/profiles") {
			lists++
		}
	}
	if lists != 1 {
		t.Errorf("%d lists were asked for", lists)
	}
}
