package diagnostics

import (
	"fmt"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

// GeneratedSecretError reports that a policy makes the service generate the secret, so that none
// can be declared.
type GeneratedSecretError struct {
	// Policy is the policy; the zero value if the service does not return it.
	Policy idm.Policy
	// Err is the refusal of the service; nil if it accepted the request and generated a secret.
	Err error
}

// Error returns a message with the policy.
func (e *GeneratedSecretError) Error() string {
	policy := "The policy of this credential"
	if e.Policy.ExtID != "" {
		policy = strings.TrimSuffix(fmt.Sprintf("The policy %q (%s %s", e.Policy.ExtID, e.Policy.PolicyType, e.Policy.Name), " ") + ")"
	}
	text := policy + " has the service generate the password itself, so that none can be declared"
	if e.Err != nil {
		text += ". " + e.Err.Error()
	}
	return text
}

// Unwrap returns the refusal.
func (e *GeneratedSecretError) Unwrap() error { return e.Err }

// GeneratedHint is the remedy for a GeneratedSecretError.
const GeneratedHint = "Name another policy in policy_ext_id, one whose parameter resetCodeEnabled is not \"true\"; or change that " +
	"parameter of this policy, which affects all users with this policy. " +
	"If the service is to generate the password, omit password_wo: the provider discards the generated one, so that no state contains it."
