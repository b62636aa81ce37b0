package sim_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// cloud is the simulated cloud service behind a TLS listener.
type cloud struct {
	*service
	tls *httptest.Server
}

func startCloud(t *testing.T, keys ...string) *cloud {
	t.Helper()
	var further []any
	for _, k := range keys {
		further = append(further, map[string]any{"accessKey": k})
	}
	s := startWith(t, sim.Options{Seed: demoWith(t, map[string][]any{"cloudAccessKeys": further})})
	c := &cloud{s, httptest.NewTLSServer(s.Cloud())}
	t.Cleanup(c.tls.Close)
	return c
}

// call sends a request with a bearer token unless the token is empty.
func (c *cloud) call(t *testing.T, token, call, body string) apiResponse {
	t.Helper()
	method, path, _ := strings.Cut(call, " ")
	r, err := http.NewRequest(method, c.tls.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json;charset=utf-8")
	}
	got, err := doWith(c.tls.Client().Transport, r)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// post makes a call with the default access key that must succeed.
func (c *cloud) post(t *testing.T, path, body string) map[string]any {
	t.Helper()
	got := c.call(t, sim.DefaultAccessKey, "POST "+path, body)
	out, _ := got.body.(map[string]any)
	if got.status != 200 || out == nil {
		t.Fatalf("%s %s: responded %d %s", path, body, got.status, got.raw)
	}
	return out
}

func (c *cloud) confirm(t *testing.T, statusToken, status string) int {
	t.Helper()
	return c.send(t, "", "POST /_sim/cloud/confirm", fmt.Sprintf(`{"statusToken":%q,"status":%q}`, statusToken, status)).status
}

// element returns the first element of an array in the state that has a value.
func (c *cloud) element(t *testing.T, array, name string, value any) map[string]any {
	t.Helper()
	var state map[string][]map[string]any
	if err := json.Unmarshal(c.State(), &state); err != nil {
		t.Fatal(err)
	}
	for _, e := range state[array] {
		if e[name] == value {
			return e
		}
	}
	t.Fatalf("%s has no %s %v", array, name, value)
	return nil
}

func TestCloud_ping(t *testing.T) {
	c := startCloud(t)
	got := c.call(t, sim.DefaultAccessKey, "GET /ping", "")
	if got.status != 200 || got.raw != "PONG" || !strings.HasPrefix(got.header.Get("Content-Type"), "text/plain") {
		t.Errorf("responded %d %q %v", got.status, got.raw, got.header)
	}
	seeded := startCloud(t, "other-key")
	if got := seeded.call(t, "other-key", "GET /ping", ""); got.status != 200 {
		t.Errorf("a seeded key got %d", got.status)
	}
	if got := seeded.call(t, sim.DefaultAccessKey, "GET /ping", ""); got.status != 403 {
		t.Errorf("the default key beside a seeded one got %d", got.status)
	}
}

func TestCloud_errors(t *testing.T) {
	c := startCloud(t)
	const user = "/api/v1/users/11111111-2222-3333-4444-555555555555"
	for _, st := range []struct {
		key, call, body string
		status          int
	}{
		{"", "GET /ping", "", 401},
		{"wrong", "GET /ping", "", 403},
		{"", "GET /nowhere", "", 401},
		{"wrong", "GET /nowhere", "", 403},
		{sim.DefaultAccessKey, "GET /nowhere", "", 405},
		{sim.DefaultAccessKey, "DELETE /ping", "", 405},
		{sim.DefaultAccessKey, "GET " + user, "", 404},
		{sim.DefaultAccessKey, "DELETE " + user, "", 404},
		{sim.DefaultAccessKey, "GET /api/v1/users/17", "", 400},
		{sim.DefaultAccessKey, "POST /api/v1/intent", "", 415},
		{sim.DefaultAccessKey, "POST /api/v1/intent", "{", 400},
		{sim.DefaultAccessKey, "POST /api/v1/intent", `{"username":"a b","operation":"enroll"}`, 400},
	} {
		got := c.call(t, st.key, st.call, st.body)
		object, _ := got.body.(map[string]any)
		_, path, _ := strings.Cut(st.call, " ")
		if got.status != st.status || object["status"] != float64(st.status) || object["error"] != http.StatusText(st.status) ||
			object["path"] != path {
			t.Errorf("%s: responded %d %s, want %d", st.call, got.status, got.raw, st.status)
		}
		_, message := object["message"].(string)
		at, text := object["timestamp"].(string)
		if st.status == 403 {
			if message || object["timestamp"] != float64(c.clock.Now().UnixMilli()) {
				t.Errorf("%s: responded %s", st.call, got.raw)
			}
		} else if _, err := time.Parse(time.RFC3339, at); !text || err != nil || !message {
			t.Errorf("%s: responded %s", st.call, got.raw)
		}
	}
}

func TestCloud_plainHTTP(t *testing.T) {
	c := startCloud(t)
	plain := httptest.NewServer(c.Cloud())
	defer plain.Close()
	r, err := http.NewRequest("GET", plain.URL+"/ping", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+sim.DefaultAccessKey)
	if got, err := do(r); err != nil || got.status != 400 {
		t.Errorf("responded %d %s %v", got.status, got.raw, err)
	}
}

func TestCloud_enrollByApp(t *testing.T) {
	c := startCloud(t)
	enrolled := c.post(t, "/api/v1/users/enroll", `{"username":"anna@acme.example.com","displayName":"Phone","fido2Options":{"any":[1]}}`)
	user, statusToken := fmt.Sprint(enrolled["userId"]), fmt.Sprint(enrolled["statusToken"])
	poll := func() string {
		got := c.call(t, "", "POST /api/v1/status", fmt.Sprintf(`{"statusToken":%q}`, statusToken))
		object, _ := got.body.(map[string]any)
		if got.status != 200 || object["userId"] != user || object["username"] != "anna@acme.example.com" {
			t.Errorf("the status is %d %s", got.status, got.raw)
		}
		return fmt.Sprint(object["status"])
	}
	get := func(want string) {
		t.Helper()
		got := c.call(t, sim.DefaultAccessKey, "GET /api/v1/users/"+user, "")
		var w any
		if err := json.Unmarshal([]byte(want), &w); err != nil {
			t.Fatal(err)
		}
		if diff := contains(got.body, w, "user"); got.status != 200 || diff != "" {
			t.Errorf("responded %d, %s", got.status, diff)
		}
	}
	get(`{"username":"anna@acme.example.com","status":"new","createdAt":"2025-06-01T12:00:00Z","authenticators":[]}`)
	if got := poll(); got != "pending" {
		t.Errorf("the status is %s", got)
	}
	c.clock.Add(time.Minute)
	if got := c.confirm(t, statusToken, "succeeded"); got != 204 {
		t.Errorf("the confirmation got %d", got)
	}
	if got := poll(); got != "succeeded" {
		t.Errorf("the status is %s", got)
	}
	get(`{"status":"active","updatedAt":"2025-06-01T12:01:00Z","authenticators":[{"name":"Phone","type":"device platform",
		"authenticatorType":"app",
		"enrolledAt":"2025-06-01T12:01:00Z"}]}`)
	for _, status := range []string{"succeeded", "failed"} {
		if got := c.confirm(t, statusToken, status); got != 422 {
			t.Errorf("a second confirmation got %d", got)
		}
	}

	second := c.post(t, "/api/v1/users/enroll", fmt.Sprintf(`{"userId":%q,"channel":"fido2"}`, user))
	statusToken = fmt.Sprint(second["statusToken"])
	c.clock.Add(5 * time.Minute)
	if got := poll(); got != "failed" {
		t.Errorf("after the lifetime the status is %s", got)
	}
	if got := c.call(t, sim.DefaultAccessKey, "DELETE /api/v1/users/"+user, ""); got.status != 204 {
		t.Errorf("the deletion got %d", got.status)
	}
	if got := poll(); got != "unknown" {
		t.Errorf("without the user the status is %s", got)
	}
}

func TestCloud_refusedByDevice(t *testing.T) {
	c := startCloud(t)
	statusToken := fmt.Sprint(c.post(t, "/api/v1/users/enroll", `{"username":"ben","channel":"push"}`)["statusToken"])
	c.confirm(t, statusToken, "failed")
	if got := c.post(t, "/api/v1/status", fmt.Sprintf(`{"statusToken":%q}`, statusToken))["status"]; got != "failed" {
		t.Errorf("the status is %v", got)
	}
	if got := c.element(t, "cloudUsers", "username", "ben")["status"]; got != "new" {
		t.Errorf("the user is %v", got)
	}
	if got := c.call(t, "", "POST /api/v1/status", `{"statusToken":"none"}`); got.status != 412 {
		t.Errorf("an unknown token got %d", got.status)
	}
}

func TestCloud_sms(t *testing.T) {
	c := startCloud(t)
	for _, body := range []string{
		`{"username":"carla","channel":"sms"}`,
		`{"username":"carla","channel":"sms","phone":"0790000000"}`,
		`{"username":"carla","channel":"sms","phone":"+41790000000","message":"Your code"}`,
		`{"username":"carla","channel":"sms","phone":"+41790000000","message":"{{CODE}} ✓"}`,
		`{"username":"carla","channel":"letter"}`,
		`{"username":"carla","userId":"11111111-2222-3333-4444-555555555555"}`,
		`{"channel":"app"}`,
		`{"username":"` + strings.Repeat("x", 301) + `"}`,
		`{"username":"carla","channel":"fido2","displayName":"` + strings.Repeat("x", 65) + `"}`,
		`{"username":"carla","colour":"blue"}`,
	} {
		if got := c.call(t, sim.DefaultAccessKey, "POST /api/v1/users/enroll", body); got.status != 400 {
			t.Errorf("%s: responded %d %s", body, got.status, got.raw)
		}
	}
	enrolled := c.post(t, "/api/v1/users/enroll", `{"username":"carla","channel":"sms","phone":"+41790000000","message":"Code: {{CODE}}"}`)
	sent := fmt.Sprint(c.element(t, "cloudTransactions", "statusToken", enrolled["statusToken"])["code"])
	verify := func(code string) int {
		body := fmt.Sprintf(`{"code":%q,"statusToken":%q,"channel":"sms"}`, code, enrolled["statusToken"])
		return c.call(t, sim.DefaultAccessKey, fmt.Sprintf("POST /api/v1/users/%s/verification", enrolled["userId"]), body).status
	}
	for range 5 {
		if got := verify("x"); got != 400 {
			t.Errorf("a wrong code got %d", got)
		}
	}
	if got := verify(sent); got != 429 {
		t.Errorf("after five wrong codes the right one got %d", got)
	}
	if got := c.call(t, "", "POST /api/v1/status", fmt.Sprintf(`{"statusToken":%q}`, enrolled["statusToken"])); got.status != 412 {
		t.Errorf("an SMS has the status %d", got.status)
	}

	again := c.post(t, "/api/v1/users/enroll", `{"username":"dora","channel":"sms","phone":"+41790000000"}`)
	enrolled = again
	sent = fmt.Sprint(c.element(t, "cloudTransactions", "statusToken", again["statusToken"])["code"])
	if first, second := verify(sent), verify(sent); first != 200 || second != 400 {
		t.Errorf("the right code got %d, and then %d", first, second)
	}
	if got := c.element(t, "cloudUsers", "username", "dora"); got["status"] != "active" ||
		got["lastLoginDateSuccess"] != "2025-06-01T12:00:00Z" {
		t.Errorf("the user is %v", got)
	}
}

func TestCloud_recovery(t *testing.T) {
	c := startCloud(t)
	enrolled := c.post(t, "/api/v1/users/enroll", `{"username":"anna","channel":"recovery"}`)
	codes, _ := enrolled["recoveryCodes"].([]any)
	if len(codes) != 16 {
		t.Fatalf("got %d codes", len(codes))
	}
	path := fmt.Sprintf("POST /api/v1/users/%s/verification", enrolled["userId"])
	body := fmt.Sprintf(`{"code":%q,"channel":"recovery"}`, codes[3])
	for _, want := range []int{200, 400} {
		if got := c.call(t, sim.DefaultAccessKey, path, body); got.status != want {
			t.Errorf("the code got %d %s, want %d", got.status, got.raw, want)
		}
	}
	if got := c.call(t, sim.DefaultAccessKey, path, `{"channel":"recovery"}`); got.status != 400 {
		t.Errorf("without a code: %d", got.status)
	}
}

func TestCloud_intent(t *testing.T) {
	c := startCloud(t)
	intent := func(body string) string { return fmt.Sprint(c.post(t, "/api/v1/intent", body)["token"]) }
	const anna = `{"username":"anna"}`
	enroll := func(token, body string, want int) {
		t.Helper()
		if got := c.call(t, token, "POST /api/v1/users/enroll", body); got.status != want {
			t.Errorf("%s: responded %d %s, want %d", body, got.status, got.raw, want)
		}
	}
	once := intent(`{"username":"anna","operation":"enroll","channels":["app"]}`)
	enroll(once, `{"username":"ben"}`, 403)
	enroll(once, `{"username":"anna","channel":"sms","phone":"+41790000000"}`, 403)
	enroll(once, anna, 200)
	enroll(once, anna, 403)
	enroll(intent(`{"username":"anna","operation":"approve"}`), anna, 403)

	late := intent(`{"username":"anna","operation":"enroll"}`)
	c.clock.Add(5 * time.Minute)
	enroll(late, anna, 403)

	other := intent(`{"username":"anna","operation":"enroll"}`)
	if got := c.call(t, other, "GET /ping", ""); got.status != 403 {
		t.Errorf("an intent token got %d from an operation that takes none", got.status)
	}
	for body, want := range map[string]int{
		`{"username":"nobody","operation":"approve"}`:                            404,
		`{"username":"anna"}`:                                                    400,
		`{"username":"anna","operation":"delete"}`:                               400,
		`{"operation":"enroll"}`:                                                 400,
		`{"username":"anna","operation":"enroll","channels":["recovery"]}`:       400,
		`{"userId":"11111111-2222-3333-4444-555555555555","operation":"enroll"}`: 404,
	} {
		if got := c.call(t, sim.DefaultAccessKey, "POST /api/v1/intent", body); got.status != want {
			t.Errorf("%s: responded %d %s, want %d", body, got.status, got.raw, want)
		}
	}
}

func TestCloud_faultsAndRequests(t *testing.T) {
	c := startCloud(t)
	if err := c.SetFaults(sim.Fault{Kind: "status", Path: "/ping", Status: 503, Count: 1}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []int{503, 200} {
		if got := c.call(t, sim.DefaultAccessKey, "GET /ping", ""); got.status != want {
			t.Errorf("responded %d, want %d", got.status, want)
		}
	}
	if got := c.Requests(); len(got) != 2 || got[0].Path != "/ping" || got[0].Status != 503 {
		t.Errorf("the requests are %v", got)
	}
}
