package sim_test

import "testing"

func TestClient_reads(t *testing.T) {
	s := start(t)
	s.run(t,
		step{"GET clients", "", 200, "", `{"items":[{"extId":"acme"},{"extId":"globex"}],"_pagination":{"limit":1000}}`},
		step{"GET clients/acme", "", 200, "", `{"extId":"acme","name":"Acme","displayName":{"EN":"Acme Corporation"},"version":1}`},
		step{"GET clients/none", "", 404, "errors.noRecord", ""},
		step{"GET clients/acme/eroles", "", 200, "", `{"items":[{"extId":"er-sales"},{"extId":"er-finance"},{"extId":"er-manager"}]}`},
		step{"POST clients", `{"name":"x"}`, 405, "errors.methodNotAllowed", ""},
		step{"PATCH clients/acme", `{"name":"x"}`, 405, "errors.methodNotAllowed", ""},
	)
}

func TestClient_applications(t *testing.T) {
	s := start(t)
	s.run(t,
		step{"GET clients/acme/applications", "", 200, "", `{"items":[{"extId":"crm","name":"CRM"},{"extId":"wiki"}]}`},
		step{"PUT clients/acme/applications/billing/", "", 204, "", ""},
		step{"PUT clients/acme/applications/billing/", "", 204, "", ""},
		step{"GET clients/acme/applications", "", 200, "", `{"items":[{"extId":"billing"},{"extId":"crm"},{"extId":"wiki"}]}`},
		step{"GET clients/acme/applications?limit=2", "", 200, "",
			`{"items":[{"extId":"billing"},{"extId":"crm"}],"_pagination":{"continuationToken":"0_crm"}}`},
		step{"GET clients/acme/applications?limit=2&continuationToken=0_crm", "", 200, "",
			`{"items":[{"extId":"wiki"}],"_pagination":{"continuationToken":null}}`},
		step{"GET clients/acme", "", 200, "", `{"version":1}`},
		step{"DELETE clients/acme/applications/billing/", "", 204, "", ""},
		step{"DELETE clients/acme/applications/billing/", "", 404, "errors.noRecord", ""},
		step{"PUT clients/acme/applications/none/", "", 404, "errors.noRecord", ""},
		step{"PUT clients/none/applications/crm/", "", 404, "errors.noRecord", ""},
	)
}

func TestApplication_lifecycle(t *testing.T) {
	s := start(t)
	s.created(t, "POST applications", `{"extId":"app","name":"App","displayed":true}`)
	s.run(t,
		step{"GET applications", "", 200, "", `{"items":[{"extId":"app"},{"extId":"billing"},{"extId":"crm"},{"extId":"hr"},` +
			`{"extId":"wiki"}]}`},
		step{"GET applications/app", "", 200, "", `{"extId":"app","name":"App","displayed":true,"version":1}`},
		step{"PATCH applications/app", `{"description":"d","version":1}`, 200, "", `{"description":"d","version":2}`},
		step{"PATCH applications/app", `{"name":"CRM"}`, 422, "errors.duplicateName", ""},
		step{"PATCH applications/app", `{"name":""}`, 422, "errors.invalidData", ""},
		step{"POST applications", `{"name":"App","displayed":true}`, 422, "errors.duplicateName", ""},
		step{"POST applications", `{"name":"x"}`, 422, "errors.invalidData", ""},
		step{"POST applications", `{"displayed":true}`, 422, "errors.invalidData", ""},
		step{"DELETE applications/app", "", 204, "", ""},
		step{"GET applications/app", "", 404, "errors.noRecord", ""},
	)
}

func TestApplication_deleteCascades(t *testing.T) {
	s := start(t)
	s.run(t,
		step{"DELETE applications/crm", "", 204, "", ""},
		step{"GET roles/crm-reader", "", 404, "errors.noRecord", ""},
		step{"GET clients/acme/applications", "", 200, "", `{"items":[{"extId":"wiki"}]}`},
		step{"GET acme/profiles/p-anna-hq/authorizations", "", 200, "", `{"items":[]}`},
		step{"GET acme/eroles/er-sales/roles", "", 200, "", `{"items":[{"extId":"wiki-editor"}]}`},
	)
}

func TestRole_lifecycle(t *testing.T) {
	s := start(t)
	s.created(t, "POST applications/hr/roles", `{"extId":"hr-admin","name":"admin"}`)
	s.run(t,
		step{"GET roles/hr-admin", "", 200, "", `{"extId":"hr-admin","applicationExtId":"hr","applicationName":"HR","name":"admin"}`},
		step{"GET applications/hr/roles", "", 200, "", `{"items":[{"extId":"hr-viewer"},{"extId":"hr-admin"}]}`},
		step{"POST applications/hr/roles", `{"name":"admin"}`, 422, "errors.duplicateName", ""},
		step{"POST applications/wiki/roles", `{"name":"admin"}`, 201, "", ""},
		step{"POST applications/wiki/roles", `{"extId":"hr-admin","name":"x"}`, 422, "errors.duplicateValue", ""},
		step{"POST applications/none/roles", `{"name":"x"}`, 404, "errors.noRecord", ""},
		step{"PATCH roles/hr-admin", `{"description":"d","version":1}`, 200, "", `{"description":"d","version":2}`},
		step{"PATCH roles/hr-admin", `{"name":"viewer"}`, 422, "errors.duplicateName", ""},
		step{"DELETE roles/hr-admin", "", 204, "", ""},
		step{"GET roles/hr-admin", "", 404, "errors.noRecord", ""},
		step{"DELETE roles/crm-reader", "", 204, "", ""},
		step{"GET acme/profiles/p-anna-hq/authorizations", "", 200, "", `{"items":[]}`},
	)
}

func TestEnterpriseRole_lifecycle(t *testing.T) {
	s := start(t)
	s.created(t, "POST acme/eroles", `{"extId":"er","name":"Er","displayName":{"EN":"E"}}`)
	s.run(t,
		step{"GET acme/eroles/er", "", 200, "", `{"extId":"er","clientExtId":"acme","displayName":{"EN":"E"},"version":1}`},
		step{"GET acme/eroles/er/roles", "", 200, "", `{"items":[]}`},
		step{"PUT acme/eroles/er/roles/hr-viewer", "", 204, "", ""},
		step{"PUT acme/eroles/er/roles/hr-viewer", "", 204, "", ""},
		step{"GET acme/eroles/er/roles", "", 200, "", `{"items":[{"extId":"hr-viewer"}]}`},
		step{"GET acme/eroles/er", "", 200, "", `{"version":1}`},
		step{"PUT acme/eroles/er/roles/none", "", 404, "errors.noRecord", ""},
		step{"DELETE acme/eroles/er/roles/hr-viewer", "", 204, "", ""},
		step{"DELETE acme/eroles/er/roles/hr-viewer", "", 404, "errors.noRecord", ""},
		step{"PATCH acme/eroles/er", `{"name":"Sales"}`, 422, "errors.duplicateName", ""},
		step{"PATCH acme/eroles/er", `{"description":"d","version":1}`, 200, "", `{"description":"d","version":2}`},
		step{"POST acme/eroles", `{"name":"Er"}`, 422, "errors.duplicateName", ""},
		step{"POST acme/eroles", `{}`, 422, "errors.invalidData", ""},
		step{"DELETE acme/eroles/er", "", 204, "", ""},
		step{"GET acme/eroles/er", "", 404, "errors.noRecord", ""},
		step{"DELETE acme/eroles/er-sales", "", 204, "", ""},
		step{"GET acme/profiles/p-anna-hq/eauthorizations", "", 200, "", `{"items":[]}`},
		step{"GET acme/profiles/p-anna-hq/roles", "", 200, "", `{"items":[{"extId":"crm-reader"}]}`},
		step{"PATCH acme/eroles/er-finance/properties", `{"x":"y"}`, 422, "errors.invalidData", ""},
		step{"GET acme/eroles/er-finance/properties", "", 200, "", `{}`},
	)
}
