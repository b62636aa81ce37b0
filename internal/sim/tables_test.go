package sim_test

import (
	"fmt"
	"net/http"
	"os"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// rows reads a table of testdata.
func rows(t *testing.T, name string) [][]string {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name + ".tsv")
	if err != nil {
		t.Fatal(err)
	}
	var out [][]string
	for line := range strings.Lines(string(text)) {
		out = append(out, strings.Split(strings.TrimSuffix(line, "\n"), "\t"))
	}
	return out
}

// TestCredential_everyKind creates, reads, changes and deletes one credential of each kind, by
// testdata/kind.script. A row of testdata/kinds.tsv has the path of the kind, the body of the create,
// and what a read contains.
func TestCredential_everyKind(t *testing.T) {
	script, err := os.ReadFile("testdata/kind.script")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows(t, "kinds") {
		t.Run(row[0], func(t *testing.T) {
			unknown := strings.Replace(strings.Replace(row[1], "{", `{"colour":"blue",`, 1), ",}", "}", 1)
			values := strings.NewReplacer("${kind}", row[0], "${body}", row[1], "${want}", row[2], "${unknown}", unknown)
			play(t, values.Replace(string(script)))
		})
	}
}

// A caller with all rights of a route may use it; a caller that lacks any of them may not. A row of
// testdata/rights.tsv is an operation of the core API with the rights that it requires.
func TestRights_everyRow(t *testing.T) {
	var callers []any
	caller := func(token string, rights []string, without string) {
		names := []string{}
		for _, r := range rights {
			if r != without {
				names = append(names, "AccessControl."+r)
			}
		}
		callers = append(callers, map[string]any{"token": token, "permissions": names, "clients": []string{"acme"}})
	}
	table := rows(t, "rights")
	for i, row := range table {
		rights := strings.Fields(row[0])[2:]
		caller(fmt.Sprintf("%d-all", i), rights, "")
		for _, missing := range rights {
			caller(fmt.Sprintf("%d-%s", i, missing), rights, missing)
		}
	}
	s := startWith(t, sim.Options{Seed: seedWith(t, sim.DemoSeed(), map[string][]any{"callers": callers})})
	for i, row := range table {
		fields, body := strings.Fields(row[0]), ""
		call := strings.Join(fields[:2], " ")
		if fields[0] != "GET" {
			body = `{"parentUnitExtId":"none"}`
		}
		if got := s.send(t, fmt.Sprintf("%d-all", i), call, body); got.status == 403 || got.status == 405 ||
			got.code() == "errors.unknownPath" {
			t.Errorf("%s with all rights: %d %s", call, got.status, got.raw)
		}
		for _, missing := range fields[2:] {
			got := s.send(t, fmt.Sprintf("%d-%s", i, missing), call, body)
			if got.status != 403 || got.code() != "errors.insufficientRightsFunction" ||
				!strings.Contains(got.raw, "AccessControl."+missing) {
				t.Errorf("%s without %s: %d %s", call, missing, got.status, got.raw)
			}
		}
	}
}

// A row of testdata/seeds.tsv is an error and the seed that causes it.
func TestSeed_refused(t *testing.T) {
	for _, row := range rows(t, "seeds") {
		_, err := sim.New(sim.Options{Seed: []byte(row[1])})
		if err == nil || !strings.Contains(err.Error(), row[0]) || strings.Contains(err.Error(), "secret-token") {
			t.Errorf("%s: error %v, want %q", row[1], err, row[0])
		}
	}
}

// A row of testdata/hosts.tsv is a host, a header with its value, and the status of the response.
func TestServer_refusesOtherHostsAndOrigins(t *testing.T) {
	s := startWith(t, sim.Options{Seed: sim.DemoSeed(), AllowHosts: []string{"sim.example.com"}})
	address := strings.TrimPrefix(s.url, "http://")
	_, port, _ := strings.Cut(address, ":")
	for _, row := range rows(t, "hosts") {
		for i := range row {
			row[i] = strings.NewReplacer("${address}", address, "${port}", port).Replace(row[i])
		}
		for _, path := range []string{"/core/v1/clients", "/_sim/state"} {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.url+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Host = row[0]
			r.Header.Set("Authorization", "Bearer "+admin)
			if row[1] != "" {
				r.Header[row[1]] = []string{row[2]}
			}
			resp, err := http.DefaultTransport.RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if fmt.Sprint(resp.StatusCode) != row[3] {
				t.Errorf("%s, %q: %d", path, row, resp.StatusCode)
			}
		}
	}
}

// Every collection removes some operations, and one quirk is enough for each of them.
func TestWithout_everyCollection(t *testing.T) {
	for _, name := range sim.Collections() {
		s := start(t, "later-releases", "without="+name)
		gone := 0
		for _, route := range sim.Routes() {
			if path, core := strings.CutPrefix(route.Pattern, "/core/v1/"); core {
				code := s.send(t, admin, route.Method+" "+path, "").code()
				if code == "errors.unknownPath" || code == "errors.methodNotAllowed" {
					gone++
				}
			}
		}
		if gone == 0 {
			t.Errorf("without=%s takes nothing out", name)
		}
	}
}

func TestOptions_unknownQuirk(t *testing.T) {
	for _, quirk := range []string{"slash", "without=", "without=shoes", "roles", "without=roles,shoes",
		"without=roles,lower-limit,users"} {
		_, err := sim.New(sim.Options{Quirks: []string{quirk}})
		if err == nil || !strings.Contains(err.Error(), "known are") || !strings.Contains(err.Error(), "slash-strict") {
			t.Errorf("%s: %v", quirk, err)
		}
	}
}

func TestParseFault_refused(t *testing.T) {
	for _, spec := range []string{
		"explode", "status:status=99", "status:status=x", "latency:delay=soon", "drop-after:count=-1", "drop-after:colour=red",
		"drop-after:count", "status:probability=2", "status:retry-after=soon",
	} {
		if _, err := sim.ParseFault(spec); err == nil || !strings.Contains(err.Error(), spec) {
			t.Errorf("%s: error %v", spec, err)
		}
	}
}
