package drift_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.yaml.in/yaml/v3"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/drift"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

type object = map[string]any

// reportCase is a plan and a tenant, with the report about them.
type reportCase struct {
	RefreshOnly bool           `yaml:"refresh_only,omitempty"`
	Errored     bool           `yaml:",omitempty"`
	LeftOut     []plan.LeftOut `yaml:"left_out,omitempty"`
	Services    []plan.Service `yaml:",omitempty"`
	// Changes, Drift and Remaining are those of the plan, and Also the changes of another one.
	Changes, Drift, Also []change `yaml:",omitempty"`
	// Search is tenant to search the tenant of tenants.yaml with the objects of Seed, or no login.
	Search string              `yaml:",omitempty"`
	Seed   map[string][]object `yaml:",omitempty"`
	// Refuse lists the ends of paths that the caller may not read. Accepted is a file with accepted
	// objects.
	Refuse   []string `yaml:",omitempty"`
	Accepted string   `yaml:",omitempty"`
	// Hidden are texts that the report must not contain, and Shown those of its Markdown.
	Hidden []string `yaml:",omitempty"`
	Shown  []string `yaml:",omitempty"`
	Want   []string
}

// change is a change of a plan. Values are those before and after it, in which texts such as
// (sensitive value) are masked and unknown values.
type change struct {
	Address, Type             string
	Service                   string            `yaml:",omitempty"`
	Action                    plan.Action       `yaml:",omitempty"`
	Imported, Deposed, Masked bool              `yaml:",omitempty"`
	MayIgnore                 bool              `yaml:"may_ignore,omitempty"`
	Values, Before, After     object            `yaml:",omitempty"`
	Configured                object            `yaml:",omitempty"`
	Recorded, Refreshed       map[string]string `yaml:",omitempty"`
}

// TestReports reads the cases in testdata/reports: the name of a file is what they are about.
func TestReports(t *testing.T) {
	files, err := filepath.Glob("testdata/reports/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		for name, of := range decode[map[string]reportCase](t, file) {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml")+"/"+name, func(t *testing.T) {
				_, got := of.report(t)
				if diff := cmp.Diff(of.Want, got); diff != "" {
					t.Errorf("report (-want +got):\n%s", diff)
				}
			})
		}
	}
}

func decode[T any](t *testing.T, file string) (into T) {
	t.Helper()
	content, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	decoder := yaml.NewDecoder(content)
	decoder.KnownFields(true)
	if err := decoder.Decode(&into); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return into
}

// report makes the report and describes it.
func (c reportCase) report(t *testing.T) (*drift.Report, []string) {
	t.Helper()
	service := serve(t, c.Seed, c.Refuse...)
	for i := range c.Services {
		c.Services[i].Address = strings.Replace(c.Services[i].Address, "SERVICE", strings.ToUpper(service.address)+"/", 1)
	}
	r := drift.New("here", &plan.Plan{RefreshOnly: c.RefreshOnly, Errored: c.Errored, LeftOut: c.LeftOut, Services: c.Services,
		Changes: changes(c.Changes), Drift: changes(c.Drift)})
	if c.Search != "" {
		var known *drift.Accepted
		if c.Accepted != "" {
			var err error
			if known, err = drift.ReadAccepted(filepath.Join("testdata", c.Accepted)); err != nil {
				t.Fatal(err)
			}
		}
		if c.Search == "no login" {
			service.Service = nil
		}
		if err := r.Search(t.Context(), []*plan.Plan{{Changes: changes(c.Also)}}, service.Service, "", known, nil); err != nil {
			t.Fatal(err)
		}
	}
	if slices.Sort(service.lists); len(slices.Compact(slices.Clone(service.lists))) != len(service.lists) {
		t.Errorf("lists that were read: %q", service.lists)
	}
	encoded, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, hidden := range c.Hidden {
		if strings.Contains(string(encoded), hidden) || strings.Contains(r.Document().Markdown(0), hidden) {
			t.Errorf("%q is shown: %s", hidden, encoded)
		}
	}
	for _, shown := range c.Shown {
		if text := r.Document().Markdown(0); !strings.Contains(text, shown) {
			t.Errorf("%q is missing:\n%s", shown, text)
		}
	}
	return r, described(r)
}

// described describes a report, a line for each row.
func described(r *drift.Report) []string {
	lines := []string{r.Document().Lead.String()}
	add := func(what string, parts ...string) {
		lines = append(lines, what+": "+strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), ", "))
	}
	for _, u := range r.Undeclared {
		add("undeclared", u.Kind+" "+u.ID, u.Who, u.Gives, u.Access, u.RemovedBy)
	}
	for what, objects := range [][]drift.Drifted{r.Drift, r.Accepted, r.NotApplied} {
		for _, o := range objects {
			parts := []string{o.Address, o.Action}
			if o.Gone {
				parts = append(parts, "gone")
			}
			for _, d := range o.Differences {
				parts = append(parts, string(d.Kind)+" "+d.Path)
			}
			if o.Access {
				parts = append(parts, "leaves access")
			}
			add([]string{"drift", "accepted", "not applied"}[what], parts...)
		}
	}
	if r.Unmanaged != nil {
		for _, o := range r.Unmanaged.Objects {
			add("in no state", o.Kind+" "+o.ID, o.Access)
		}
	}
	for _, reason := range r.NotSeen {
		add("not seen", reason)
	}
	if r.Found() {
		lines = append(lines, "found")
	}
	return lines
}

// changes returns the changes of a plan.
func changes(all []change) []plan.Change {
	found := make([]plan.Change, len(all))
	for i, c := range all {
		if c.Values != nil {
			c.Before, c.After = c.Values, c.Values
		}
		if c.Action == "" {
			c.Action = plan.NoOp
		}
		found[i] = plan.Change{Address: c.Address, Type: c.Type, Service: c.Service, Action: c.Action,
			Imported: c.Imported, Deposed: c.Deposed, MayIgnore: c.MayIgnore,
			Before: values(c.Before), After: values(c.After), Configured: values(c.Configured),
			Recorded: private(c.Recorded), Refreshed: private(c.Refreshed)}
		if c.Masked {
			found[i].BeforeHidden = plan.Masked{}
		}
	}
	return found
}

func values(of object) plan.Values {
	found, _ := special(of).(object)
	return found
}

// special replaces the texts of special values.
func special(value any) any {
	switch value := value.(type) {
	case object:
		if value == nil {
			return nil
		}
		found := object{}
		for name, inner := range value {
			found[name] = special(inner)
		}
		return found
	case []any:
		found := make([]any, len(value))
		for i := range value {
			found[i] = special(value[i])
		}
		return found
	}
	for _, one := range []any{plan.Masked{}, plan.Masked{Changed: true}, plan.Unknown{}} {
		if value == fmt.Sprint(one) {
			return one
		}
	}
	return value
}

// private returns a private state as a state contains it.
func private(entries map[string]string) []byte {
	if entries == nil {
		return nil
	}
	encoded := map[string][]byte{}
	for name, value := range entries {
		encoded[name] = []byte(value)
	}
	text, _ := json.Marshal(encoded)
	return text
}

// asked is a service with the lists of grants that were requested.
type asked struct {
	*drift.Service
	address string

	mu    sync.Mutex
	lists []string
}

// serve starts a simulator with the tenants of tenants.yaml and the objects of seed: an object with
// the IDs of another one replaces it. It refuses paths that end in one of refuse.
func serve(t *testing.T, seed map[string][]object, refuse ...string) *asked {
	t.Helper()
	all := decode[map[string][]object](t, "testdata/tenants.yaml")
	for array, objects := range seed {
		for _, one := range objects {
			at := slices.IndexFunc(all[array], func(o object) bool { return one["extId"] != nil && identity(o) == identity(one) })
			if at >= 0 {
				all[array][at] = one
			} else {
				all[array] = append(all[array], one)
			}
		}
	}
	raw, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	server, err := sim.New(sim.Options{Seed: raw})
	if err != nil {
		t.Fatal(err)
	}
	a := &asked{}
	listening := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := strings.TrimSuffix(r.URL.Path, "/")
		if strings.HasSuffix(path, "authorizations") {
			a.mu.Lock()
			a.lists = append(a.lists, path)
			a.mu.Unlock()
		}
		if slices.ContainsFunc(refuse, func(end string) bool { return strings.HasSuffix(path, end) }) {
			http.Error(w, `{"errors":[{"code":"errors.insufficientRightsFunction","message":"no"}]}`, http.StatusForbidden)
			return
		}
		server.ServeHTTP(w, r)
	}))
	t.Cleanup(listening.Close)
	base, err := url.Parse(listening.URL)
	if err != nil {
		t.Fatal(err)
	}
	client, err := rest.New(rest.Config{BaseURL: base, Auth: rest.BearerToken("admin"), MaxRetries: -1})
	if err != nil {
		t.Fatal(err)
	}
	a.address, a.Service = listening.URL, &drift.Service{API: idm.New(client), Address: listening.URL}
	return a
}

func identity(o object) string { return fmt.Sprint(o["clientExtId"], o["profileExtId"], o["extId"]) }
