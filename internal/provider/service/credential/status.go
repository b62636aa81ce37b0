package credential

import (
	"fmt"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

// consequences describes, for each status of a failed login, the result and the effect of another
// attempt.
var consequences = map[int]string{
	idm.LoginFailed: "The secret is wrong, and the failure was counted. A repeat with a wrong secret counts again, and several " +
		"failures in a row lock the credential as its policy says. Correct the secret before you repeat the login; a login that passes " +
		"resets the count.",
	idm.LoginFailedNextLocks: "The secret is wrong, and the next failure locks the credential. Do not repeat the login until you are " +
		"sure of the secret.",
	idm.LoginLocked: "The secret is wrong, and this failure locked the credential. A repeat is refused, even with the right secret, " +
		"until an administrator activates the credential again.",
	idm.LoginTemporarilyLocked: "The secret is wrong, and this failure locked the credential for a while. A repeat is refused, even " +
		"with the right secret, until the lock ends.",
	idm.LoginUnchecked: "The service did not check the secret, so the login proves nothing. A repeat is not checked either.",
}

// consequence returns the meaning of a status for the user.
func consequence(status idm.LoginStatus) string {
	if text, ok := consequences[status.StatusCode]; ok {
		return text
	}
	return "The provider does not know this status; only status 5 means success. Repeat the login only if you know what the status " +
		"means: a failure may count toward a lock."
}

// describe returns a short text for a status, such as `status 5 (Login Ok)`.
func describe(status idm.LoginStatus) string {
	if status.Description == "" {
		return fmt.Sprintf("status %d", status.StatusCode)
	}
	return fmt.Sprintf("status %d (%s)", status.StatusCode, status.Description)
}
