package replay

import (
	"cmp"
	"crypto/ed25519"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"path"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const (
	htmlBefore fault = "an HTML page, nothing done"
	htmlAfter  fault = "an HTML page after the work"
)

// lossyTenant is a simulator behind a transport that loses or alters the responses to creates in a
// collection.
type lossyTenant struct {
	sim        *sim.Server
	service    *acctest.Service
	collection string
	fault      fault
	mu         sync.Mutex
	// left is the number of responses to lose, posts the number of sent creates.
	left, posts int
	// blind refuses all reads until the next create.
	blind bool
	alteration
	requests []string
}

// alteration is what happens to the next create, if it is armed.
type alteration struct {
	armed bool
	// twice sends the create twice, and last returns the second response.
	twice, last bool
	// names replaces the external ID in the Location; reads of that ID are refused later if hidden.
	names  string
	hidden bool
}

func (l *lossyTenant) RoundTrip(r *http.Request) (*http.Response, error) {
	x := &exchange{request: r}
	if r.Body != nil {
		x.body, _ = io.ReadAll(r.Body)
	}
	<-time.After(time.Millisecond) // Others go on in the meantime.
	l.mu.Lock()
	defer l.mu.Unlock()
	l.requests = append(l.requests, r.Method+" "+r.URL.RequestURI())
	creates := r.Method == http.MethodPost && path.Base(r.URL.Path) == l.collection
	if r.Method == http.MethodGet && (l.blind || l.hidden && !l.armed && path.Base(r.URL.Path) == l.names) {
		x.response = instead(http.StatusForbidden, "application/json",
			`{"errors":[{"code":"errors.noPermission","message":"Not permitted."}]}`)(nil)
		return x.answer()
	}
	if creates {
		l.posts++
		l.blind = false
		if l.left--; l.left >= 0 {
			x.fault = l.fault
		}
	}
	if x.fault == dropBefore {
		return nil, io.EOF
	}
	if x.fault != htmlBefore {
		x.response = served(l.sim, r, x.body)
	}
	if x.fault == htmlBefore || x.fault == htmlAfter {
		x.response = instead(http.StatusBadGateway, "text/html", "<html>Bad gateway</html>")(nil)
	}
	if creates && l.armed {
		l.alter(x)
	}
	return x.answer()
}

func (l *lossyTenant) alter(x *exchange) {
	l.armed = false
	if l.twice {
		if second := served(l.sim, x.request, x.body); l.last {
			x.response = second
		}
	}
	if location := x.response.Header().Get("Location"); location != "" && l.names != "" {
		x.response.Header().Set("Location", strings.TrimSuffix(location, path.Base(location))+l.names)
	}
}

// creatable is a type of objects with external IDs.
type creatable struct {
	acctest.Row
	name string
	of   *objecttype.Type
	// anonymous reports that a created object cannot be identified without its external ID,
	// repeatable that the service accepts a second equal one.
	anonymous, repeatable bool
}

// config returns the declaration of the nth object.
func (c creatable) config(n int) acctest.Values {
	if other := c.Config("other"); other != nil && n == 0 {
		return other
	}
	config := acctest.Values{}
	text, err := json.Marshal(c.Config("config"))
	if err == nil {
		err = json.Unmarshal([]byte(strings.ReplaceAll(string(text), "%d", fmt.Sprint(n))), &config)
	}
	if err != nil {
		panic(err) // The table has only JSON values.
	}
	if c.of == objecttype.Certificate {
		config["certificate"] = certificate(n)
	}
	return config
}

func creatables(t *testing.T) (all []creatable) {
	t.Helper()
	for _, row := range acctest.Table(t, "testdata/creates.hcl") {
		of := objecttype.ByTypeName(row.Type)
		all = append(all, creatable{row, strings.TrimSpace(of.Title + " " + row.Name), of, row.Arguments["anonymous"] != nil,
			row.Arguments["repeatable"] != nil})
	}
	return all
}

func certificate(n int) string {
	private := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))
	template := &x509.Certificate{SerialNumber: big.NewInt(int64(n + 1)), NotAfter: time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)}
	der, err := x509.CreateCertificate(nil, template, template, private.Public(), private)
	if err != nil {
		panic(err) // The template is fixed.
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
}

// newLossyTenant returns the demo tenant. With assigns, the service assigns the external IDs.
func newLossyTenant(t *testing.T, c creatable, lost fault, assigns bool) *lossyTenant {
	t.Helper()
	var quirks []string
	if c.of == objecttype.Client {
		quirks = append(quirks, "later-releases")
	}
	if assigns {
		quirks = append(quirks, "server-ext-ids")
	}
	server, err := sim.New(sim.Options{Seed: sim.DemoSeed(), Quirks: quirks, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	l := &lossyTenant{sim: server, collection: cmp.Or(c.of.Collection, c.of.Name), fault: lost}
	l.service = acctest.InProcess(server, l)
	return l
}

// count returns the number of objects of a type.
func (l *lossyTenant) count(t *testing.T, of *objecttype.Type) int {
	t.Helper()
	array := of.SeedArray()
	if of.Class == objecttype.Credential {
		array = "credentials"
	}
	var state map[string]json.RawMessage
	var all []any
	if err := json.Unmarshal(l.sim.State(), &state); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(state[array], &all); err != nil {
		t.Fatal(array, err)
	}
	return len(all)
}

// create plans and creates an object in a run.
func create(t *testing.T, p *acctest.Protocol, c creatable, n int) (*acctest.Instance, acctest.Diagnostics) {
	t.Helper()
	i := &acctest.Instance{Type: c.of.TypeName()}
	diags := i.ApplyConcurrently(t, p, c.config(n), func() {})
	return i, diags
}

// The response to a create of any type is lost in every possible way, on a service that keeps the
// external IDs and on one that assigns its own, before and after a response has shown which. No
// object is created twice, and the created one is in the state. If the service offers no way to
// find it, the create is not sent again.
func TestCreates_lost(t *testing.T) {
	done := map[fault]bool{dropBefore: false, dropAfter: true, truncated: true, htmlBefore: false, htmlAfter: true}
	for _, c := range creatables(t) {
		for _, assigns := range []bool{false, true} {
			for lost, isDone := range done {
				for _, isKnown := range []bool{false, true} {
					t.Run(fmt.Sprint(c.name, ", assigned ", assigns, ", ", lost, ", known ", isKnown), func(t *testing.T) {
						synctest.Test(t, func(t *testing.T) { createLost(t, c, loss{lost, isDone, isKnown, assigns}) })
					})
				}
			}
		}
	}
}

// loss is a lost response to a create.
type loss struct {
	fault
	// isDone reports that the service executed the request, isKnown that an earlier response of the
	// run has shown whether it assigns the external IDs, and assigns that it does.
	isDone, isKnown, assigns bool
}

// stops reports whether the create ends with an error.
func (c creatable) stops(x loss) bool {
	switch {
	case x.fault == truncated:
		return false
	case c.anonymous:
		return x.assigns || !x.isKnown && !x.isDone
	}
	// The API cannot address the password of a user by its external ID.
	return c.of == objecttype.Password && x.assigns && x.isDone
}

// want returns the number of created objects and of sent requests.
func (c creatable) want(x loss) (made, sends int) {
	switch stops := c.stops(x); {
	case stops && c.of == objecttype.Password:
		return 1, 2
	case x.isDone:
		return 1, 1
	case stops:
		return 0, 1
	}
	return 1, 2
}

func createLost(t *testing.T, c creatable, x loss) {
	t.Helper()
	l := newLossyTenant(t, c, x.fault, x.assigns)
	p := l.service.Protocol(t)
	if x.isKnown && c.of != objecttype.Password { // A user has one.
		if _, diags := create(t, p, c, 0); diags.HasError() {
			t.Fatal(diags)
		}
	}
	before := l.count(t, c.of)
	l.left, l.posts = 1, 0
	i, diags := create(t, p, c, 1)
	made, sends := c.want(x)
	if created := l.count(t, c.of) - before; created != made || l.posts != sends {
		t.Errorf("%d objects created with %d requests, want %d and %d", created, l.posts, made, sends)
	}
	if c.stops(x) {
		if !diags.HasError() || strings.Contains(diags.String(), "EXT-ID") || !strings.Contains(diags.String(), "import") {
			t.Error("the error names no object to import: ", diags)
		}
		return
	}
	if diags = append(diags, i.Refresh(t, p)...); diags.HasError() || i.Values == nil {
		t.Fatal("the created object is not in the state: ", diags)
	}
	if planned, diags := i.Plan(t, p, c.config(1)); diags.HasError() || !planned.Empty {
		t.Error("the next plan is not empty: ", diags)
	}
}

// Another writer creates an object of any type after the plan, and then the create of an equal one
// loses its response without any effect. The object of the other writer is never in the state, even
// if nothing could be read before the create.
func TestCreates_lostAndTaken(t *testing.T) {
	for _, c := range creatables(t) {
		for _, lost := range []fault{dropBefore, htmlBefore} {
			for _, known := range []bool{false, true} {
				for _, assigns := range []bool{false, true} {
					for _, blind := range []bool{false, true} {
						name := fmt.Sprint(c.name, ", ", lost, ", known ", known, ", assigned ", assigns, ", blind ", blind)
						t.Run(name, func(t *testing.T) {
							synctest.Test(t, func(t *testing.T) { createTaken(t, c, lost, known, assigns, blind) })
						})
					}
				}
			}
		}
	}
}

func createTaken(t *testing.T, c creatable, lost fault, known, assigns, blind bool) {
	t.Helper()
	l := newLossyTenant(t, c, lost, assigns)
	p, other, i := l.service.Protocol(t), (*acctest.Instance)(nil), &acctest.Instance{Type: c.of.TypeName()}
	if known && c.of != objecttype.Password { // A user has one.
		if _, diags := create(t, p, c, 0); diags.HasError() {
			t.Fatal(diags)
		}
	}
	diags := i.ApplyConcurrently(t, p, c.config(1), func() {
		var failed acctest.Diagnostics
		if other, failed = create(t, l.service.Protocol(t), c, 1); failed.HasError() {
			t.Fatal(failed)
		}
		l.left, l.blind = 1, blind
	})
	switch {
	case i.Values != nil && i.Values["id"] == other.Values["id"]:
		t.Errorf("the state has the object of another writer, %v: %s", other.Values["id"], diags)
	case i.Values != nil && !c.repeatable && !c.anonymous:
		t.Errorf("the state has a second object %v: %s", i.Values, diags)
	case i.Values == nil && (!diags.HasError() || !strings.Contains(diags.String(), "import")):
		t.Error("the error names no object to import: ", diags)
	}
}

// One run creates two equal objects concurrently, next to one that a killed run has left behind,
// and all responses are lost on a service that assigns the external IDs. Each resource finds its
// own object.
func TestCreates_equals(t *testing.T) {
	for _, c := range creatables(t) {
		for _, lost := range []fault{dropBefore, dropAfter, htmlAfter} {
			if !c.repeatable {
				continue
			}
			t.Run(fmt.Sprint(c.name, ", ", lost), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					l := newLossyTenant(t, c, lost, true)
					left, diags := create(t, l.service.Protocol(t), c, 1)
					if diags.HasError() {
						t.Fatal(diags)
					}
					before, p := l.count(t, c.of), l.service.Protocol(t)
					l.left = 2
					found, mu, group := map[any]bool{left.Values["ext_id"]: true}, sync.Mutex{}, sync.WaitGroup{}
					for range 2 {
						group.Go(func() {
							i, diags := create(t, p, c, 1)
							mu.Lock()
							defer mu.Unlock()
							if diags.HasError() {
								t.Error(diags)
								return
							}
							found[i.Values["ext_id"]] = true
						})
					}
					group.Wait()
					if created := l.count(t, c.of) - before; created != 2 || len(found) != 3 {
						t.Errorf("%d objects created, %v found", created, found)
					}
				})
			})
		}
	}
}
