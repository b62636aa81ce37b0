package service_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// grantsKey returns the identity of the resource.
func grantsKey(s *acctest.Service) acctest.Values {
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
