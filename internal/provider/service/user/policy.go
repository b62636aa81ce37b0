package user

import (
	"cmp"
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
)

// The parameters of a ClientPolicy that concern users.
const (
	otherGender = "application.feature.othergender.enabled"
	phoneRegex  = "validation.user.phone.regex"
)

// mandatory maps an attribute of a new user to the parameter that makes it mandatory. The names of
// the first two are swapped in the service.
var mandatory = []struct{ attribute, key, parameter string }{
	{"name", "first_name", "validation.user.name.mandatory"},
	{"name", "family_name", "validation.user.firstname.mandatory"},
	{"sex", "", "validation.user.sex.mandatory"},
	{"address", "country_code", "validation.user.country.mandatory"},
	{"contacts", "mobile", "validation.user.mobile.mandatory"},
	{"contacts", "email", "validation.user.email.mandatory"},
}

// inspectPolicy compares a user that replaces another one with the client's policy: the service
// would delete the old user, and then refuse the create.
func inspectPolicy(p *planchecks.Planned, client string) {
	var plan model
	if !p.Succeeds() || !p.Decode(&plan) {
		return
	}
	var policy map[string]string
	for _, one := range p.Catalog.Policies(p.Context(), client) {
		if one.PolicyType == "ClientPolicy" {
			policy = one.Parameters
		}
	}
	parts := map[string]attrs.FixedMap{"name": plan.Name, "address": plan.Address, "contacts": plan.Contacts}
	refuse := func(attribute, key, parameter, problem string) {
		at := path.Root(attribute)
		if key != "" {
			at = at.AtMapKey(key)
		}
		p.Warn(at, "The client's policy refuses the user", fmt.Sprintf("%s %s, by the parameter %q of the client's policy. "+
			"Correct it, or change the policy in an earlier apply.",
			at, problem, parameter))
	}
	for _, m := range mandatory {
		if policy[m.parameter] == "true" && p.FullyKnown(m.attribute) && cmp.Or(p.Text(m.attribute), parts[m.attribute].Text(m.key)) == "" {
			refuse(m.attribute, m.key, m.parameter, "is mandatory")
		}
	}
	if plan.Gender.ValueString() == "other" && policy[otherGender] != "true" && policy != nil {
		refuse("gender", "", otherGender, `cannot be "other"`)
	}
	// The reference states that the expression makes the number mandatory, not how it is compared.
	if policy[phoneRegex] != "" && p.FullyKnown("contacts") && plan.Contacts.Text("telephone") == "" {
		refuse("contacts", "telephone", phoneRegex, "is mandatory")
	}
}
