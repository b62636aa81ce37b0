package enterpriseauthorization_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const address = "idm_enterprise_authorization.test"

// profile returns a profile that receives enterprise roles.
func profile(s *acctest.Service) string {
	return fmt.Sprintf("resource \"idm_profile\" \"test\" {\n  ext_id      = %q\n  user_ext_id = %q\n}\n", s.ID("profile"), s.User)
}

// grant returns an enterprise authorization of that profile.
func grant(name, role, arguments string) string {
	return fmt.Sprintf("resource \"idm_enterprise_authorization\" %q {\n  profile_ext_id         = idm_profile.test.ext_id\n"+
		"  enterprise_role_ext_id = %q\n%s\n}\n", name, role, arguments)
}

// config returns the profile with one enterprise authorization.
func config(s *acctest.Service, extID, arguments string) string {
	return profile(s) + grant("test", s.EnterpriseRole, fmt.Sprintf("  ext_id = %q\n%s", extID, arguments))
}

// list returns the path of the enterprise authorizations of that profile.
func list(s *acctest.Service) string {
	return fmt.Sprintf("/core/v1/%s/profiles/%s/eauthorizations/", s.Client, s.ID("profile"))
}

// granted checks the requests that create that profile and an enterprise authorization of it.
func granted(s *acctest.Service, extID string) resource.TestCheckFunc {
	return s.Sent(fmt.Sprintf(`POST /core/v1/%s/users/%s/profiles {"extId":%q}`, s.Client, s.User, s.ID("profile")),
		fmt.Sprintf(`POST %s {"enterpriseRoleExtId":%q,"extId":%q}`, list(s), s.EnterpriseRole, extID))
}

// remote checks the enterprise authorization in the service.
func remote(s *acctest.Service, extID string, check func(idm.EnterpriseAuthorization) error) resource.TestCheckFunc {
	return acctest.Remote(func() (idm.EnterpriseAuthorization, error) {
		return s.API.EnterpriseAuthorization(context.Background(), s.Client, s.ID("profile"), extID)
	}, check)
}

func TestEnterpriseAuthorization_replace(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.ExtIDs)
	id := s.ID("grant")
	s.Test(t,
		s.Apply(config(s, id, `validity = { to = "2030-01-01T00:00:00Z" }`)),
		s.Fails(config(s, id, ""), "errors.invalidParameter"),
		s.Apply(profile(s)+grant("test", s.OtherEnterpriseRole, fmt.Sprintf("  ext_id = %q", id)),
			s.Sent("DELETE "+list(s)+id, fmt.Sprintf(`POST %s {"enterpriseRoleExtId":%q,"extId":%q}`, list(s), s.OtherEnterpriseRole, id))),
	)
}

// grantedTwice grants an enterprise role that the profile already has.
func grantedTwice(s *acctest.Service) []resource.TestStep {
	first := config(s, s.ID("first"), "")
	refused := s.Fails(first+grant("again", s.EnterpriseRole, "  depends_on = [idm_enterprise_authorization.test]"),
		fmt.Sprintf("import { to = idm_enterprise_authorization.example # use the address shown after \"with\" id = "+
			"\"%s/%s/%s\" }", s.Client, s.ID("profile"), s.ID("first")))
	return []resource.TestStep{s.Apply(first), refused}
}

func TestEnterpriseAuthorization_duplicate(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.ExtIDs)
	s.Test(t, grantedTwice(s)...)
}

func TestEnterpriseAuthorization_duplicate409(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "duplicate-409")
	s.Test(t, grantedTwice(s)...)
}

// ownExtID checks that the state holds the external ID of the request.
func ownExtID(s *acctest.Service) resource.TestCheckFunc {
	return func(state *terraform.State) error {
		return granted(s, state.RootModule().Resources[address].Primary.Attributes["ext_id"])(state)
	}
}

func TestEnterpriseAuthorization_ownExtID(t *testing.T) {
	t.Parallel()
	// A release that accepts no external ID for an authorization accepts one here.
	s := acctest.StartSimulator(t, "no-authorization-ext-id")
	s.Test(t, s.Apply(profile(s)+grant("test", s.EnterpriseRole, ""), ownExtID(s)))
}

func TestEnterpriseAuthorization_serverExtIDs(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t, "server-ext-ids")
	own := "resource \"idm_profile\" \"test\" {\n  user_ext_id = \"u-ben\"\n}\n"
	s.Test(t,
		s.Apply(own+grant("test", s.EnterpriseRole, ""), resource.TestCheckResourceAttrSet(address, "ext_id")),
		s.Fails(own+grant("test", s.EnterpriseRole, "")+grant("mine", s.OtherEnterpriseRole, "  ext_id = \"mine\""),
			"The service assigned another external ID"),
	)
}

func TestEnterpriseAuthorization_badInput(t *testing.T) {
	t.Parallel()
	s := acctest.Start(t, acctest.ExtIDs)
	s.Test(t,
		s.Refused(config(s, "", ""), "An empty string is not a value here"),
		s.Refused(config(s, "a", `validity = { from = "tomorrow" }`), "is not in the form of RFC 3339"),
		s.Fails(profile(s)+grant("test", "no-such-role", ""), "errors.noRecord"),
	)
}
