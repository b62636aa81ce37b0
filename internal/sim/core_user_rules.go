package sim

// checkUser checks a user against the client's policy.
func (c *call) checkUser(d doc) {
	policy := c.clientPolicy(c.client())
	for path, name := range mandatoryByPolicy {
		if text(policy, name) == "true" && formatParam(attribute(d, path)) == "" {
			panic(refuse(codeInvalidData, "%s is mandatory by the client policy %s.", path, name))
		}
	}
	if text(d, "gender") == "other" && text(policy, "application.feature.othergender.enabled") != "true" {
		panic(refuse(codePolicyViolation, "gender is other, which the client policy does not enable."))
	}
	if text(policy, phoneExpression) != "" && formatParam(attribute(d, "contacts.telephone")) == "" {
		panic(refuse(codeInvalidData, "contacts.telephone is mandatory by the client policy %s.", phoneExpression))
	}
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
