package enterpriseauthorization_test

import (
	"fmt"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

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
