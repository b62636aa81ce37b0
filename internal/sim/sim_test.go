package sim_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

const admin = "demo-admin-token"

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

// service is a simulator behind a real listener, and its cloud service behind one with TLS.
type service struct {
	*sim.Server
	url   string
	cloud *httptest.Server
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
	o.Now = c.Now
	s, err := sim.New(o)
	if err != nil {
		t.Fatal(err)
	}
	h, cloud := httptest.NewServer(s), httptest.NewTLSServer(s.Cloud())
	t.Cleanup(func() {
		h.Close()
		cloud.Close()
		if _, err := sim.New(sim.Options{Seed: s.State()}); err != nil {
			t.Errorf("the state is no seed: %v", err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return &service{s, h.URL, cloud, c}
}

// seedWith adds elements to a seed, by array.
func seedWith(t *testing.T, base []byte, further map[string][]any) []byte {
	t.Helper()
	seed := map[string][]any{}
	if err := json.Unmarshal(base, &seed); err != nil {
		t.Fatal(err)
	}
	for array, elements := range further {
		seed[array] = append(seed[array], elements...)
	}
	out, err := json.Marshal(seed)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// apiResponse is the response of a call.
type apiResponse struct {
	status int
	header http.Header
	raw    string
	body   any
}

// send makes a call with a bearer token. A path without a leading slash is relative to the core API.
func (s *service) send(t *testing.T, token, call, body string) apiResponse {
	t.Helper()
	got, err := s.try("Bearer "+token, call, body)
	if err != nil {
		t.Fatalf("%s: %v", call, err)
	}
	return got
}

// try makes a call with further headers, in pairs. Calls of the cloud service use TLS.
func (s *service) try(authorization, call, body string, headers ...string) (got apiResponse, err error) {
	method, path, _ := strings.Cut(call, " ")
	if !strings.HasPrefix(path, "/") {
		path = "/core/v1/" + path
	}
	address := s.url + path
	// Each call uses a new connection: the client must not silently repeat a dropped call.
	var transport http.RoundTripper = &http.Transport{DisableKeepAlives: true}
	if path == "/ping" || path == "/nowhere/cloud" || strings.HasPrefix(path, "/api/") {
		address, transport = s.cloud.URL+path, s.cloud.Client().Transport
	}
	r, err := http.NewRequest(method, address, strings.NewReader(body))
	if err != nil {
		return got, err
	}
	if body != "" {
		r.Header.Set("Content-Type", "application/json;charset=utf-8")
	}
	if !strings.HasSuffix(authorization, " ") {
		r.Header.Set("Authorization", authorization)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := transport.RoundTrip(r)
	if err != nil {
		return got, err
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	got = apiResponse{status: resp.StatusCode, header: resp.Header, raw: string(raw)}
	if err == nil && strings.HasPrefix(resp.Header.Get("Content-Type"), "application/json") {
		err = json.Unmarshal(raw, &got.body)
	}
	return got, err
}

func basic(login string) string { return "Basic " + base64.StdEncoding.EncodeToString([]byte(login)) }

// at returns the value at a path of names and numbers, such as items.0.extId.
func at(value any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		switch in := value.(type) {
		case map[string]any:
			value = in[name]
		case []any:
			var i int
			if _, err := fmt.Sscan(name, &i); err != nil || i >= len(in) {
				return nil
			}
			value = in[i]
		default:
			return nil
		}
	}
	return value
}

// code returns the code of the first error in the body.
func (a apiResponse) code() string {
	code, _ := at(a.body, "errors.0.code").(string)
	return code
}

// column joins a field of the elements of a list with spaces.
func column(list any, name string) string {
	elements, _ := list.([]any)
	out := make([]string, len(elements))
	for i, e := range elements {
		out[i] = fmt.Sprint(at(e, name))
	}
	return strings.Join(out, " ")
}

// contains returns the part of want that is missing: an object must have the fields of want, where
// null means absent and "*" any value, and may have others; a list must have the same length.
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
	if !reflect.DeepEqual(got, want) && (want != "*" || got == nil || got == "") {
		return fmt.Sprintf("%s is %v, want %v", path, got, want)
	}
	return ""
}
