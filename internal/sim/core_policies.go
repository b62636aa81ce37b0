package sim

import "github.com/google/uuid"

var policyFields = []field{
	// A create accepts and ignores a version.
	{name: "version", kind: kindNumber, use: fixed},
	{name: "extId", use: fixed},
	{name: "clientExtId", use: shown},
	{name: "policyType", kind: kindName, use: fixed | needed},
	{name: "name", use: editable},
	{name: "description", use: editable},
	{name: "defaultPolicy", kind: kindFlag, use: editable},
	{name: "parameters", kind: kindTexts, use: editable},
	{name: "created", kind: kindTime, use: shown},
	{name: "lastModified", kind: kindTime, use: shown},
}

func fillPolicy(_ *tx, d doc) {
	setDefault(d, "extId", uuid.NewString())
	setDefault(d, "defaultPolicy", false)
}

// checkPolicy checks the parameters of a policy.
func (t *tx) checkPolicy(d doc) error {
	if text(d, "policyType") == "" {
		return refuse(codeInvalidData, "policyType is mandatory.")
	}
	if text(d, "policyType") != "ClientPolicy" || t.fromService {
		return nil
	}
	for _, rec := range t.list("policies", "type", text(d, "clientExtId"), "ClientPolicy") {
		if rec.id != text(d, "extId") {
			return refuse(codeInvalidData, "The client has the ClientPolicy %q already.", rec.id)
		}
	}
	parameters, _ := d["parameters"].(doc)
	return checkClassifications(parameters)
}
