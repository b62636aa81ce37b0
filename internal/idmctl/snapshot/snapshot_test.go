package snapshot_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/snapshot"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// service serves a seed.
func service(t *testing.T, seed []byte, token string, wrap func(http.Handler) http.Handler, quirks ...string) *idm.API {
	t.Helper()
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	server, err := sim.New(sim.Options{Seed: seed, Quirks: quirks, Now: func() time.Time { return start }})
	if err != nil {
		t.Fatal(err)
	}
	var handler http.Handler = server
	if wrap != nil {
		handler = wrap(handler)
	}
	listening := httptest.NewServer(handler)
	t.Cleanup(listening.Close)
	base, err := url.Parse(listening.URL)
	if err != nil {
		t.Fatal(err)
	}
	client, err := rest.New(rest.Config{BaseURL: base, Auth: rest.BearerToken(token), MaxRetries: -1})
	if err != nil {
		t.Fatal(err)
	}
	return idm.New(client)
}

func take(t *testing.T, api *idm.API, o snapshot.Options) *snapshot.Snapshot {
	t.Helper()
	taken, err := snapshot.Take(t.Context(), api, o)
	if err != nil {
		t.Fatal(err)
	}
	return taken
}

// seed returns the snapshot as a seed file.
func seed(t *testing.T, taken *snapshot.Snapshot) []byte {
	t.Helper()
	encoded, err := taken.Seed()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sim.New(sim.Options{Seed: encoded}); err != nil {
		t.Fatalf("%v\n%s", err, encoded)
	}
	return encoded
}

// A snapshot of a simulator that started with a snapshot is the same file.
func TestTake_again(t *testing.T) {
	awkward, err := os.ReadFile("../../test/e2e/testdata/export.json")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		seed          []byte
		token, client string
		quirks        []string
	}{
		"demo":                  {sim.DemoSeed(), "demo-admin-token", "acme", nil},
		"an awkward tenant":     {awkward, "admin", "müller/10%", nil},
		"a later release":       {sim.DemoSeed(), "demo-admin-token", "acme", []string{"later-releases"}},
		"pages of 100":          {sim.DemoSeed(), "demo-admin-token", "acme", []string{"lower-limit", "no-total"}},
		"an older release":      {sim.DemoSeed(), "demo-admin-token", "acme", []string{"without=policies,without=property-definitions"}},
		"a reader of the demo":  {sim.DemoSeed(), "demo-reader-token", "acme", nil},
		"several clients":       {sim.DemoSeed(), "demo-admin-token", "globex", nil},
		"credentials and other": {sim.DemoSeed(), "demo-admin-token", "acme", []string{"no-total"}},
	} {
		t.Run(name, func(t *testing.T) {
			o := snapshot.Options{Client: c.client, Credentials: strings.HasPrefix(name, "cred")}
			if name == "several clients" {
				o.Others = []string{"acme"}
			}
			first := take(t, service(t, c.seed, c.token, nil, c.quirks...), o)
			first.AllowCaller("x", []string{"*"}, []string{"*"})
			second := take(t, service(t, seed(t, first), "x", nil), o)
			second.AllowCaller("x", []string{"*"}, []string{"*"})
			if a, b := seed(t, first), seed(t, second); !bytes.Equal(a, b) {
				t.Errorf("first:\n%s\nsecond:\n%s", a, b)
			}
			if len(first.Placeholders) > 0 {
				t.Errorf("placeholders: %v", first.Placeholders)
			}
		})
	}
}

func TestTake_quirks(t *testing.T) {
	for _, quirk := range []string{"no-total", "lower-limit", "later-releases", "without=policies", "without=enterprise-roles",
		"without=terms"} {
		taken := take(t, service(t, sim.DemoSeed(), "demo-reader-token", nil, quirk), snapshot.Options{Client: "acme"})
		if len(taken.Quirks) != 1 || taken.Quirks[0].Name != quirk || taken.Quirks[0].Reason == "" {
			t.Errorf("%s is recognized as %v", quirk, taken.Quirks)
		}
		server, err := sim.New(sim.Options{Seed: seed(t, taken)})
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(server.State()), quirk) {
			t.Errorf("the state of the simulator forgets %s", quirk)
		}
	}
}

// refusing refuses the requests with paths that match an expression.
func refusing(paths string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if regexp.MustCompile(paths).MatchString(r.URL.Path) {
				w.WriteHeader(http.StatusForbidden)
				return
			}
			next.ServeHTTP(w, r)
		})
	}
}

// The simulator accepts the copy of a caller with few permissions.
func TestTake_placeholders(t *testing.T) {
	for ending, want := range map[string]string{
		"/core/v1/applications":           "application billing",
		"/core/v1/applications/crm/roles": "",
		"/units/acme-hq":                  "unit acme-hq",
		"/core/v1/clients/acme/eroles":    "enterprise role er-sales",
		"/core/v1/terms":                  "terms privacy",
		"/profiles/p-anna-hq/authorizations/a-anna-crm/properties": "",
	} {
		api := service(t, held(t), "demo-admin-token", refusing(regexp.QuoteMeta(ending)+"$"))
		taken := take(t, api, snapshot.Options{Client: "acme"})
		seed(t, taken)
		if want != "" && !slices.Contains(taken.Placeholders, want) || want == "" && len(taken.Placeholders) > 0 {
			t.Errorf("without %s: placeholders %v, want %q", ending, taken.Placeholders, want)
		}
		if len(taken.Missing) == 0 {
			t.Errorf("without %s nothing is missing", ending)
		}
	}
}

// held returns the demo tenant in which anna has another role, and one role twice.
func held(t *testing.T) []byte {
	t.Helper()
	var arrays map[string][]map[string]any
	if err := json.Unmarshal(sim.DemoSeed(), &arrays); err != nil {
		t.Fatal(err)
	}
	for extID, role := range map[string]string{"a-2": "crm-admin", "a-3": "crm-admin"} {
		arrays["authorizations"] = append(arrays["authorizations"],
			map[string]any{"clientExtId": "acme", "profileExtId": "p-anna-hq", "extId": extID, "roleExtId": role})
	}
	arrays["snapshot"] = []map[string]any{{}}
	encoded, err := json.Marshal(arrays)
	if err != nil {
		t.Fatal(err)
	}
	return encoded
}

func TestTake_roleGrantedTwice(t *testing.T) {
	taken := take(t, service(t, held(t), "demo-admin-token", nil), snapshot.Options{Client: "acme"})
	if grants := strings.Count(string(seed(t, taken)), `"roleExtId": "crm-admin"`); grants != 2 {
		t.Errorf("%d grants", grants)
	}
}

// Another client of the plan that the caller cannot read is included without content, and one that
// does not exist is not included.
func TestTake_otherClients(t *testing.T) {
	api := service(t, sim.DemoSeed(), "demo-reader-token", nil)
	taken := take(t, api, snapshot.Options{Client: "acme", Others: []string{"globex", "acme"}})
	if !slices.Equal(taken.Clients, []string{"acme", "globex"}) || len(taken.Missing) != 1 || taken.Missing[0].Client != "globex" {
		t.Errorf("clients %v, missing %+v", taken.Clients, taken.Missing)
	}
	seed(t, taken)
	taken = take(t, service(t, sim.DemoSeed(), "demo-admin-token", nil), snapshot.Options{Client: "acme", Others: []string{"initech"}})
	if !slices.Equal(taken.Clients, []string{"acme"}) || len(taken.Missing) != 1 {
		t.Errorf("clients %v, missing %+v", taken.Clients, taken.Missing)
	}
}

func TestTake_keepsNoSecret(t *testing.T) {
	var arrays map[string][]map[string]any
	if err := json.Unmarshal(sim.DemoSeed(), &arrays); err != nil {
		t.Fatal(err)
	}
	server, err := sim.New(sim.Options{Seed: sim.DemoSeed()})
	if err != nil {
		t.Fatal(err)
	}
	var state struct {
		Credentials []map[string]any `json:"credentials"`
	}
	if err := json.Unmarshal(server.State(), &state); err != nil {
		t.Fatal(err)
	}
	taken := take(t, service(t, sim.DemoSeed(), "demo-admin-token", nil), snapshot.Options{Client: "acme", Credentials: true})
	copied := string(seed(t, taken))
	for _, credential := range state.Credentials {
		for _, name := range []string{"loginSecret", "ticket", "tempStrongPassword", "puk", "devicePassword", "otp"} {
			if secret, _ := credential[name].(string); secret != "" && strings.Contains(copied, `"`+secret+`"`) {
				t.Errorf("the %s of %v is in the copy", name, credential["extId"])
			}
		}
	}
	for _, caller := range arrays["callers"] {
		if strings.Contains(copied, caller["token"].(string)) {
			t.Error("a token is in the copy")
		}
	}
	without := take(t, service(t, sim.DemoSeed(), "demo-admin-token", nil), snapshot.Options{Client: "acme"})
	if strings.Contains(string(seed(t, without)), `"credentials"`) {
		t.Error("credentials are in a copy that was asked for without them")
	}
}

// The file lists the failed reads too, without external IDs, and with the pseudonym of another
// client's name.
func TestTake_gapsStay(t *testing.T) {
	api := service(t, sim.DemoSeed(), "demo-reader-token", refusing("/profiles/.*authorizations"))
	taken := take(t, api, snapshot.Options{Client: "acme"})
	stored := seed(t, taken)
	read, err := snapshot.Parse(stored)
	if err != nil {
		t.Fatal(err)
	}
	gaps := read.Gaps()
	if len(gaps) == 0 || !slices.Equal(gaps, taken.Gaps()) || !strings.Contains(strings.Join(gaps, "\n"), "authorizations of profile") ||
		strings.Contains(strings.Join(gaps, "\n"), "p-anna") {
		t.Errorf("gaps: %q", gaps)
	}
	if again := seed(t, read); !bytes.Equal(again, stored) {
		t.Errorf("read and written again:\n%s", again)
	}
}
