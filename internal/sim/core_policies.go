package sim

import (
	"slices"

	"github.com/google/uuid"
)

var policyFields = slices.Concat(
	[]field{
		// A create accepts and ignores a version.
		{name: "version", kind: kindNumber, use: fixed},
	},
	fields(kindText, shown, "clientExtId"),
	fields(kindName, editable|needed, "policyType"),
	fields(kindText, editable, "extId", "name", "description"),
	fields(kindFlag, editable, "defaultPolicy"),
	fields(kindTexts, editable, "parameters"),
	fields(kindTime, shown, "created", "lastModified"),
)

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
