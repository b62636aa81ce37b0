package tenant_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// reading is a case of testdata/read.yaml: a tenant that is read.
type reading struct {
	// Token is the caller of the demo tenant with Quirks; without it, the small tenant is read, with
	// other arrays from Seed and more Members.
	Token  string
	Quirks []string
	Seed   map[string][]element
	More   int
	// Responses replace those of the paths with an ending, and Replace a text in all responses.
	Responses map[string]struct {
		Status     int
		Body, Type string
	}
	Replace [2]string
	Options tenant.Options
	// Parts asks for all parts.
	Parts bool
	// Is holds expected parts of the result, and Missing texts of the failed reads, each a sentence.
	Is      map[string]string
	Missing [][]string
	Lacks   []string
	Error   string
}

func TestRead(t *testing.T) {
	content, err := os.ReadFile("testdata/read.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var cases map[string]reading
	if err := yaml.Unmarshal(content, &cases); err != nil {
		t.Fatal(err)
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) { c.run(t) })
	}
}

func (c reading) run(t *testing.T) {
	t.Helper()
	asked := map[string]int{}
	var s service
	if strings.HasPrefix(c.Token, "demo") {
		s = demo(t, c.Token, c.wrap(asked), c.Quirks...)
	} else {
		seed := small()
		maps.Copy(seed, c.Seed)
		for i := range c.More {
			member(seed, fmt.Sprint(i), "")
		}
		s = serve(t, seed, c.wrap(asked))
		if c.Token != "" {
			s.api = connect(t, s.Server, c.Token)
		}
	}
	c.Options.Client = "acme"
	if c.Parts {
		c.Options.With = tenant.Parts()
	}
	read, err := tenant.Read(t.Context(), s.api, c.Options)
	if err != nil || c.Error != "" {
		if c.Error == "" || !strings.Contains(fmt.Sprint(err), c.Error) {
			t.Errorf("%v, want %q", err, c.Error)
		}
		return
	}
	got := results(read)
	got["asked"] = fmt.Sprint(asked)
	for part, want := range c.Is {
		if got[part] != want {
			t.Errorf("%s: %s\nwant %s", part, got[part], want)
		}
	}
	matches := slices.EqualFunc(read.Missing, c.Missing, func(missing tenant.Missing, want []string) bool {
		text := fmt.Sprint(missing.What, " ", strings.Join(missing.ExtIDs, " "), ": ", missing.Reason, ". ", missing.WayOut)
		return !slices.ContainsFunc(want, func(part string) bool { return !strings.Contains(text, part) })
	})
	if !matches {
		t.Errorf("missing: %+v", read.Missing)
	}
	for _, text := range c.Lacks {
		if strings.Contains(fmt.Sprintf("%+v", read), text) {
			t.Errorf("%s is kept", text)
		}
	}
}

// wrap returns the responses of the case, and counts them by the ending of their path.
func (c reading) wrap(asked map[string]int) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			for ending, response := range c.Responses {
				if strings.HasSuffix(r.URL.Path, ending) {
					w.Header().Set("Content-Type", "application/json")
					if response.Type != "" {
						w.Header().Set("Content-Type", response.Type)
					}
					w.WriteHeader(max(response.Status, http.StatusOK))
					_, _ = w.Write([]byte(response.Body))
					if c.Options.Concurrency == 1 {
						asked[ending]++
					}
					return
				}
			}
			recorded := httptest.NewRecorder()
			next.ServeHTTP(recorded, r)
			maps.Copy(w.Header(), recorded.Header())
			w.Header().Del("Content-Length")
			w.WriteHeader(recorded.Code)
			_, _ = w.Write(bytes.ReplaceAll(recorded.Body.Bytes(), []byte(c.Replace[0]), []byte(c.Replace[1])))
		})
	}
}

// results returns parts of a tenant as texts.
func results(read *tenant.Tenant) map[string]string {
	var users, applications, grants, members, gaps []string
	for _, u := range read.Users {
		users = append(users, u.ExtID)
	}
	for _, a := range read.Applications {
		applications = append(applications, a.ExtID)
	}
	for _, p := range read.Profiles {
		for _, a := range p.Authorizations {
			grants = append(grants, p.ExtID+"/"+a.ExtID)
		}
		for _, a := range p.EnterpriseAuthorizations {
			grants = append(grants, p.ExtID+"/e/"+a.ExtID)
		}
	}
	for _, e := range read.EnterpriseRoles {
		for _, m := range e.Members {
			members = append(members, e.ExtID+"/"+m.ExtID)
		}
	}
	for _, gap := range read.Facts("s").Tenant.Gaps() {
		if of := gap.Owner + gap.ExtID; of != "" {
			gaps = append(gaps, fmt.Sprint(gap.Kind, " ", of))
		}
	}
	slices.Sort(gaps)
	properties, _ := json.Marshal(read.UnitProperties)
	return map[string]string{
		"client": read.Client.Name, "units": extIDs(read.Units), "profiles": profiles(read), "users": strings.Join(users, " "),
		"applications": strings.Join(applications, " "), "grants": strings.Join(grants, " "), "members": strings.Join(members, " "),
		"gaps": strings.Join(gaps, ", "), "properties": string(properties), "roles": fmt.Sprint(len(read.Roles)),
		"parts": fmt.Sprint(len(slices.DeleteFunc(slices.Collect(maps.Values(contents(read))), func(n int) bool { return n == 0 }))),
	}
}

// demo serves the demo tenant to a caller.
func demo(t *testing.T, token string, wrap func(http.Handler) http.Handler, quirks ...string) service {
	t.Helper()
	server, err := sim.New(sim.Options{Seed: sim.DemoSeed(), Quirks: quirks})
	if err != nil {
		t.Fatal(err)
	}
	var handler http.Handler = server
	if wrap != nil {
		handler = wrap(handler)
	}
	return service{server, connect(t, handler, token)}
}
