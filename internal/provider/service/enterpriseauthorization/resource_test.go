package enterpriseauthorization_test

import (
	"fmt"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// list returns the path of the enterprise authorizations of that profile.
func list(s *acctest.Service) string {
	return fmt.Sprintf("/core/v1/%s/profiles/%s/eauthorizations/", s.Client, s.ID("profile"))
}
