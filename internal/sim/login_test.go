package sim_test

import (
	"encoding/base64"
	"testing"
)

func TestLogin(t *testing.T) {
	s := start(t)
	s.runAs(t, "", step{"GET clients", "", 401, "errors.unauthorized", ""})
	s.runAs(t, "wrong", step{"GET clients", "", 401, "errors.unauthorized", ""})
	if got := s.send(t, "wrong", "GET clients", ""); got.header.Get("WWW-Authenticate") == "" {
		t.Error("no challenge")
	}
	s.runAs(t, "wrong", step{"GET /nowhere", "", 401, "errors.unauthorized", ""})
	s.run(t, step{"GET /nowhere", "", 404, "errors.unknownPath", ""})
}

// A technical user has the rights of the caller with the same user.
func TestLogin_technicalUser(t *testing.T) {
	s := start(t)
	token := func(s string) string { return base64.RawStdEncoding.EncodeToString([]byte(s)) }
	const secret = "bot-secret-0123456789-abcdefghijklmnopqrstuv"
	s.created(t, "POST acme/users", `{"extId":"other","loginId":"other","isTechnicalUser":true}`)
	for value, status := range map[string]int{
		"u-dev-bot:cred-bot:" + secret:       200,
		"u-dev-bot:cred-bot:" + secret + "x": 401,
		"u-dev-bot:cred-bot":                 401,
		"u-anna:cred-bot:" + secret:          401,
		"other:cred-bot:" + secret:           401,
		"u-dev-bot:none:" + secret:           401,
	} {
		if got := s.send(t, token(value), "GET clients", ""); got.status != status {
			t.Errorf("%s: %d, want %d", value, got.status, status)
		}
	}
	s.run(t, step{"PATCH acme/users/u-dev-bot", `{"userState":"disabled"}`, 200, "", ""})
	s.runAs(t, token("u-dev-bot:cred-bot:"+secret), step{"GET clients", "", 401, "errors.unauthorized", ""})
}

func TestLogin_basic(t *testing.T) {
	s := start(t)
	for _, c := range []struct {
		user, password, call string
		status               int
	}{
		{"anna", "anna-password", "GET acme/users/u-anna", 200},
		{"anna", "wrong", "GET acme/users/u-anna", 401},
		{"anna", "", "GET acme/users/u-anna", 401},
		{"ben", "ben-password", "GET acme/units/acme-hq", 200},
		{"ben", "ben-password", "DELETE acme/units/acme-it", 403},
		{"carla", "carla-password", "GET acme/units/acme-hq", 401},
		{"nobody", "x", "GET acme/units/acme-hq", 401},
	} {
		r, err := s.request("", c.call, "")
		if err != nil {
			t.Fatal(err)
		}
		r.SetBasicAuth(c.user, c.password)
		got, err := do(r)
		if err != nil || got.status != c.status {
			t.Errorf("%s: %s: %d %v, want %d", c.user, c.call, got.status, err, c.status)
		}
	}
}

// A user without a caller element can log in, and has no rights.
func TestLogin_withoutRights(t *testing.T) {
	s := startSeed(t, `{"clients":[{"extId":"acme","name":"Acme"}],"users":[{"clientExtId":"acme","extId":"eve","isTechnicalUser":true}],
		"credentials":[{"clientExtId":"acme","userExtId":"eve","extId":"c","type":"DevicePassword","loginSecret":"a:b"}]}`)
	token := base64.RawStdEncoding.EncodeToString([]byte("eve:c:a:b"))
	s.runAs(t, token, step{"GET clients", "", 403, "errors.insufficientRightsFunction", ""})
}
