package authorization_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const address = "idm_authorization.test"

// profile returns a profile that receives roles.
func profile(s *acctest.Service) string {
	return fmt.Sprintf("resource \"idm_profile\" \"test\" {\n  ext_id      = %q\n  user_ext_id = %q\n}\n", s.ID("profile"), s.User)
}

// grant returns an authorization of that profile.
func grant(name, role, arguments string) string {
	return fmt.Sprintf("resource \"idm_authorization\" %q {\n  profile_ext_id = idm_profile.test.ext_id\n  role_ext_id    = %q\n%s\n}\n",
		name,
		role, arguments)
}

// config returns the profile with one authorization.
func config(s *acctest.Service, extID, arguments string) string {
	return profile(s) + grant("test", s.Role, fmt.Sprintf("  ext_id = %q\n%s", extID, arguments))
}

// list returns the path of the authorizations of that profile.
func list(s *acctest.Service) string {
	return fmt.Sprintf("/core/v1/%s/profiles/%s/authorizations/", s.Client, s.ID("profile"))
}

// create returns the body that grants a role without any global data room; it omits an empty extID.
func create(extID, role string) string {
	if extID != "" {
		extID = fmt.Sprintf(`"extId":%q,`, extID)
	}
	return fmt.Sprintf(`{"appGlobal":false,"clientGlobal":false,"enterpriseRoleGlobal":false,%s"roleExtId":%q,"unitGlobal":false}`, extID,
		role)
}

// only returns the profile's single authorization.
func only(s *acctest.Service) (idm.Authorization, error) {
	var found []idm.Authorization
	for a, err := range idm.AuthorizationOps.List(context.Background(), s.API, idm.Under(s.Client, s.ID("profile"))) {
		if err != nil {
			return idm.Authorization{}, err
		}
		found = append(found, a)
	}
	if len(found) != 1 {
		return idm.Authorization{}, fmt.Errorf("not one authorization: %v", found)
	}
	return found[0], nil
}

// TestAuthorization_basic lets the provider choose the external ID, so it passes on every release
// of the service; tests that choose one need the simulator.
func TestAuthorization_basic(t *testing.T) {
	acctest.Script(t, nil, acctest.ExtIDs)
}

func TestAuthorization_replace(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.AuthorizationExtIDs)
}

func TestAuthorization_extIDTaken(t *testing.T) {
	acctest.Script(t, nil, acctest.Simulator, acctest.AuthorizationExtIDs)
}

func TestAuthorization_noExtIDTaken(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "no-authorization-ext-id")
	chosen := s.Fails(config(s, "mine", ""), "The service does not accept an external ID")
	s.Test(t,
		s.Apply(profile(s)+grant("test", s.Role, "  unit_global = true"),
			askedAgainWithoutExtID(s),
			resource.TestCheckResourceAttrSet(address, "ext_id"),
			resource.TestCheckResourceAttr(address, "unit_global", "true")),
		s.Apply(profile(s), acctest.Remote(func() (int, error) { return count(s) }, func(n int) error { return acctest.Equal(0, n) })),
		chosen,
	)
}

// askedAgainWithoutExtID checks that the create was repeated without the external ID.
func askedAgainWithoutExtID(s *acctest.Service) resource.TestCheckFunc {
	return func(*terraform.State) error {
		writes := s.Writes()
		if len(writes) != 3 {
			return fmt.Errorf("not a profile and two creates: %q", writes)
		}
		return acctest.Equal("POST "+list(s)+" "+strings.Replace(create("", s.Role), `"unitGlobal":false`, `"unitGlobal":true`, 1),
			writes[2])
	}
}

// count returns the number of the profile's authorizations.
func count(s *acctest.Service) (int, error) {
	n := 0
	for _, err := range idm.AuthorizationOps.List(context.Background(), s.API, idm.Under(s.Client, s.ID("profile"))) {
		if err != nil {
			return 0, err
		}
		n++
	}
	return n, nil
}
