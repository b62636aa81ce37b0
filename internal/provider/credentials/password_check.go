package credentials

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
)

// inspectPassword compares a new password with the policy of the credential. It never repeats the
// password.
func (p *Password[M, P]) inspectPassword(planned *planchecks.Planned) {
	password, isText := planned.Configured("password_wo").(types.String)
	if !isText || password.IsNull() || password.IsUnknown() || !planned.Creates() && !planned.Changes("password_wo_version") {
		return
	}
	policy, known := p.plannedPolicy(planned)
	at, named := path.Root("password_wo"), "The service"
	if known && policy.ExtID != "" {
		named = fmt.Sprintf("The policy %q (%s)", policy.ExtID, strings.TrimSpace(policy.PolicyType+" "+policy.Name))
	}
	if known && p.limits.Generates && generates(policy) {
		generated := &diagnostics.GeneratedSecretError{Policy: policy}
		planned.Warn(at, "The policy generates the password", generated.Error()+". "+diagnostics.GeneratedHint)
		return
	}
	if faults := p.faults(policy, known, password.ValueString()); len(faults) > 0 {
		planned.Warn(at, "The password breaks its policy", fmt.Sprintf("%s rejects the password: it %s. Choose another password, or set "+
			"%s to a policy that accepts it.", named, strings.Join(faults, " and "), policyPart))
	}
}

// faults returns why the service rejects a password, as parts of a sentence. An unknown policy may
// accept any length.
func (p *Password[M, P]) faults(policy idm.Policy, known bool, password string) (faults []string) {
	length := utf8.RuneCountInString(password)
	if least := limit(policy, "minLength", p.limits.Shortest); known && length < least {
		faults = append(faults, fmt.Sprintf("has fewer than %d characters", least))
	}
	if most := limit(policy, "maxLength", p.limits.Longest); known && most > 0 && length > most {
		faults = append(faults, fmt.Sprintf("has more than %d characters", most))
	}
	return faults
}

// limit returns the value of a parameter, 0 if it is not a number, or a default if the policy does
// not set it.
func limit(policy idm.Policy, parameter string, otherwise int) int {
	if value := policy.Parameters[parameter]; value != "" {
		n, _ := strconv.Atoi(value)
		return n
	}
	return otherwise
}
