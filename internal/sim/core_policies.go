package sim

import "github.com/google/uuid"

func fillPolicy(_ *tx, d doc) {
	setDefault(d, "extId", uuid.NewString())
	setDefault(d, "defaultPolicy", false)
}

// checkPolicy checks the parameters of a policy.
func (t *tx) checkPolicy(d doc) {
	if text(d, "policyType") == "" {
		panic(refuse(codeInvalidData, "policyType is mandatory."))
	}
	if text(d, "policyType") != "ClientPolicy" || t.fromService {
		return
	}
	for _, rec := range t.list("policies", "type", text(d, "clientExtId"), "ClientPolicy") {
		if rec.id != text(d, "extId") {
			panic(refuse(codeInvalidData, "The client has the ClientPolicy %q already.", rec.id))
		}
	}
	parameters := nested(d, "parameters")
	checkClassifications(parameters)
}
