package sim_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

const (
	admin  = "demo-admin-token"
	reader = "demo-reader-token"
	anna   = "demo-anna-token"
)

// clock is a time that only the test advances.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock { return &clock{now: time.Date(2025, 6, 1, 12, 0, 0, 0, time.UTC)} }

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// service is a simulator behind a real listener.
type service struct {
	*sim.Server
	url   string
	clock *clock
}

// start runs a simulator with the demo tenant and some quirks.
func start(t *testing.T, quirks ...string) *service {
	t.Helper()
	return startWith(t, sim.Options{Seed: sim.DemoSeed(), Quirks: quirks})
}

func startWith(t *testing.T, o sim.Options) *service {
	t.Helper()
	c := newClock()
	if o.Now == nil {
		o.Now = c.Now
	}
	s, err := sim.New(o)
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewServer(s)
	t.Cleanup(func() {
		h.Close()
		if _, err := sim.New(sim.Options{Seed: s.State()}); err != nil {
			t.Errorf("the state is no seed: %v", err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return &service{s, h.URL, c}
}

// apiResponse is the response of a call.
type apiResponse struct {
	status int
	header http.Header
	raw    string
	body   any
}

// send makes a call. A path without a leading slash is relative to the core API.
func (s *service) send(t *testing.T, token, call, body string) apiResponse {
	t.Helper()
	got, err := s.try(token, call, body)
	if err != nil {
		t.Fatalf("%s: %v", call, err)
	}
	return got
}

func (s *service) request(token, call, body string) (*http.Request, error) {
	method, path, _ := strings.Cut(call, " ")
	if !strings.HasPrefix(path, "/") {
		path = "/core/v1/" + path
	}
	r, err := http.NewRequest(method, s.url+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	return r, nil
}

func (s *service) try(token, call, body string) (apiResponse, error) {
	r, err := s.request(token, call, body)
	if err != nil {
		return apiResponse{}, err
	}
	return do(r)
}

func do(r *http.Request) (apiResponse, error) {
	// Each call uses a new connection: the client must not silently repeat a dropped call.
	return doWith(&http.Transport{DisableKeepAlives: true}, r)
}

func doWith(transport http.RoundTripper, r *http.Request) (apiResponse, error) {
	resp, err := transport.RoundTrip(r)
	if err != nil {
		return apiResponse{}, err
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	got := apiResponse{status: resp.StatusCode, header: resp.Header, raw: string(raw)}
	if err != nil {
		return got, err
	}
	if strings.HasPrefix(resp.Header.Get("Content-Type"), "application/json") {
		err = json.Unmarshal(raw, &got.body)
	}
	return got, err
}

// step is a call and its expected response: the status, the code of the first error, and a JSON
// value that the body must contain (see contains).
type step struct {
	call   string
	body   string
	status int
	code   string
	want   string
}

// run makes the calls as the administrator, in order.
func (s *service) run(t *testing.T, steps ...step) {
	t.Helper()
	s.runAs(t, admin, steps...)
}

func (s *service) runAs(t *testing.T, token string, steps ...step) {
	t.Helper()
	for _, st := range steps {
		got := s.send(t, token, st.call, st.body)
		if got.status != st.status || got.code() != st.code {
			t.Errorf("%s %s: responded %d %s, want %d %s", st.call, st.body, got.status, got.raw, st.status, st.code)
			continue
		}
		if st.want == "" {
			continue
		}
		var want any
		if err := json.Unmarshal([]byte(st.want), &want); err != nil {
			t.Fatalf("%s: %v in %s", st.call, err, st.want)
		}
		if diff := contains(got.body, want, "body"); diff != "" {
			t.Errorf("%s %s: %s in %s", st.call, st.body, diff, got.raw)
		}
	}
}

// code returns the code of the first error in the body.
func (a apiResponse) code() string {
	body, _ := a.body.(map[string]any)
	list, _ := body["errors"].([]any)
	if len(list) == 0 {
		return ""
	}
	first, _ := list[0].(map[string]any)
	code, _ := first["code"].(string)
	return code
}

// contains returns the part of want that is missing: an object must have the fields of want, where
// null means absent, and may have others; a list must have the same length.
func contains(got, want any, path string) string {
	switch want := want.(type) {
	case map[string]any:
		object, ok := got.(map[string]any)
		if !ok {
			return fmt.Sprintf("%s is %v, want an object", path, got)
		}
		for name, w := range want {
			value, present := object[name]
			if w == nil && present {
				return fmt.Sprintf("%s.%s is %v, want none", path, name, value)
			}
			if w == nil {
				continue
			}
			if diff := contains(value, w, path+"."+name); diff != "" {
				return diff
			}
		}
		return ""
	case []any:
		list, _ := got.([]any)
		if len(list) != len(want) {
			return fmt.Sprintf("%s has %d elements, want %d", path, len(list), len(want))
		}
		for i := range want {
			if diff := contains(list[i], want[i], fmt.Sprintf("%s[%d]", path, i)); diff != "" {
				return diff
			}
		}
		return ""
	}
	if !reflect.DeepEqual(got, want) {
		return fmt.Sprintf("%s is %v, want %v", path, got, want)
	}
	return ""
}

// play runs the script of a test, which is testdata/<its name without Test>.txt. Each call has a
// line with its body, and a line with the expected response: the status, the code of the first
// error, and a JSON value that the body must contain; or "created" with the ID in the address, of
// which $name is kept for ${name} in later lines. "start" starts a service with some quirks, and
// with the objects of the lines "seed" before it. "as" names the token of the next calls, and
// "stored" an array of the state, an ID, and what the object with it contains. It returns the last
// service, for what a script cannot say.
func play(t *testing.T) *service {
	t.Helper()
	script, err := os.ReadFile("testdata/" + strings.TrimPrefix(t.Name(), "Test") + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	var s *service
	var ids []string
	further := map[string][]any{}
	token, call := admin, ""
	for line := range strings.Lines(string(script)) {
		line = strings.NewReplacer(ids...).Replace(strings.TrimSpace(line))
		first, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "":
		case first == "start":
			s, token = startWith(t, sim.Options{Seed: demoWith(t, further), Quirks: strings.Fields(rest)}), admin
			further = map[string][]any{}
		case first == "seed":
			array, object, _ := strings.Cut(rest, " ")
			further[array] = append(further[array], json.RawMessage(object))
		case first == "stored":
			s.holds(t, strings.SplitN(rest, " ", 3))
		case first == "as":
			token = rest
		case call == "":
			call = line
		default:
			ids = append(ids, s.answers(t, token, call, first, rest)...)
			call = ""
		}
	}
	if s == nil || call != "" {
		t.Fatalf("the script ends after %q", call)
	}
	return s
}

// holds checks what an object in an array of the state, with an ID, contains.
func (s *service) holds(t *testing.T, line []string) {
	t.Helper()
	var want any
	if err := json.Unmarshal([]byte(line[2]), &want); err != nil {
		t.Fatal(err)
	}
	if diff := contains(s.stored(t, line[0], line[1]), want, line[1]); diff != "" {
		t.Error(diff)
	}
}

// answers makes a call of a script, checks its response, and returns a name and the ID to keep for
// it.
func (s *service) answers(t *testing.T, token, call, status, rest string) (kept []string) {
	t.Helper()
	method, path, _ := strings.Cut(call, " ")
	path, body, _ := strings.Cut(path, " ")
	if name, isCreate := strings.CutPrefix(rest, "created"); isCreate {
		id := s.created(t, method+" "+path, body)
		if name = strings.TrimSpace(name); strings.HasPrefix(name, "$") {
			return []string{"${" + name[1:] + "}", id}
		}
		if name != "" && name != id {
			t.Errorf("%s: created %q, want %q", call, id, name)
		}
		return nil
	}
	code, want := rest, ""
	if at := strings.IndexAny(rest, "{["); at >= 0 {
		code, want = strings.TrimSpace(rest[:at]), rest[at:]
	}
	number, err := strconv.Atoi(status)
	if err != nil {
		t.Fatalf("%s: %v", call, err)
	}
	s.runAs(t, token, step{method + " " + path, body, number, code, want})
	return nil
}

// items returns a field of every item of a list, joined with spaces.
func items(a apiResponse, name string) string {
	body, _ := a.body.(map[string]any)
	list, _ := body["items"].([]any)
	var out []string
	for _, e := range list {
		item, _ := e.(map[string]any)
		out = append(out, fmt.Sprint(item[name]))
	}
	return strings.Join(out, " ")
}

// created creates an object and returns the last element of its address.
func (s *service) created(t *testing.T, call, body string) string {
	t.Helper()
	got := s.send(t, admin, call, body)
	location := got.header.Get("Location")
	if got.status != http.StatusCreated || location == "" || got.raw != "" {
		t.Fatalf("%s %s: responded %d %q %s", call, body, got.status, location, got.raw)
	}
	if !strings.HasPrefix(location, s.url+"/core/v1/") {
		t.Fatalf("%s: Location %q is no address of the service", call, location)
	}
	return location[strings.LastIndexByte(location, '/')+1:]
}
