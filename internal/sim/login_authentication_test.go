package sim_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

const annaLogin = "POST /auth/v1/acme/users/u-anna/"

// stored reads an element of the state by its external ID.
func (s *service) stored(t *testing.T, array, id string) map[string]any {
	t.Helper()
	var state map[string][]map[string]any
	if err := json.Unmarshal(s.State(), &state); err != nil {
		t.Fatal(err)
	}
	for _, element := range state[array] {
		if element["extId"] == id {
			return element
		}
	}
	t.Fatalf("%s has no %s", array, id)
	return nil
}

// demoWith returns the demo tenant with additional elements, by array.
func demoWith(t *testing.T, further map[string][]any) []byte {
	t.Helper()
	var seed map[string][]any
	if err := json.Unmarshal(sim.DemoSeed(), &seed); err != nil {
		t.Fatal(err)
	}
	for array, elements := range further {
		seed[array] = append(seed[array], elements...)
	}
	out, err := json.Marshal(seed)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func status(code int) string { return fmt.Sprintf(`{"statusCode":%d}`, code) }

func TestAuthentication_passes(t *testing.T) { play(t) }

func TestAuthentication_preconditions(t *testing.T) { play(t) }

func TestAuthentication_locksAfterFiveFailures(t *testing.T) { play(t) }

func TestAuthentication_temporaryLock(t *testing.T) { play(t) }

func TestAuthentication_recoveryCodes(t *testing.T) {
	const call = annaLogin + "recovery-codes/login/"
	s := play(t)
	if got := s.stored(t, "credentials", "cred-anna-code-2"); got["failedLoginCount"] != 1.0 {
		t.Errorf("a wrong code was not counted: %v", got)
	}
	for range 4 {
		s.run(t, step{call, `{"code":"00000000"}`, 422, "errors.invalidParameter", ""})
	}
	s.run(t,
		step{call, `{"code":"33334444"}`, 422, "errors.credentialNotActive", ""},
		step{call, `{"code":"00000000"}`, 422, "errors.credentialNotActive", ""},
	)
}

func TestAuthentication_recoveryCodeResetsFailures(t *testing.T) { play(t) }

func TestAuthentication_rights(t *testing.T) {
	callers := map[string][]any{"callers": {
		map[string]any{"token": "some", "permissions": []string{"AccessControl.CredentialView", "AccessControl.CredentialModify"},
			"clients": []string{"acme"}},
	}}
	const password, code = annaLogin + "password/login/", annaLogin + "recovery-codes/login/"
	seed := demoWith(t, callers)
	for _, quirks := range [][]string{nil, {"later-releases"}} {
		s := startWith(t, sim.Options{Seed: seed, Quirks: quirks})
		first := step{password, `{"password":"anna-password"}`, 403, "errors.insufficientRightsFunction", ""}
		if quirks != nil {
			first = step{password, `{"password":"anna-password"}`, 200, "", status(5)}
		}
		s.runAs(t, "some",
			first,
			step{code, `{"code":"11112222"}`, 403, "errors.insufficientRightsFunction", ""},
			step{strings.Replace(password, "acme", "globex", 1), `{"password":"x"}`, 403, errDataRoom(quirks), ""},
		)
	}
}

// errDataRoom returns the code for a client outside of the data room. Without the rights of the
// route, the missing right is reported first.
func errDataRoom(quirks []string) string {
	if quirks == nil {
		return "errors.insufficientRightsFunction"
	}
	return "errors.insufficientRightsDataroom"
}

func TestAuthentication_otpCard(t *testing.T) {
	s := startWith(t, sim.Options{Seed: demoWith(t, map[string][]any{"credentials": {
		map[string]any{"clientExtId": "acme", "userExtId": "u-ben", "extId": "card", "type": "OTP Card", "otp": "5|5|0|12",
			"loginSecret": "A1B2"},
		map[string]any{"clientExtId": "acme", "userExtId": "u-carla", "extId": "lost", "type": "OTP Card", "otp": "5|5|0|13",
			"stateName": "disabled"},
	}})})
	const otp = "POST /auth/v1/acme/users/u-ben/otp/"
	got := s.send(t, admin, otp+"challenge", "").body.(map[string]any)
	question := fmt.Sprint(got["challenge"])
	if got["status"] != "ACTIVE" || s.stored(t, "credentials", "card")["otp"] != "5|5|0|12|"+question {
		t.Errorf("responded %v", got)
	}
	s.run(t,
		step{otp + "login", `{"password":"A1B2","challenge":"` + question + `","updateLoginInfoOnSuccess":false}`, 200, "",
			`{"statusCode":5,"userExtId":"u-ben","credentialExtId":"card","credentialType":"OTP Card","credentialLastLogin":null}`},
		step{otp + "login", `{"password":"A1B2"}`, 200, "", `{"statusCode":5,"credentialLastLogin":"2025-06-01T12:00:00Z"}`},
		step{otp + "login", `{"password":"x"}`, 200, "", status(2)},
		step{otp + "login", `{"password":"A1B2","challenge":"other"}`, 422, "errors.invalidParameter", ""},
		step{otp + "login", `{}`, 422, "errors.invalidData", ""},
		step{"POST /auth/v1/acme/users/u-carla/otp/challenge", "", 403, "errors.credentialNotActive", ""},
		step{"POST /auth/v1/acme/users/u-dev-bot/otp/challenge", "", 404, "errors.noRecord", ""},
	)
}
