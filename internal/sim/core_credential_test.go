package sim_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"math/big"
	"strings"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

const benPath = "acme/users/u-ben/"

// certificate creates a PEM certificate as a JSON string.
func certificate(t *testing.T) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(4711), Subject: pkix.Name{CommonName: "Ben"}, NotAfter: time.Unix(1<<32, 0)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
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

// TestCredential_everyKind creates, reads, changes and deletes one credential of each kind.
func TestCredential_everyKind(t *testing.T) {
	s := startWith(t, sim.Options{Seed: demoWith(t, map[string][]any{"policies": {
		map[string]any{"clientExtId": "acme", "extId": "tan", "policyType": "TANPolicy", "defaultPolicy": true},
	}, "users": {map[string]any{"clientExtId": "acme", "extId": "u-new", "loginId": "new"}}})})
	const fido2 = `{"aaguid":"a","authenticator":"b","attestationConveyancePreference":"none","hashedCredentialId":"c","rpId":"d",
		"residentKeyRequirement":"required","userVerificationRequirement":"preferred","userFriendlyName":"Key"}`
	for path, kind := range map[string]struct{ body, want string }{
		"password":          {`{"password":"long-enough"}`, `{"type":"PASSWORD","policyExtId":"policy-password"}`},
		"context-passwords": {`{"context":"shop","password":"long-enough"}`, `{"type":"ContextPassword","context":"shop"}`},
		"device-password":   {`{"extId":"device"}`, `{"type":"DevicePassword","extId":"device"}`},
		"generic-credentials": {`{"identification":"badge","validity":{"to":"2030-01-01T00:00:00Z"}}`,
			`{"type":"Generic","identification":"badge","validity":{"to":"2030-01-01T00:00:00Z"}}`},
		"mtans": {`{"mobileNumber":"+41790000009"}`, `{"mobileNumber":"+41790000009","policyExtId":"tan"}`},
		"certificates": {`{"certificate":` + certificate(t) + `}`,
			`{"type":"CERTIFICATE","subject":"CN=Ben","serialNumber":"4711"}`},
		"kerberos": {`{"kerberosId":"new@ACME"}`, `{"type":"Kerberos","kerberosId":"new@ACME"}`},
		"ticket": {`{"identification":"letter","context":"c"}`,
			`{"type":"Ticket Authorization","identification":"letter","context":"c"}`},
		"url-ticket":          {`{"urlPrefix":"https://acme.example.com/t/"}`, `{"urlPrefix":"https://acme.example.com/t/"}`},
		"tempstrong-password": {`{}`, `{"type":"Temporary Strong Password"}`},
		"puk":                 {`{}`, `{"type":"PUK"}`},
		"otp-credentials":     {`{}`, `{"type":"OTP Card"}`},
		"mobile-signature": {`{"identificator":"i","msspIdentifier":"m","msisdn":"+41790000000"}`,
			`{"type":"MobileSignature","msisdn":"+41790000000"}`},
		"saml-credentials": {`{"subjectNameId":"a","subjectNameIdFormat":"b","issuerNameId":"c","issuerNameIdFormat":"d"}`,
			`{"subjectNameId":"a","issuerNameIdFormat":"d"}`},
		"fido2":               {fido2, `{"type":"FIDO2","userFriendlyName":"Key","residentKeyRequirement":"required"}`},
		"fido-authenticators": {`{"aaid":"a","signCounter":2}`, `{"type":"FIDO UAF","aaid":"a","signCounter":2}`},
		"safeword":            {`{"username":"u"}`, `{"username":"u"}`},
		"securid":             {`{"username":"u"}`, `{"username":"u"}`},
	} {
		t.Run(path, func(t *testing.T) {
			all := "acme/users/u-new/" + path
			got := s.send(t, admin, "POST "+all, kind.body)
			location := got.header.Get("Location")
			one, ok := strings.CutPrefix(location, s.url+"/core/v1/")
			if got.status != 201 || !ok || !strings.HasPrefix(one, all) {
				t.Fatalf("responded %d %q %s", got.status, location, got.raw)
			}
			s.run(t,
				step{"GET " + one, "", 200, "", kind.want},
				step{"GET " + one, "", 200, "", `{"userExtId":"u-new","stateName":"ACTIVE","stateChangeReason":"initialized","version":1,
					"createdBy":"Acme/dev-bot","loginSecret":null,"created":"2025-06-01T12:00:00Z"}`},
				step{"PATCH " + one, `{"stateName":"DISABLED","modificationComment":"lost","version":1}`, 200, "",
					`{"stateName":"DISABLED","modificationComment":"lost","stateChangeReason":"changed-by-admin","version":2,` +
						`"modifiedBy":"Acme/dev-bot"}`},
				step{"PATCH " + one, `{"stateName":"active","version":1}`, 409, "errors.optimisticLockingFailure", ""},
				step{"PATCH " + one, `{"stateName":"lost"}`, 422, "errors.invalidData", ""},
				step{"PATCH " + one, `{"colour":"blue"}`, 422, "errors.invalidData", ""},
				step{"PATCH " + one, `{}`, 200, "", `{"version":2}`},
				step{"POST " + all, strings.Replace(strings.Replace(kind.body, "{", `{"colour":"blue",`, 1), ",}", "}", 1), 422,
					"errors.invalidData", ""},
				step{"POST acme/users/none/" + path, kind.body, 404, "errors.noRecord", ""},
			)
			s.runAs(t, reader,
				step{"GET " + one, "", 200, "", ""},
				step{"POST " + all, kind.body, 403, "errors.insufficientRightsFunction", ""},
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

func TestCredential_onePerUser(t *testing.T) {
	s := start(t, "duplicate-409")
	for path, want := range map[string]struct{ body, code string }{
		"password":            {`{"password":"long-enough"}`, "errors.passwordExists"},
		"ticket":              {`{}`, "errors.ticketExists"},
		"url-ticket":          {`{"urlPrefix":"https://x/"}`, "errors.URLTicketExists"},
		"tempstrong-password": {`{}`, "errors.tempStrongPasswordExists"},
		"puk":                 {`{}`, "errors.PUKExists"},
		"mobile-signature":    {`{"identificator":"i","msspIdentifier":"m","msisdn":"1"}`, "errors.mobileSignatureExists"},
		"safeword":            {`{"username":"u"}`, "errors.safewordExists"},
		"securid":             {`{"username":"u"}`, "errors.securidExists"},
	} {
		call := "POST acme/users/u-dev-bot/" + path
		if got := s.send(t, admin, call, want.body); got.status != 201 {
			t.Errorf("%s: responded %d %s", path, got.status, got.raw)
		}
		s.run(t, step{call, want.body, 409, want.code, ""})
	}
	plain := start(t)
	plain.run(t,
		step{"POST acme/users/u-anna/password", `{"password":"long-enough"}`, 422, "errors.passwordExists", ""},
		step{"POST acme/users/u-anna/safeword", `{"username":"u"}`, 201, "", ""},
		step{"POST acme/users/u-anna/safeword", `{"username":"u"}`, 409, "errors.safewordExists", ""},
		step{"POST acme/users/u-anna/context-passwords", `{"context":"portal","password":"long-enough"}`, 422, "errors.duplicateValue", ""},
		step{"POST acme/users/u-anna/otp-credentials", `{}`, 201, "", ""},
		step{"POST acme/users/u-anna/otp-credentials", `{}`, 422, "errors.tooManyOTPCards", ""},
		step{"POST acme/users/u-ben/kerberos", `{"kerberosId":"carla@ACME.EXAMPLE.COM"}`, 422, "errors.kerberosExists", ""},
		step{"POST acme/users/u-ben/context-passwords", `{"extId":"cred-anna-context","context":"x","password":"long-enough"}`, 422,
			"errors.duplicateValue", ""},
	)
	cert := `{"certificate":` + certificate(t) + `}`
	plain.created(t, "POST acme/users/u-ben/certificates", cert)
	plain.run(t, step{"POST acme/users/u-ben/certificates", cert, 422, "errors.certificateExists", ""})
}

func TestCredential_rules(t *testing.T) { play(t) }

func TestCredential_mtan(t *testing.T) {
	s := startWith(t, sim.Options{Seed: demoWith(t, map[string][]any{"policies": {
		map[string]any{"clientExtId": "acme", "extId": "tan", "policyType": "TANPolicy"},
	}})})
	s.run(t, step{"POST " + benPath + "mtans", `{"mobileNumber":"079","policyExtId":"tan"}`, 422, "errors.mtanFormatE164Violated", ""})
	id := s.created(t, "POST "+benPath+"mtans", `{"mobileNumber":"+41790000009","policyExtId":"tan"}`)
	one := benPath + "mtans/" + id
	s.run(t,
		step{"PATCH " + one, `{"mobileNumber":"+41790000010"}`, 200, "", `{"mobileNumber":"+41790000010"}`},
		step{"PATCH " + one, `{"mobileNumber":"x"}`, 422, "errors.mtanFormatE164Violated", ""},
		step{"PATCH " + one, `{"stateName":"archived"}`, 422, "errors.invalidData", ""},
		step{"POST " + one, `{"success":true}`, 200, "", status(5)},
	)
	for _, code := range []int{2, 2, 2, 3, 4} {
		s.run(t, step{"POST " + one, `{"success":false}`, 200, "", status(code)})
	}
	s.run(t,
		step{"POST " + one, `{"success":true}`, 422, "errors.credentialNotActive", ""},
		step{"GET " + one, "", 200, "", `{"stateName":"FAIL_LOCKED","failedLoginCount":5,"successfulLoginCount":1}`},
		step{"PATCH " + one, `{"stateName":"ACTIVE"}`, 200, "", `{"stateName":"ACTIVE","failedLoginCount":0}`},
		step{"POST " + one, `{"success":false}`, 200, "", status(2)},
	)
}

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

func TestCredential_genericProperties(t *testing.T) {
	s := startWith(t, sim.Options{Seed: demoWith(t, map[string][]any{"propertyDefinitions": {
		map[string]any{"propertyId": 900, "clientExtId": "acme", "name": "colour", "scope": "CREDENTIAL_GENERIC_GLOBAL", "stringMaxLen": 5},
	}})})
	id := s.created(t, "POST "+benPath+"generic-credentials", `{"identification":"x","properties":{"colour":"blue"}}`)
	one := benPath + "generic-credentials/" + id
	s.run(t,
		step{"GET " + one + "/properties", "", 200, "", `{"colour":"blue"}`},
		step{"PATCH " + one + "/properties", `{"colour":"green"}`, 200, "", `{"colour":"green"}`},
		step{"PATCH " + one + "/properties", `{"colour":"yellow"}`, 422, "errors.property.stringmaxlen", ""},
		step{"PATCH " + one + "/properties", `{"size":"L"}`, 422, "errors.invalidData", ""},
		step{"GET " + one, "", 200, "", `{"properties":{"colour":"green"}}`},
		step{"PATCH " + one + "/properties", `{"colour":""}`, 200, "", `{"colour":null}`},
	)
}

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
	s := startWith(t,
		sim.Options{Seed: seedWithCallers(t,
			map[string][]string{"targets": {"DispatchTargetView", "DispatchTargetDelete"}, "credentials": {"CredentialView"}})})
	const all, body = benPath + "dispatch-targets", `{"deviceId":"d","target":"t","signingKey":"s","appId":"a","name":"Phone",` +
		`"identification":"i"}`
	id := s.created(t, "POST "+all, body)
	s.run(t,
		step{"GET " + all, "", 200, "", `{"items":[{"extId":"` + id + `","name":"Phone","type":"fido-uaf","state":"active","version":1}]}`},
		step{"POST " + all, strings.Replace(body, `{`, `{"extId":"`+id+`",`, 1), 422, "errors.duplicateValue", ""},
		step{"POST " + all, `{"deviceId":"d"}`, 422, "errors.invalidData", ""},
		step{"DELETE acme/users/u-anna/dispatch-targets/" + id, "", 404, "errors.noRecord", ""},
	)
	s.runAs(t, "credentials", step{"GET " + all, "", 200, "", ""},
		step{"DELETE " + all + "/" + id, "", 403, "errors.insufficientRightsFunction", ""})
	s.runAs(t, anna, step{"POST acme/users/u-anna/dispatch-targets", body, 401, "errors.unauthorized", ""})
	s.runAs(t, "targets", step{"GET " + all, "", 200, "", ""}, step{"DELETE " + all + "/" + id, "", 204, "", ""})
	s.run(t, step{"GET " + all, "", 200, "", `{"items":[]}`})
	s.created(t, "POST "+all, body)
	s.run(t, step{"DELETE acme/users/u-ben", "", 204, "", ""})
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
