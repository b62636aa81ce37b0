package sim_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// Concurrent calls neither lose a change nor see a partial one.
func TestConcurrency(t *testing.T) {
	s := start(t)
	var wg sync.WaitGroup
	for worker := range 6 {
		wg.Go(func() {
			for i := range 10 {
				unit := fmt.Sprintf(`{"extId":"w%d-%d","parentUnitExtId":"acme-hq","profileless":false}`, worker, i)
				for _, call := range [][2]string{
					{"POST acme/units/", unit},
					{"PATCH acme/units/acme-it", `{"location":"x"}`},
					{"GET acme/units/acme-hq/children", ""},
					{"PATCH acme/units/acme-it/properties/", `{"phone":"1"}`},
					{"GET clients/acme/users", ""},
				} {
					if got, err := s.try("Bearer "+admin, call[0], call[1]); err != nil || got.status >= 300 {
						t.Errorf("%s: %d %s %v", call[0], got.status, got.raw, err)
					}
				}
			}
		})
	}
	wg.Wait()
	if got := s.send(t, admin, "GET acme/units/acme-it", ""); at(got.body, "version") != 61.0 {
		t.Errorf("%s", got.raw)
	}
	children := s.send(t, admin, "GET acme/units/acme-hq/children", "")
	if list, _ := at(children.body, "items").([]any); len(list) != 61 {
		t.Errorf("%d children, want 61", len(list))
	}
}

// Of two changes of the same version, one succeeds and the other one is refused.
func TestConcurrency_version(t *testing.T) {
	s := start(t)
	var wg sync.WaitGroup
	answers := make([]int, 8)
	for i := range answers {
		wg.Go(func() {
			got, err := s.try("Bearer "+admin, "PATCH acme/units/acme-it", fmt.Sprintf(`{"version":1,"location":"%d"}`, i))
			if err != nil {
				t.Error(err)
			}
			answers[i] = got.status
		})
	}
	wg.Wait()
	slices.Sort(answers)
	if want := []int{200, 409, 409, 409, 409, 409, 409, 409}; !slices.Equal(answers, want) {
		t.Errorf("responded %v", answers)
	}
}

func TestCloud_plainHTTP(t *testing.T) {
	w := httptest.NewRecorder()
	start(t).Cloud().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "http://localhost/ping", nil))
	if w.Code != http.StatusBadRequest {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestCloud_refusesOtherHosts(t *testing.T) {
	w := httptest.NewRecorder()
	start(t).Cloud().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "https://evil.example.com/ping", nil))
	if w.Code != http.StatusForbidden {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

func TestPrincipal_permissions(t *testing.T) {
	s := start(t)
	names := func(token string) (out []string) {
		list, _ := at(s.send(t, token, "GET /principal/v1/permissions/", "").body, "elementaryPermissions").([]any)
		for _, e := range list {
			out = append(out, fmt.Sprint(e))
		}
		return out
	}
	if got := names("demo-anna-token"); !slices.Equal(got, []string{"AccessControl.SelfAdmin"}) {
		t.Errorf("anna has %v", got)
	}
	if got := names("demo-reader-token"); !slices.IsSorted(got) || !slices.Contains(got, "AccessControl.UnitView") ||
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
	got := s.send(t, "demo-anna-token", "POST /principal/v1/token/", `{"grant_type":"password","username":"anna","password":"anna-password"}`)
	if got.header.Get("Cache-Control") != "no-store" || got.header.Get("Pragma") != "no-cache" ||
		got.header.Get("Content-Type") != "application/json;charset=UTF-8" {
		t.Errorf("responded %v", got.header)
	}
	if got.status != 200 || at(got.body, "token_type") != "bearer" || at(got.body, "expires_in") != 300.0 {
		t.Errorf("responded %d %s", got.status, got.raw)
	}
	parts := strings.Split(fmt.Sprint(at(got.body, "access_token")), ".")
	if len(parts) != 3 {
		t.Fatalf("the token has %d parts", len(parts))
	}
	payload, err := base64.RawURLEncoding.DecodeString(parts[1])
	if want := fmt.Sprintf(`"exp":%d`, s.clock.Now().Add(5*time.Minute).Unix()); err != nil || !strings.Contains(string(payload), want) ||
		!strings.Contains(string(payload), `"sub":"u-anna"`) {
		t.Errorf("the token holds %s, %v", payload, err)
	}
}

// The same seed selects the same calls, and about as many as the probability implies.
func TestFault_probability(t *testing.T) {
	run := func() string {
		s := start(t)
		if err := s.SetFaults(sim.Fault{Kind: "status", Probability: 0.3, Seed: 11}); err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for range 100 {
			fmt.Fprint(&b, s.send(t, admin, "GET clients", "").status, " ")
		}
		return b.String()
	}
	first := run()
	if n := strings.Count(first, "503"); n < 15 || n > 45 {
		t.Errorf("hit %d of 100", n)
	}
	if second := run(); second != first {
		t.Errorf("%s then %s", first, second)
	}
}

func TestServer_FaultHits(t *testing.T) {
	s := start(t)
	if err := s.SetFaults(sim.Fault{Kind: "status", Method: "GET", Count: 2}, sim.Fault{Kind: "status", Method: "DELETE"},
		sim.Fault{Kind: "latency", Delay: "0s"}); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		s.send(t, admin, "GET clients", "")
	}
	if hits := s.FaultHits(); !slices.Equal(hits, []int{2, 0, 3}) {
		t.Errorf("hits %v", hits)
	}
}

func TestRequests_areBounded(t *testing.T) {
	server, err := sim.New(sim.Options{Seed: sim.DemoSeed()})
	if err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct{ calls, path, body int }{{40, 100_000, 8 << 20}, {1000, 0, 200_000}} {
		for range tc.calls {
			r := httptest.NewRequest(http.MethodPatch, "http://localhost/core/v1/acme/units/x?q="+strings.Repeat("y", tc.path),
				strings.NewReader(`{"name":"`+strings.Repeat("x", tc.body)+`"}`))
			server.ServeHTTP(httptest.NewRecorder(), r)
		}
		size := 0
		for _, r := range server.Requests() {
			size += len(r.Path) + len(r.Body)
		}
		if size == 0 || size > 64<<20 {
			t.Errorf("%d bytes are kept", size)
		}
	}
}
