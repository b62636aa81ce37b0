package policy

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/lookups"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
)

// policyTypes holds the documented types. The documented list is incomplete.
var policyTypes = []string{
	"CertificatePolicy", "ClientPolicy", "DevicePasswordPolicy", "FIDO2Policy", "FIDOUAFPolicy", "GenericCredentialPolicy",
	"MobileSignaturePolicy", "OTPCardPolicy", "PUKPolicy", "ProfilePolicy", "PwdPolicy", "SAMLFederationPolicy", "TANPolicy",
	"TempStrongPasswordPolicy", "TicketPolicy", "URLTicketPolicy", "VascoPolicy",
}

// The documented parameters: integers and booleans.
var (
	numbers = []string{"minLength", "maxLength", "maxResetCount"}
	flags   = []string{"resetCodeEnabled"}
)

// inspect checks the type, the parameters and the default flag of a created or changed policy.
func inspect(p *planchecks.Planned) {
	if kind := p.Text("policy_type"); kind != "" && p.Changes("policy_type") && !slices.Contains(policyTypes, kind) {
		p.Warn(path.Root("policy_type"), "Unknown policy type", strings.TrimSpace(fmt.Sprintf(
			"%q is not a documented type of policies. %s", kind, suggest.DidYouMean(kind, policyTypes))+
			" The documented types are "+strings.Join(policyTypes, ", ")+". The service may have more."))
	}
	inspectSingle(p)
	refuseReplacedDefault(p)
	var plan model
	if !p.FullyKnown("parameters") || !p.Decode(&plan) {
		return
	}
	parameters, known := attrs.Texts(plan.Parameters), slices.Concat(numbers, flags)
	for _, name := range slices.Sorted(maps.Keys(parameters)) {
		if offer := suggest.DidYouMean(name, known); offer != "" && !slices.Contains(known, name) {
			p.Warn(path.Root("parameters").AtMapKey(name), "Unknown policy parameter",
				fmt.Sprintf("%q is not a documented parameter of policies. %s", name, offer))
		}
	}
	for _, name := range numbers {
		if value, given := parameters[name]; given && !isNumber(value) {
			warnValue(p, name, value, "a whole number such as \"12\"")
		}
	}
	for _, name := range flags {
		if value, given := parameters[name]; given && value != "true" && value != "false" {
			warnValue(p, name, value, "\"true\" or \"false\"")
		}
	}
}

// single is the type of which a client has at most one policy.
const single = "ClientPolicy"

// inspectSingle looks for the existing policy of a type of which the client has only one.
func inspectSingle(p *planchecks.Planned) {
	if !p.Creates() || p.Text("policy_type") != single {
		return
	}
	client := p.Text("client_ext_id")
	for _, other := range p.Catalog.Policies(p.Context(), client) {
		if other.PolicyType == single && other.ExtID != p.Text("ext_id") && !p.Remakes(other.ExtID) {
			p.WarnHeld(path.Root("policy_type"), "The client has a policy of this type",
				fmt.Sprintf("The policy %q is the %s of the client, and a client has at most one.", other.ExtID, single), other.ExtID)
		}
	}
}

// refuseReplacedDefault refuses to replace a default policy under the same external ID: the service
// does not delete default policies, and the new one cannot exist before the delete.
func refuseReplacedDefault(p *planchecks.Planned) {
	before := p.Predecessor()
	var plan model
	if before == nil || before[1] != p.Text("ext_id") || !p.Decode(&plan) || !plan.DefaultPolicy.ValueBool() {
		return
	}
	old, _ := p.Catalog.Find(p.Context(), lookups.NewTarget(objecttype.Policy, before[0], before[1])).Value.(idm.Policy)
	if old.DefaultPolicy {
		p.Refuse(path.Root("default_policy"), "Default policy",
			fmt.Sprintf("This plan replaces the default %s %q. The service does not delete default policies, so the apply would fail. "+
				"Make another policy the default in an earlier apply, or give the new one another ext_id and set create_before_destroy. "+
				"Nothing was changed.", old.PolicyType, old.ExtID))
	}
}

// refuse reports contradictory limits, which the service refuses.
func refuse(p *planchecks.Planned) {
	var plan model
	if !p.Changes("parameters") || !p.FullyKnown("parameters") || !p.Decode(&plan) {
		return
	}
	refuseBounds(p, attrs.Texts(plan.Parameters))
}

func isNumber(value string) bool {
	n, err := strconv.Atoi(value)
	return err == nil && n >= 0
}

func warnValue(p *planchecks.Planned, name, value, want string) {
	p.Warn(path.Root("parameters").AtMapKey(name), "Not a value of the parameter",
		fmt.Sprintf("%s = %q: the parameter accepts %s.", name, value, want))
}

// refuseBounds compares the maximum with the minimum. The service also compares it with the required
// character classes, whose parameters are not documented.
func refuseBounds(p *planchecks.Planned, parameters map[string]string) {
	most, err := strconv.Atoi(parameters["maxLength"])
	if err != nil {
		return
	}
	if least, err := strconv.Atoi(parameters["minLength"]); err == nil && most < least {
		p.Refuse(path.Root("parameters").AtMapKey("maxLength"), "Contradictory policy",
			fmt.Sprintf("maxLength = %d is below minLength = %d, so no value can follow the policy, and the service refuses it. Raise "+
				"maxLength or lower minLength. Nothing was changed.", most, least))
	}
}

// removes warns about the destroy of a default policy.
func removes(p *planchecks.Planned) {
	if !p.RecordedFlag("default_policy") {
		return
	}
	p.Warn(path.Root("default_policy"), "Default policy",
		fmt.Sprintf("%q is the default %s of its client, and the service does not delete default policies: the apply will fail, unless "+
			"another policy becomes the default before it. First make another policy the default, or replace this resource with a `removed` block to keep the policy.",
			p.Recorded("ext_id"), p.Recorded("policy_type")))
}

// replaced warns about the replacement of a default policy. The plan does not show whether the new
// policy is created first.
func replaced(p *planchecks.Planned) {
	if !p.RecordedFlag("default_policy") {
		return
	}
	p.Warn(path.Root("default_policy"), "Default policy",
		fmt.Sprintf("This plan replaces %q, the default %s of its client, and the service does not delete default policies. If it is "+
			"destroyed first, the credentials that refer to it are destroyed before it, and then the apply fails. Set "+
			"create_before_destroy = true in its lifecycle, and another ext_id and default_policy = true: then the new policy is the "+
			"default before the old one is deleted. Otherwise make another policy the default in an earlier apply.",
			p.Recorded("ext_id"), p.Recorded("policy_type")))
}
