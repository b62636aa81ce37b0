package sim

// checkUser checks a user against the client's policy and the other users.
func (c *call) checkUser(d doc) error {
	for _, rec := range c.list("users", "loginId", c.client(), text(d, "loginId")) {
		if rec.id != text(d, "extId") {
			return c.duplicate(codeDuplicateValue, "The login id %q is used by the user %q.", d["loginId"], rec.id)
		}
	}
	policy := c.clientPolicy(c.client())
	for path, name := range mandatoryByPolicy {
		if text(policy, name) == "true" && formatParam(attribute(d, path)) == "" {
			return refuse(codeInvalidData, "%s is mandatory by the client policy %s.", path, name)
		}
	}
	if text(d, "gender") == "other" && text(policy, "application.feature.othergender.enabled") != "true" {
		return refuse(codePolicyViolation, "gender is other, which the client policy does not enable.")
	}
	if text(policy, phoneExpression) != "" && formatParam(attribute(d, "contacts.telephone")) == "" {
		return refuse(codeInvalidData, "contacts.telephone is mandatory by the client policy %s.", phoneExpression)
	}
	return nil
}

// phoneExpression is the policy that makes a telephone number mandatory by its presence. The
// reference does not state that the number must match it.
const phoneExpression = "validation.user.phone.regex"

// mandatoryByPolicy names the policy that makes an attribute mandatory. The reference swaps the
// policy's names of the first two.
var mandatoryByPolicy = map[string]string{
	"name.firstName":      "validation.user.name.mandatory",
	"name.familyName":     "validation.user.firstname.mandatory",
	"sex":                 "validation.user.sex.mandatory",
	"address.countryCode": "validation.user.country.mandatory",
	"contacts.mobile":     "validation.user.mobile.mandatory",
	"contacts.email":      "validation.user.email.mandatory",
}
