package replay

import (
	"crypto/ed25519"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
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

// lossy sends requests to the simulator and drops the responses to the first creates in a
// collection.
type lossy struct {
	server     http.Handler
	collection string
	fault      fault
	mu         sync.Mutex
	// left is the number of responses to drop, posts the number of sent creates.
	left, posts int
	// blind refuses all reads until the next create.
	blind bool
}

func (l *lossy) RoundTrip(r *http.Request) (*http.Response, error) {
	x := &exchange{request: r}
	if r.Body != nil {
		x.body, _ = io.ReadAll(r.Body)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if r.Method == http.MethodGet && l.blind {
		x.response = httptest.NewRecorder()
		x.response.Header().Set("Content-Type", "application/json")
		x.response.WriteHeader(http.StatusForbidden)
		_, _ = x.response.WriteString(`{"errors":[{"code":"errors.noPermission","message":"Not permitted."}]}`)
		return x.answer()
	}
	if r.Method == http.MethodPost && path.Base(r.URL.Path) == l.collection {
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
		x.response = served(l.server, r, x.body)
	}
	if x.fault == htmlBefore || x.fault == htmlAfter {
		x.response = httptest.NewRecorder()
		x.response.Header().Set("Content-Type", "text/html")
		x.response.WriteHeader(http.StatusBadGateway)
		_, _ = x.response.WriteString("<html>Bad gateway</html>")
	}
	return x.answer()
}

// creatable is a type of objects with external IDs.
type creatable struct {
	name       string
	of         *objecttype.Type
	collection string
	// config returns the declaration of the nth object.
	config func(n int) acctest.Values
	// anonymous reports that a created object cannot be identified without its external ID,
	// repeatable that the service accepts a second equal one.
	anonymous, repeatable bool
}

func creatables() []creatable {
	text := func(name string, n int) string { return fmt.Sprint(name, n) }
	secret := strings.Repeat("0123456789", 4)
	of := func(more acctest.Values) acctest.Values {
		more["user_ext_id"] = "u-ben"
		return more
	}
	return []creatable{
		{"unit", objecttype.Unit, "units", func(n int) acctest.Values {
			return acctest.Values{"name": text("U", n), "profileless": false}
		}, false, false},
		{"unit without a name", objecttype.Unit, "units", func(int) acctest.Values {
			return acctest.Values{"profileless": false}
		}, true, false},
		{"user with a login ID", objecttype.User, "users", func(n int) acctest.Values {
			return acctest.Values{"login_id": text("l", n)}
		}, false, false},
		{"user with a name", objecttype.User, "users", func(n int) acctest.Values {
			return acctest.Values{"name": acctest.Values{"family_name": text("N", n)}}
		}, false, true},
		{"user without either", objecttype.User, "users", func(int) acctest.Values { return acctest.Values{} }, true, false},
		{"client", objecttype.Client, "clients", func(n int) acctest.Values {
			return acctest.Values{"name": text("C", n), "deletion_protection": false}
		}, false, false},
		{"application", objecttype.Application, "applications", func(n int) acctest.Values {
			return acctest.Values{"name": text("A", n), "displayed": true}
		}, false, false},
		{"role", objecttype.Role, "roles", func(n int) acctest.Values {
			return acctest.Values{"name": text("R", n), "application_ext_id": "crm"}
		}, false, false},
		{"enterprise role", objecttype.EnterpriseRole, "eroles", func(n int) acctest.Values {
			return acctest.Values{"name": text("E", n)}
		}, false, false},
		{"policy", objecttype.Policy, "policies", func(n int) acctest.Values {
			return acctest.Values{"policy_type": "TANPolicy", "name": text("P", n), "parameters": acctest.Values{"a": "b"}}
		}, false, true},
		{"profile", objecttype.Profile, "profiles", func(n int) acctest.Values {
			return of(acctest.Values{"unit_ext_id": "acme-hq", "name": text("P", n)})
		}, false, true},
		{"authorization", objecttype.Authorization, "authorizations", func(n int) acctest.Values {
			return acctest.Values{"profile_ext_id": "p-anna-hq", "role_ext_id": []string{"crm-admin", "billing-clerk"}[n]}
		}, false, false},
		{"enterprise authorization", objecttype.EnterpriseAuthorization, "eauthorizations", func(n int) acctest.Values {
			return acctest.Values{"profile_ext_id": "p-anna-hq", "enterprise_role_ext_id": []string{"er-finance", "er-manager"}[n]}
		}, false, false},
		{"terms", objecttype.Terms, "terms", func(n int) acctest.Values {
			return acctest.Values{"name": text("T", n), "active": true, "silent_acceptance": false, "terms_version": "1"}
		}, false, true},
		{"property definition", objecttype.PropertyDefinition, "properties", func(n int) acctest.Values {
			return acctest.Values{"scope": "USER_GLOBAL", "name": text("d", n), "type": "STRING"}
		}, false, false},
		{"password", objecttype.Password, "password", func(int) acctest.Values {
			return acctest.Values{"user_ext_id": "u-dev-bot", "password_wo": "Some-password-1"}
		}, false, false},
		{"device password", objecttype.DevicePassword, "device-password", func(int) acctest.Values {
			return of(acctest.Values{"password_wo": secret})
		}, false, true},
		{"context password", objecttype.ContextPassword, "context-passwords", func(n int) acctest.Values {
			return of(acctest.Values{"context": text("c", n), "password_wo": "Some-password-1"})
		}, false, false},
		{"certificate", objecttype.Certificate, "certificates", func(n int) acctest.Values {
			return of(acctest.Values{"certificate": certificate(n)})
		}, false, false},
		{"generic credential", objecttype.GenericCredential, "generic-credentials", func(n int) acctest.Values {
			return of(acctest.Values{"identification": text("g", n)})
		}, false, true},
		{"Kerberos credential", objecttype.KerberosCredential, "kerberos", func(n int) acctest.Values {
			return of(acctest.Values{"kerberos_id": text("k", n)})
		}, false, false},
		{"SAML credential", objecttype.SAMLCredential, "saml-credentials", func(n int) acctest.Values {
			return of(acctest.Values{"subject_name_id": text("s", n), "subject_name_id_format": "urn:a", "issuer_name_id": "i",
				"issuer_name_id_format": "urn:b"})
		}, false, true},
	}
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

// lossyTenant is a simulator behind a lossy transport.
type lossyTenant struct {
	lossy
	sim     *sim.Server
	service *acctest.Service
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
	l := &lossyTenant{lossy: lossy{server: server, collection: c.collection, fault: lost}, sim: server}
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
	for _, c := range creatables() {
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
	for _, c := range creatables() {
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
	for _, c := range creatables() {
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
