// Package acctest runs acceptance tests with the provider in this process, a real CLI, and the
// simulator or, with IDM_BASE_URL set, a real service. It records all requests, so that a test can
// check the requests as well as the result.
package acctest

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-testing/helper/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/provider"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/rings"
)

// The passwords of the tests.
const (
	FirstPassword   = "first-secret-0123456789-abcdefghijklmn"
	RotatedPassword = "rotated-secret-0123456789-abcdefghijklm"
)

// Fixture contains the objects that a test uses in the service. By default they are objects of the
// simulator's demo tenant; for a real service each comes from its environment variable.
type Fixture struct {
	Client                string // IDM_CLIENT_EXT_ID
	User, OtherUser       string // IDM_ACC_USER, IDM_ACC_OTHER_USER
	Role, OtherRole       string // IDM_ACC_ROLE, IDM_ACC_OTHER_ROLE
	EnterpriseRole        string // IDM_ACC_ENTERPRISE_ROLE
	OtherEnterpriseRole   string // IDM_ACC_OTHER_ENTERPRISE_ROLE
	Application           string // IDM_ACC_APPLICATION, one that is not assigned to the client
	UnitProperty          string // IDM_ACC_UNIT_PROPERTY
	OtherUnitProperty     string // IDM_ACC_OTHER_UNIT_PROPERTY
	AuthorizationProperty string // IDM_ACC_AUTHORIZATION_PROPERTY, one that Role takes
	token, baseURL        string
}

// Service is the service of one test.
type Service struct {
	Fixture
	// URL is the base URL of the recorder in front of the service.
	URL string
	// API is a second writer outside of the provider; its requests are not recorded.
	API *idm.API
	// Sim is the simulator; nil for a real service.
	Sim *sim.Server

	recorder recorder
	// transport and unrecorded carry the requests of the provider and the others; nil for a network.
	transport, unrecorded http.RoundTripper
	direct                string
	suffix                string
	// warned are the warnings and the error of a step in this process, and workspace has run it.
	// replaced is the address that its plan replaces, as with -replace; stale means that it does
	// not refresh, tries that its apply may fail, and order is the order of its calls: "forward",
	// "backward" or any.
	warned          []string
	workspace       *workspace
	replaced, order string
	stale, tries    bool
	// cli reports that the test always runs through a CLI.
	cli bool
}

// Start starts the service of one test: its own simulator with the demo tenant, or the real
// service. A test declares its needs and is skipped if the service contradicts them.
func Start(t testing.TB, needs ...Need) *Service {
	t.Helper()
	quirks := require(t, needs)
	s := &Service{Fixture: fixture(), suffix: fmt.Sprintf("%06x", rand.IntN(1<<24)), cli: throughCLI(needs)}
	if s.baseURL != "" {
		return s.start(t, forward(t, s.baseURL))
	}
	return s.simulate(t, sim.DemoSeed(), quirks)
}

// Another starts a simulator with the content of this one and other quirks, to simulate an upgrade
// of the service to another release.
func (s *Service) Another(t testing.TB, quirks ...string) *Service {
	t.Helper()
	return (&Service{Fixture: s.Fixture, suffix: s.suffix}).simulate(t, s.Sim.State(), quirks)
}

func (s *Service) simulate(t testing.TB, seed []byte, quirks []string) *Service {
	t.Helper()
	server, err := sim.New(sim.Options{Seed: seed, Quirks: quirks})
	if err != nil {
		t.Fatal(err)
	}
	s.Sim = server
	return s.start(t, server)
}

// InProcess returns a simulator that a provider reaches through a transport, without a network.
// Only the methods that call the provider, and Send, work.
func InProcess(server *sim.Server, transport http.RoundTripper) *Service {
	const address = "http://127.0.0.1"
	return &Service{Fixture: Fixture{Client: "acme", token: "demo-admin-token"}, URL: address, direct: address, Sim: server,
		transport: transport, unrecorded: transport}
}

// Virtual starts a simulator with the demo tenant for a test in a bubble of testing/synctest: it has
// no network, so that a pause of the provider takes no time. TestCLI does not work.
func Virtual(t testing.TB, needs ...Need) *Service {
	t.Helper()
	server, err := sim.New(sim.Options{Seed: sim.DemoSeed(), Quirks: require(t, append(needs, Simulator)), Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	s := InProcess(server, nil)
	s.Fixture, s.suffix, s.recorder.target, s.transport = fixture(), fmt.Sprintf("%06x", rand.IntN(1<<24)), server, handled{&s.recorder}
	s.speakTo(t, handled{server})
	return s
}

// InVirtualTime runs a test in a bubble of testing/synctest with a service of its own.
func InVirtualTime(t *testing.T, test func(t *testing.T, s *Service), needs ...Need) {
	t.Helper()
	require(t, append(needs, Simulator))
	synctest.Test(t, func(t *testing.T) { test(t, Virtual(t, needs...)) })
}

// handled passes requests to a handler without a network.
type handled struct{ http.Handler }

func (h handled) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body == nil {
		r = r.Clone(r.Context())
		r.Body = http.NoBody
	}
	recorder := httptest.NewRecorder()
	aborted := h.aborts(recorder, r)
	if aborted && !recorder.Flushed {
		return nil, io.ErrUnexpectedEOF
	}
	response := recorder.Result()
	response.Request = r
	if aborted {
		response.Body = io.NopCloser(io.MultiReader(response.Body, iotest.ErrReader(io.ErrUnexpectedEOF)))
	}
	return response, r.Context().Err()
}

// aborts reports whether the handler closes the connection.
func (h handled) aborts(w http.ResponseWriter, r *http.Request) (aborted bool) {
	defer func() {
		if reason := recover(); reason != nil {
			if aborted = reason == http.ErrAbortHandler; !aborted { //nolint:errorlint // It is a value of a panic.
				panic(reason)
			}
		}
	}()
	h.ServeHTTP(w, r)
	return false
}

func (s *Service) start(t testing.TB, target http.Handler) *Service {
	t.Helper()
	s.recorder.target = target
	recorded, direct := httptest.NewServer(&s.recorder), httptest.NewServer(target)
	t.Cleanup(recorded.Close)
	t.Cleanup(direct.Close)
	s.URL, s.direct = recorded.URL, direct.URL
	s.speakTo(t, nil)
	// The end of any test server closes the connections of the default transport.
	s.unrecorded = direct.Client().Transport
	return s
}

// speakTo makes the second writer, through a transport or, if it is nil, a network.
func (s *Service) speakTo(t testing.TB, transport http.RoundTripper) {
	t.Helper()
	base, err := url.Parse(s.direct)
	if err != nil {
		t.Fatal(err)
	}
	connection, err := rest.New(rest.Config{BaseURL: base, Auth: rest.BearerToken(s.token), Transport: transport})
	if err != nil {
		t.Fatal(err)
	}
	s.API, s.unrecorded = idm.New(connection), transport
}

// StartSimulator works like Start for a test that needs the simulator, optionally with quirks.
func StartSimulator(t testing.TB, quirks ...string) *Service {
	t.Helper()
	return Start(t, Simulator, Quirks(quirks...))
}

func fixture() Fixture {
	from := func(variable, demo string) string { return cmp.Or(os.Getenv("IDM_"+variable), demo) }
	return Fixture{
		Client:                from("CLIENT_EXT_ID", "acme"),
		User:                  from("ACC_USER", "u-ben"),
		OtherUser:             from("ACC_OTHER_USER", "u-carla"),
		Role:                  from("ACC_ROLE", "crm-reader"),
		OtherRole:             from("ACC_OTHER_ROLE", "wiki-editor"),
		EnterpriseRole:        from("ACC_ENTERPRISE_ROLE", "er-sales"),
		OtherEnterpriseRole:   from("ACC_OTHER_ENTERPRISE_ROLE", "er-finance"),
		Application:           from("ACC_APPLICATION", "billing"),
		UnitProperty:          from("ACC_UNIT_PROPERTY", "costCenter"),
		OtherUnitProperty:     from("ACC_OTHER_UNIT_PROPERTY", "phone"),
		AuthorizationProperty: from("ACC_AUTHORIZATION_PROPERTY", "region"),
		token:                 from("TOKEN", "demo-admin-token"),
		baseURL:               os.Getenv("IDM_BASE_URL"),
	}
}

func forward(t testing.TB, base string) http.Handler {
	t.Helper()
	target, err := url.Parse(base)
	if err != nil {
		t.Fatal(err)
	}
	return &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }}
}

// ID returns an external ID that no other test uses.
func (s *Service) ID(name string) string { return name + "-" + s.suffix }

// ProviderBlock returns a provider block for this service; extra contains further arguments.
func (s *Service) ProviderBlock(extra ...string) string {
	return fmt.Sprintf("provider \"idm\" {\n  base_url      = %q\n  token         = %q\n  client_ext_id = %q\n%s\n}\n", s.URL, s.token,
		s.Client, strings.Join(extra, "\n"))
}

// Send sends a request outside of the provider, without recording it, and returns the status and
// the body of the response.
func (s *Service) Send(t testing.TB, method, path, body string) (int, string) {
	t.Helper()
	status, _, response := s.send(t, method, path, body)
	return status, response
}

// Must sends a request outside of the provider, which the service must accept.
func (s *Service) Must(t testing.TB, method, path, body string) {
	t.Helper()
	if status, response := s.Send(t, method, path, body); status >= http.StatusMultipleChoices {
		t.Fatal(status, response)
	}
}

// send sends a request to either form of a path, with or without its trailing slash: a service may
// know only one of them.
func (s *Service) send(t testing.TB, method, path, body string) (int, http.Header, string) {
	t.Helper()
	status, header, response := s.sendTo(t, method, path, body)
	if strings.Contains(response, "errors.unknownPath") {
		other, slash := strings.CutSuffix(path, "/")
		if !slash {
			other += "/"
		}
		return s.sendTo(t, method, other, body)
	}
	return status, header, response
}

func (s *Service) sendTo(t testing.TB, method, path, body string) (int, http.Header, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(context.Background(), method, s.direct+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+s.token)
	req.Header.Set("Content-Type", "application/json")
	resp, err := (&http.Client{Transport: s.unrecorded}).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	response, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, resp.Header, string(response)
}

// Test runs steps with the provider in this process: in the runs of a workspace, or through a CLI if
// ThroughCLI reports so.
func (s *Service) Test(t *testing.T, steps ...resource.TestStep) {
	t.Helper()
	if s.cli {
		s.TestCLI(t, steps...)
		return
	}
	runSteps(t, s, steps)
}

// ThroughCLI reports whether all tests run through a CLI: with IDM_ACC_CLI=all, and against a real
// service.
func ThroughCLI() bool { return os.Getenv("IDM_ACC_CLI") == "all" || os.Getenv("IDM_BASE_URL") != "" }

// throughCLI reports whether a test runs through a CLI.
func throughCLI(needs []Need) bool {
	return ThroughCLI() || slices.ContainsFunc(needs, func(need Need) bool { return need.cli })
}

// TestCLI works like Test, and always runs the steps through a CLI.
func (s *Service) TestCLI(t *testing.T, steps ...resource.TestStep) {
	t.Helper()
	rings.Test(t)
	resource.UnitTest(t, resource.TestCase{ProtoV6ProviderFactories: factories(t, steps), Steps: steps})
}

// factories returns an observed provider. It does not see values that ignore_changes removes.
func factories(t testing.TB, steps []resource.TestStep) map[string]func() (tfprotov6.ProviderServer, error) {
	if slices.ContainsFunc(steps, func(step resource.TestStep) bool { return strings.Contains(step.Config, "ignore_changes") }) {
		return Factories()
	}
	return map[string]func() (tfprotov6.ProviderServer, error){"idm": func() (tfprotov6.ProviderServer, error) { return newObserved(t) }}
}

// Factories returns the provider in this process.
func Factories() map[string]func() (tfprotov6.ProviderServer, error) {
	return map[string]func() (tfprotov6.ProviderServer, error){
		"idm": func() (tfprotov6.ProviderServer, error) { return provider.NewServer("test", nil) },
	}
}
