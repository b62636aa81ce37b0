package credential_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// index returns the position of a credential of the demo tenant in the order of the service.
func index(t *testing.T, s *acctest.Service, user, extID string) int {
	t.Helper()
	i := 0
	for credential, err := range s.API.UserCredentials(context.Background(), s.Client, user) {
		if err != nil {
			t.Fatal(err)
		}
		if credential.ExtID == extID {
			return i
		}
		i++
	}
	t.Fatalf("%s has no credential %s", user, extID)
	return 0
}

func TestUserCredentials(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	config := ""
	for _, user := range []string{"anna", "ben", "carla"} {
		config += fmt.Sprintf("data \"idm_user_credentials\" %q { user_ext_id = \"u-%s\" }\n", user, user)
	}
	check := func(user, extID, attribute, want string) resource.TestCheckFunc {
		at := fmt.Sprintf("credentials.%d.%s", index(t, s, "u-"+user, extID), attribute)
		if want == "" {
			return resource.TestCheckNoResourceAttr("data.idm_user_credentials."+user, at)
		}
		return resource.TestCheckResourceAttr("data.idm_user_credentials."+user, at, want)
	}
	s.Test(t,
		s.Apply(config,
			resource.TestCheckResourceAttr("data.idm_user_credentials.anna", "client_ext_id", "acme"),
			resource.TestCheckResourceAttr("data.idm_user_credentials.anna", "credentials.#", "7"),
			check("anna", "cred-anna-password", "type", "PASSWORD"),
			check("anna", "cred-anna-password", "state_name", "active"),
			check("anna", "cred-anna-password", "policy_ext_id", "policy-password"),
			check("anna", "cred-anna-password", "created_by", "Acme/dev-bot"),
			check("anna", "cred-anna-password", "version", "1"),
			check("anna", "cred-anna-password", "login_statistics.successful_login_count", "12"),
			check("anna", "cred-anna-password", "fido2.%", ""),
			check("anna", "cred-anna-context", "context", "portal"),
			check("anna", "cred-anna-ticket", "identification", "letter"),
			check("anna", "cred-anna-fido2", "fido2.rp_id", "acme.example.com"),
			check("anna", "cred-anna-fido2", "mobile_signature.%", ""),
			check("ben", "cred-ben-mobile", "mobile_signature.msisdn", "+41790000002"),
			check("ben", "cred-ben-uaf", "fido_uaf.sign_counter", "3"),
			check("ben", "cred-ben-puk", "login_statistics.reset_count", "1"),
			check("carla", "cred-carla-password", "state_change_reason", "changed-by-admin"),
			check("carla", "cred-carla-kerberos", "kerberos_id", "carla@ACME.EXAMPLE.COM"),
			check("carla", "cred-carla-generic", "properties.colour", "blue"),
			noSecrets,
		),
		s.Fails(`data "idm_user_credentials" "x" { user_ext_id = "u-nobody" }`, "errors.noRecord"),
	)
}

// noSecrets fails if the state contains a hashed secret of the demo tenant.
func noSecrets(state *terraform.State) error {
	for _, secret := range []string{"{SHA", "{SSHA", "10|10|0|4711", "dG9rZW4=", "2jmj7l5rSw0yVb/vlWAYkK/YBwk="} {
		if strings.Contains(state.String(), secret) {
			return fmt.Errorf("the state holds %q:\n%s", secret, state)
		}
	}
	return nil
}
