package user

import (
	"fmt"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
)

// The parameters of a ClientPolicy that concern users.
const (
	otherGender = "application.feature.othergender.enabled"
	phoneRegex  = "validation.user.phone.regex"
)

// mandatory maps an attribute of a new user to the parameter that makes it mandatory. The names of
// the first two are swapped in the service.
var mandatory = []struct {
	attribute, key, parameter string
	value                     func(idm.UserCreate) string
}{
	{"name", "first_name", "validation.user.name.mandatory", func(u idm.UserCreate) string { return u.Name.FirstName }},
	{"name", "family_name", "validation.user.firstname.mandatory", func(u idm.UserCreate) string { return u.Name.FamilyName }},
	{"sex", "", "validation.user.sex.mandatory", func(u idm.UserCreate) string { return u.Sex }},
	{"address", "country_code", "validation.user.country.mandatory", func(u idm.UserCreate) string { return u.Address.CountryCode }},
	{"contacts", "mobile", "validation.user.mobile.mandatory", func(u idm.UserCreate) string { return u.Contacts.Mobile }},
	{"contacts", "email", "validation.user.email.mandatory", func(u idm.UserCreate) string { return u.Contacts.Email }},
}

// inspectPolicy compares a user that replaces another one with the client's policy: the service
// would delete the old user, and then refuse the create.
func inspectPolicy(p *planchecks.Planned, client string) {
	var plan model
	if !p.Succeeds() || !p.Decode(&plan) {
		return
	}
	policy, user := p.ClientPolicy(client), plan.create()
	if user.Name == nil {
		user.Name = &idm.UserName{}
	}
	if user.Address == nil {
		user.Address = &idm.UserAddress{}
	}
	if user.Contacts == nil {
		user.Contacts = &idm.UserContacts{}
	}
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
		if policy[m.parameter] == "true" && p.FullyKnown(m.attribute) && m.value(user) == "" {
			refuse(m.attribute, m.key, m.parameter, "is mandatory")
		}
	}
	if user.Gender == "other" && policy[otherGender] != "true" && policy != nil {
		refuse("gender", "", otherGender, `cannot be "other"`)
	}
	// The reference states that the expression makes the number mandatory, not how it is compared.
	if policy[phoneRegex] != "" && p.FullyKnown("contacts") && user.Contacts.Telephone == "" {
		refuse("contacts", "telephone", phoneRegex, "is mandatory")
	}
}
