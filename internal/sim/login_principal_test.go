package sim_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"
)

const (
	me          = "GET /principal/v1/me/"
	permissions = "GET /principal/v1/permissions/"
	token       = "POST /principal/v1/token/"
	tokenBody   = `{"grant_type":"password","username":"anna","password":"anna-password"}`
)

func TestPrincipal_me(t *testing.T) {
	s := play(t)
	r, err := s.request("", me, "")
	if err != nil {
		t.Fatal(err)
	}
	r.SetBasicAuth("anna", "anna-password")
	if got, err := do(r); err != nil || got.status != 200 || !strings.Contains(got.raw, `"profileExtId":"p-anna-hq"`) {
		t.Errorf("a caller by login id and password got %d %s %v", got.status, got.raw, err)
	}
}

func TestPrincipal_selfAdminInLaterReleases(t *testing.T) { play(t) }

func TestPrincipal_permissions(t *testing.T) {
	s := start(t)
	s.runAs(t, anna, step{permissions, "", 200, "", `{"elementaryPermissions":["AccessControl.SelfAdmin"]}`})
	names := func(caller string) []string {
		body, _ := s.send(t, caller, permissions, "").body.(map[string]any)
		list, _ := body["elementaryPermissions"].([]any)
		var out []string
		for _, e := range list {
			out = append(out, fmt.Sprint(e))
		}
		return out
	}
	if got := names(reader); !slices.IsSorted(got) || !slices.Contains(got, "AccessControl.UnitView") ||
		slices.Contains(got, "AccessControl.UnitCreate") {
		t.Errorf("the reader has %v", got)
	}
	all := names(admin)
	for _, right := range []string{"UnitCreateTopUnit", "EnterpriseAuthorizationCreate", "PropertyValueModify", "UserSearch",
		"ClientApplAssign"} {
		if !slices.Contains(all, "AccessControl."+right) {
			t.Errorf("the administrator lacks %s", right)
		}
	}
	if slices.Contains(all, "*") || len(slices.Compact(slices.Clone(all))) != len(all) {
		t.Errorf("the administrator has %v", all)
	}
}

func TestPrincipal_token(t *testing.T) {
	s := start(t)
	got := s.send(t, anna, token, tokenBody)
	if got.status != 200 || got.header.Get("Cache-Control") != "no-store" || got.header.Get("Pragma") != "no-cache" ||
		got.header.Get("Content-Type") != "application/json;charset=UTF-8" {
		t.Fatalf("responded %d %v", got.status, got.header)
	}
	body := got.body.(map[string]any)
	if body["token_type"] != "bearer" || body["expires_in"] != 300.0 {
		t.Errorf("responded %s", got.raw)
	}
	parts := strings.Split(fmt.Sprint(body["access_token"]), ".")
	if len(parts) != 3 {
		t.Fatalf("the token has %d parts", len(parts))
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if want := fmt.Sprintf(`"exp":%d`, s.clock.Now().Add(5*time.Minute).Unix()); err != nil || !strings.Contains(string(payload), want) ||
		!strings.Contains(string(payload), `"sub":"u-anna"`) {
		t.Errorf("the token holds %s, %v", payload, err)
	}
}

func TestPrincipal_tokenRefused(t *testing.T) {
	s := play(t)
	got := s.send(t, anna, token, `{"grant_type":"password","username":"anna","password":"wrong"}`)
	if got.status != http.StatusUnauthorized || got.header.Get("WWW-Authenticate") == "" || got.code() == "" {
		t.Errorf("a wrong password got %d %v %s", got.status, got.header, got.raw)
	}
	s.runAs(t, admin, step{token, `{"grant_type":"password","username":"dev-bot","password":"x"}`, 401, "errors.unauthorized", ""})
}

// TestPrincipal_protectedValues changes the data of a self-admin caller.
func TestPrincipal_protectedValues(t *testing.T) {
	s := start(t)
	change := func(token, body string) apiResponse {
		r, err := s.request(anna, "PATCH acme/users/u-anna", body)
		if err != nil {
			t.Fatal(err)
		}
		if token != "" {
			r.Header.Set("X-Token", token)
		}
		got, err := do(r)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	const email = `{"contacts":{"email":"new@acme.example.com"}}`
	issued := fmt.Sprint(s.send(t, anna, token, tokenBody).body.(map[string]any)["access_token"])
	s.runAs(t, anna, step{"PATCH acme/users/u-ben", email, 403, "errors.insufficientRightsFunction", ""})
	if got := change("", `{"remarks":"mine"}`); got.status != 200 {
		t.Errorf("an unprotected value got %d %s", got.status, got.raw)
	}
	for name, token := range map[string]string{"none": "", "forged": issued[:len(issued)-4] + "AAAA", "nonsense": "x"} {
		for _, body := range []string{email, `{"userState":"disabled"}`} {
			if got := change(token, body); got.status != 401 || got.header.Get("WWW-Authenticate") == "" {
				t.Errorf("token %s: responded %d %s", name, got.status, got.raw)
			}
		}
	}
	if got := change(issued, email); got.status != 200 || !strings.Contains(got.raw, "new@acme.example.com") {
		t.Errorf("a valid token got %d %s", got.status, got.raw)
	}
	s.clock.Add(5 * time.Minute)
	if got := change(issued, `{"contacts":{"email":"newer@acme.example.com"}}`); got.status != 401 {
		t.Errorf("an expired token got %d %s", got.status, got.raw)
	}
}
