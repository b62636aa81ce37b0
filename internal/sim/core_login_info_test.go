package sim_test

import "testing"

const loginInfo, bulkLoginInfo = "POST acme/users/u-anna/login-info", "POST acme/users/u-anna/bulk-login-info"

func TestLoginInfo_update(t *testing.T) {
	s := start(t)
	const password = `"credentialExtId":"cred-anna-password"`
	s.run(t,
		step{loginInfo, `{"success":true}`, 200, "", `{"statusCode":8,"description":"Unchecked","userExtId":null}`},
		step{"GET acme/users/u-anna", "", 200, "", `{"lastSuccessfulLoginDate":"2025-06-01T12:00:00Z","lastFailedLoginDate":null,` +
			`"version":1}`},
		step{loginInfo, `{"success":false}`, 200, "", `{"statusCode":8}`},
		step{"GET acme/users/u-anna", "", 200, "", `{"lastFailedLoginDate":"2025-06-01T12:00:00Z"}`},
		step{loginInfo, `{"success":true,` + password + `}`, 200, "", `{"statusCode":5,"description":"Login Ok"}`},
		step{loginInfo, `{"success":false,` + password + `}`, 200, "", status(2)},
		step{loginInfo, `{"success":false,` + password + `}`, 200, "", status(2)},
		step{loginInfo, `{"success":false,` + password + `}`, 200, "", status(2)},
		step{loginInfo, `{"success":false,` + password + `}`, 200, "", status(3)},
		step{loginInfo, `{"success":false,` + password + `}`, 200, "", status(4)},
		step{loginInfo, `{"success":true,` + password + `}`, 422, "errors.invalidParameter", ""},
	)
}

func TestLoginInfo_refused(t *testing.T) {
	s := start(t)
	s.run(t,
		step{"POST acme/users/none/login-info", `{"success":true}`, 404, "errors.noRecord", ""},
		step{"POST none/users/u-anna/login-info", `{"success":true}`, 404, "errors.noRecord", ""},
		step{loginInfo, `{"success":true,"credentialExtId":"none"}`, 404, "errors.noRecord", ""},
		step{loginInfo, `{"success":true,"credentialExtId":"cred-bot"}`, 422, "errors.invalidParameter", ""},
		step{"POST acme/users/u-carla/login-info", `{"success":true,"credentialExtId":"cred-carla-password"}`, 422,
			"errors.invalidParameter", ""},
		step{loginInfo, `{"credentialExtId":"cred-anna-password"}`, 422, "errors.invalidData", ""},
		step{loginInfo, `{"success":"yes"}`, 422, "errors.invalidData", ""},
		step{"GET acme/users/u-anna", "", 200, "", `{"lastSuccessfulLoginDate":null,"lastFailedLoginDate":null}`},
	)
	s.runAs(t, reader, step{loginInfo, `{"success":true}`, 403, "errors.insufficientRightsFunction", ""})
}

func TestLoginInfo_extended(t *testing.T) {
	s := start(t, "later-releases")
	s.run(t,
		step{loginInfo, `{"success":true}`, 200, "", `{"statusCode":8,"userExtId":"u-anna","clientExtId":"acme","credentialExtId":null,
			"userLastLogin":"2025-06-01T12:00:00Z","userLastLoginFailure":null}`},
		step{loginInfo, `{"success":false,"credentialExtId":"cred-anna-password"}`, 200, "",
			`{"statusCode":2,"credentialExtId":"cred-anna-password",
			"credentialType":"PASSWORD","userLastLogin":null,"userLastLoginFailure":"2025-06-01T12:00:00Z","credentialLastLogin":null,
			"credentialLastLoginFailure":"2025-06-01T12:00:00Z"}`},
	)
}

func TestLoginInfo_bulk(t *testing.T) {
	s := start(t)
	s.run(t,
		step{bulkLoginInfo, `{"userLoginSuccessful":true,"credentials":[{"success":true,"credentialExtId":"cred-anna-password"},
			{"success":false,"credentialExtId":"cred-anna-context"},{"success":true,"credentialExtId":"cred-bot"},{"success":true}]}`,
			200, "",
			`{"successes":[{"credentialExtId":"cred-anna-password","statusCode":5},{"credentialExtId":"cred-anna-context","statusCode":2}],
			"failures":[{"credentialExtId":"cred-bot","errors":[{"code":"errors.invalidParameter"}]},
				{"errors":[{"code":"errors.invalidData"}]}]}`},
		step{"GET acme/users/u-anna", "", 200, "", `{"lastSuccessfulLoginDate":"2025-06-01T12:00:00Z","lastFailedLoginDate":null}`},
		step{bulkLoginInfo, `{"userLoginSuccessful":false}`, 200, "", `{"successes":[],"failures":[]}`},
		step{bulkLoginInfo, `{"credentials":[]}`, 422, "errors.invalidData", ""},
		step{"POST acme/users/none/bulk-login-info", `{"userLoginSuccessful":true}`, 404, "errors.noRecord", ""},
	)
}
