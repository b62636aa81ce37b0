package sim_test

import "testing"

func TestPolicy_operations(t *testing.T) {
	s := start(t)
	id := s.created(t, "POST acme/policies", `{"policyType":"PwdPolicy","name":"Strict","defaultPolicy":true,"version":7,
		"parameters":{"minLength":"12","maxLength":"20","minDigits":"2"}}`)
	s.run(t,
		step{"GET acme/policies/" + id, "", 200, "",
			`{"extId":"` + id + `","clientExtId":"acme","policyType":"PwdPolicy","defaultPolicy":true,"version":1,
			"parameters":{"minLength":"12","maxLength":"20","minDigits":"2"}}`},
		step{"GET acme/policies/policy-password", "", 200, "", `{"defaultPolicy":false}`},
		step{"GET clients/acme/policies", "", 200, "",
			`{"items":[{"extId":"policy-client"},{"extId":"policy-password"},{"name":"Strict"}]}`},
		step{"PATCH acme/policies/" + id, `{"parameters":{"minLength":"10"},"policyType":"PwdPolicy","version":1}`, 200, "",
			`{"parameters":{"minLength":"10","maxLength":null},"version":2}`},
		step{"PATCH acme/policies/" + id, `{"name":"x","version":1}`, 409, "errors.optimisticLockingFailure", ""},
		step{"PATCH acme/policies/" + id, `{"policyType":"PUKPolicy"}`, 422, "errors.modifyReadonlyData", ""},
		step{"PATCH acme/policies/" + id, `{"extId":"other"}`, 422, "errors.modifyReadonlyData", ""},
		step{"PATCH acme/policies/" + id, `{}`, 200, "", `{"version":2}`},
		step{"DELETE acme/policies/" + id, "", 422, "errors.deleteDefaultEntityFailure", ""},
		step{"DELETE acme/policies/policy-password", "", 422, "errors.undeletedDependencies", ""},
		step{"PATCH acme/policies/" + id, `{"defaultPolicy":false}`, 200, "", `{"defaultPolicy":false}`},
		step{"DELETE acme/policies/" + id, "", 204, "", ""},
		step{"GET acme/policies/" + id, "", 404, "errors.noRecord", ""},
	)
}

func TestPolicy_refused(t *testing.T) {
	s := start(t)
	const create = "POST acme/policies"
	s.run(t,
		step{create, `{"name":"x"}`, 422, "errors.invalidData", ""},
		step{create, `{"policyType":"ClientPolicy"}`, 422, "errors.invalidData", ""},
		step{create, `{"policyType":"PwdPolicy","extId":"policy-password"}`, 422, "errors.duplicateValue", ""},
		step{create, `{"policyType":"PwdPolicy","parameters":{"minLength":"9","maxLength":"8"}}`, 422, "errors.inconsistentData", ""},
		step{create, `{"policyType":"PwdPolicy","parameters":{"minLength":"12","maxLength":"64","minAgeHours":"24","minHistory":"48"}}`, 201,
			"", ""},
		step{create, `{"policyType":"PwdPolicy","parameters":{"maxLength":8}}`, 422, "errors.invalidData", ""},
		step{"PATCH acme/policies/policy-client", `{"parameters":{"data.classifications.secret.user":"birthDate"}}`, 422,
			"errors.policyViolation", ""},
		step{"PATCH acme/policies/none", `{}`, 404, "errors.noRecord", ""},
	)
	s.runAs(t, reader,
		step{"GET acme/policies/policy-client", "", 200, "", ""},
		step{"GET clients/acme/policies", "", 200, "", ""},
		step{create, `{"policyType":"PwdPolicy"}`, 403, "errors.insufficientRightsFunction", ""},
		step{"DELETE acme/policies/policy-client", "", 403, "errors.insufficientRightsFunction", ""},
	)
}
