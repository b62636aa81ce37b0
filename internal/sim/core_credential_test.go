package sim_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

const benPath = "acme/users/u-ben/"

// certificate returns a PEM certificate as a JSON string.
func certificate(t *testing.T) string {
	t.Helper()
	content, err := os.ReadFile("testdata/certificate.json")
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(content))
}

// secret creates a credential. It returns a field of the response's body, and the last element of
// its address.
func (s *service) secret(t *testing.T, call, body, name string) (secret, id string) {
	t.Helper()
	got := s.send(t, admin, call, body)
	object, _ := got.body.(map[string]any)
	location := got.header.Get("Location")
	if got.status != 201 || location == "" || object[name] == nil {
		t.Fatalf("%s %s: responded %d %s", call, body, got.status, got.raw)
	}
	return fmt.Sprint(object[name]), location[strings.LastIndexByte(location, '/')+1:]
}

// TestCredential_everyKind creates, reads, changes and deletes one credential of each kind. A line of
// testdata/kinds.txt has the path of the kind, the body of the create, and what a read contains.
func TestCredential_everyKind(t *testing.T) {
	s := startWith(t, sim.Options{Seed: demoWith(t, map[string][]any{"policies": {
		map[string]any{"clientExtId": "acme", "extId": "tan", "policyType": "TANPolicy", "defaultPolicy": true},
	}, "users": {map[string]any{"clientExtId": "acme", "extId": "u-new", "loginId": "new"}}})})
	kinds, err := os.ReadFile("testdata/kinds.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(kinds)) {
		columns := strings.Split(strings.TrimSpace(line), "\t")
		path, body, want := columns[0], columns[1], columns[2]
		t.Run(path, func(t *testing.T) {
			all := "acme/users/u-new/" + path
			got := s.send(t, admin, "POST "+all, body)
			location := got.header.Get("Location")
			one, ok := strings.CutPrefix(location, s.url+"/core/v1/")
			if got.status != 201 || !ok || !strings.HasPrefix(one, all) {
				t.Fatalf("responded %d %q %s", got.status, location, got.raw)
			}
			s.run(t,
				step{"GET " + one, "", 200, "", want},
				step{"GET " + one, "", 200, "", `{"userExtId":"u-new","stateName":"ACTIVE","stateChangeReason":"initialized","version":1,
					"createdBy":"Acme/dev-bot","loginSecret":null,"created":"2025-06-01T12:00:00Z"}`},
				step{"PATCH " + one, `{"stateName":"DISABLED","modificationComment":"lost","version":1}`, 200, "",
					`{"stateName":"DISABLED","modificationComment":"lost","stateChangeReason":"changed-by-admin","version":2,` +
						`"modifiedBy":"Acme/dev-bot"}`},
				step{"PATCH " + one, `{"stateName":"active","version":1}`, 409, "errors.optimisticLockingFailure", ""},
				step{"PATCH " + one, `{"stateName":"lost"}`, 422, "errors.invalidData", ""},
				step{"PATCH " + one, `{"colour":"blue"}`, 422, "errors.invalidData", ""},
				step{"PATCH " + one, `{}`, 200, "", `{"version":2}`},
				step{"POST " + all, strings.Replace(strings.Replace(body, "{", `{"colour":"blue",`, 1), ",}", "}", 1), 422,
					"errors.invalidData", ""},
				step{"POST acme/users/none/" + path, body, 404, "errors.noRecord", ""},
			)
			s.runAs(t, reader,
				step{"GET " + one, "", 200, "", ""},
				step{"POST " + all, body, 403, "errors.insufficientRightsFunction", ""},
				step{"PATCH " + one, `{}`, 403, "errors.insufficientRightsFunction", ""},
				step{"DELETE " + one, "", 403, "errors.insufficientRightsFunction", ""},
			)
			s.run(t,
				step{"DELETE " + one, "", 204, "", ""},
				step{"GET " + one, "", 404, "errors.noRecord", ""},
				step{"PATCH " + one, `{}`, 404, "errors.noRecord", ""},
				step{"DELETE " + one, "", 404, "errors.noRecord", ""},
			)
		})
	}
}

// Kinds that start active refuse a state in a create, but accept one in a change.
func TestCredential_startsActive(t *testing.T) { play(t) }

func TestCredential_onePerUser(t *testing.T) { play(t) }

func TestCredential_rules(t *testing.T) { play(t) }

func TestCredential_mtan(t *testing.T) { play(t) }

func TestCredential_secretsWork(t *testing.T) {
	s := start(t)
	login := func(kind, body string, code int) {
		t.Helper()
		s.run(t, step{"POST /auth/v1/acme/users/u-ben/" + kind + "/login/", body, 200, "", status(code)})
	}
	fragment, id := s.secret(t, "POST "+benPath+"device-password", `{"extId":"device"}`, "passwordFragment")
	if len(fragment) != 64 || id != "device" {
		t.Errorf("made %q with the id %q", fragment, id)
	}
	login("device-password", `{"credentialExtId":"device","password":"`+fragment+`"}`, 5)
	changed := s.send(t, admin, "POST "+benPath+"device-password/device/change", `{}`).body.(map[string]any)
	login("device-password", `{"credentialExtId":"device","password":"`+fragment+`"}`, 2)
	login("device-password", fmt.Sprintf(`{"credentialExtId":"device","password":%q}`, changed["passwordFragment"]), 5)

	shop := s.created(t, "POST "+benPath+"context-passwords", `{"context":"shop","password":"long-enough"}`)
	login("context-password", `{"context":"shop","password":"long-enough"}`, 5)
	s.run(t,
		step{"POST " + benPath + "context-passwords/" + shop + "/change", `{"newPassword":"short"}`, 422, "errors.pwdPolicyViolated", ""},
		step{"POST " + benPath + "context-passwords/" + shop + "/change", `{"newPassword":"another-one"}`, 204, "", ""},
	)
	login("context-password", `{"context":"shop","password":"another-one"}`, 5)
}

func TestCredential_generatedPassword(t *testing.T) {
	s := start(t)
	s.run(t, step{"PATCH acme/policies/policy-password", `{"parameters":{"resetCodeEnabled":"true"}}`, 200, "", ""},
		step{"POST acme/users/u-dev-bot/password", `{"password":"long-enough"}`, 422, "errors.invalidData", ""},
		step{"POST acme/users/u-dev-bot/context-passwords", `{"context":"c","password":"long-enough"}`, 422, "errors.invalidData", ""},
	)
	fragment, _ := s.secret(t, "POST acme/users/u-dev-bot/password", `{}`, "passwordFragment")
	s.run(t, step{"POST /auth/v1/acme/users/u-dev-bot/password/login/", `{"password":"` + fragment + `"}`, 200, "", status(5)})
	_, id := s.secret(t, "POST acme/users/u-dev-bot/context-passwords", `{"context":"c"}`, "passwordFragment")
	s.run(t, step{"POST acme/users/u-dev-bot/context-passwords/" + id + "/change", `{"newPassword":"long-enough"}`, 422,
		"errors.invalidParameter", ""})
}

func TestCredential_reset(t *testing.T) {
	s := startWith(t, sim.Options{Seed: demoWith(t, map[string][]any{"policies": {
		map[string]any{"clientExtId": "acme", "extId": "puk", "policyType": "PUKPolicy", "defaultPolicy": true,
			"parameters": map[string]any{"maxResetCount": "1"}},
	}})})
	s.secret(t, "POST acme/users/u-carla/puk", `{}`, "puk")
	before := s.send(t, admin, "GET acme/users/u-carla/puk", "").body.(map[string]any)["puk"]
	s.run(t,
		step{"POST acme/users/u-carla/puk/reset", "", 200, "", ""},
		step{"GET acme/users/u-carla/puk", "", 200, "", `{"resetCount":1,"stateChangeReason":"reset","version":2}`},
		step{"POST acme/users/u-carla/puk/reset", "", 422, "errors.policyViolation", ""},
		step{"POST acme/users/u-dev-bot/puk/reset", "", 404, "errors.noRecord", ""},
		step{"POST acme/users/u-anna/ticket/reset", "", 200, "", ""},
		step{"GET acme/users/u-anna/ticket", "", 200, "", `{"resetCount":1}`},
	)
	if after := s.send(t, admin, "GET acme/users/u-carla/puk", "").body.(map[string]any)["puk"]; after == before {
		t.Error("the hash is the old one")
	}
}

func TestCredential_recoveryCodeSet(t *testing.T) {
	s := start(t)
	const codes = "acme/users/u-anna/recovery-codes"
	s.run(t, step{"GET " + codes, "", 200, "", `{"items":[{"code":"11112222","used":false},{"code":"33334444","used":false}]}`})
	got := s.send(t, admin, "POST "+codes, "")
	list, _ := got.body.(map[string]any)["recoveryCodes"].([]any)
	if got.status != 201 || len(list) != 16 || got.header.Get("Location") == "" {
		t.Fatalf("responded %d %s", got.status, got.raw)
	}
	s.run(t,
		step{annaLogin + "recovery-codes/login/", `{"code":"11112222"}`, 422, "errors.invalidParameter", ""},
		step{annaLogin + "recovery-codes/login/", fmt.Sprintf(`{"code":%q}`, list[0]), 204, "", ""},
	)
	if used := items(s.send(t, admin, "GET "+codes, ""), "used"); strings.Count(used, "true") != 1 || strings.Count(used, "false") != 15 {
		t.Errorf("the codes are used: %s", used)
	}
	s.run(t,
		step{"DELETE " + codes, "", 204, "", ""},
		step{"DELETE " + codes, "", 404, "errors.noRecord", ""},
		step{"GET " + codes, "", 200, "", `{"items":[]}`},
	)
	s.runAs(t, anna, step{"POST " + codes, "", 201, "", ""}, step{"POST " + benPath + "recovery-codes", "", 403,
		"errors.insufficientRightsFunction", ""})
}

func TestCredential_genericProperties(t *testing.T) { play(t) }

// TestCredential_selfAdmin changes the caller's own credentials with and without an X-Token.
func TestCredential_selfAdmin(t *testing.T) {
	s := start(t)
	const own = "acme/users/u-anna/"
	s.runAs(t, anna,
		step{"GET " + own + "context-passwords", "", 200, "", `{"items":[{"context":"portal","createdBy":null}]}`},
		step{"POST " + own + "context-passwords/cred-anna-context/change", `{"newPassword":"long-enough"}`, 422, "errors.invalidData", ""},
		step{"POST " + own + "context-passwords/cred-anna-context/change", `{"newPassword":"long-enough","oldPassword":"x"}`, 401,
			"errors.unauthorized", ""},
		step{"POST " + own + "context-passwords/cred-anna-context/change",
			`{"newPassword":"long-enough","oldPassword":"anna-portal-password"}`, 204, "", ""},
		step{"POST " + own + "generic-credentials", `{"identification":"x","validity":{"to":"2030-01-01T00:00:00Z"}}`, 422,
			"errors.invalidParameter", ""},
		step{"POST " + own + "generic-credentials", `{"identification":"x"}`, 201, "", ""},
		step{"POST " + own + "certificates", `{"certificate":` + certificate(t) + `}`, 401, "errors.unauthorized", ""},
		step{"POST " + own + "puk", `{}`, 403, "errors.insufficientRightsFunction", ""},
		step{"POST " + benPath + "generic-credentials", `{"identification":"x"}`, 403, "errors.insufficientRightsFunction", ""},
	)
	r, err := s.request(anna, "POST "+own+"certificates", `{"certificate":`+certificate(t)+`}`)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("X-Token", fmt.Sprint(s.send(t, anna, token, tokenBody).body.(map[string]any)["access_token"]))
	if got, err := do(r); err != nil || got.status != 201 {
		t.Errorf("with a token: %d %s %v", got.status, got.raw, err)
	}
}

func TestCredential_stateSpelling(t *testing.T) { play(t) }

func TestCredential_vasco(t *testing.T) {
	s := start(t)
	s.run(t,
		step{"POST acme/vasco", `{"extId":"token","vascoTokens":[{"authMode":"RO","data":"dG9rZW4="}]}`, 201, "",
			`{"extId":"token","type":"Vasco","userExtId":null,"vascoTokens":[{"authMode":"RO","data":"dG9rZW4="}]}`},
		step{"POST acme/vasco", `{}`, 422, "errors.invalidData", ""},
	)
	if got := s.stored(t, "credentials", "token"); got["clientExtId"] != "acme" {
		t.Errorf("stored %v", got)
	}
	if _, err := sim.New(sim.Options{Seed: s.State()}); err != nil {
		t.Errorf("the state is no seed: %v", err)
	}
}

func TestDispatchTarget(t *testing.T) {
	s := play(t)
	if _, err := sim.New(sim.Options{Seed: s.State()}); err != nil {
		t.Errorf("the state is no seed: %v", err)
	}
}

func TestPersonalQuestion(t *testing.T) {
	s := start(t)
	id := s.created(t, "POST acme/personal-questions", `{"stateName":"active","displayName":{"EN":"Your first pet?"}}`)
	if got := s.stored(t, "personalQuestions", id); got["stateName"] != "active" {
		t.Errorf("stored %v", got)
	}
	s.run(t, step{"POST acme/personal-questions", `{"stateName":"open"}`, 422, "errors.invalidData", ""},
		step{"POST acme/personal-questions", `{}`, 422, "errors.invalidData", ""})
	s.runAs(t, reader, step{"POST acme/personal-questions", `{"stateName":"active"}`, 403, "errors.insufficientRightsFunction", ""})
}
