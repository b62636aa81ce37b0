package rest_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// recorder is a server that records its requests.
type recorder struct {
	*httptest.Server
	mu   sync.Mutex
	seen []received
}

type received struct {
	method, uri, body string
	header            http.Header
}

// serve starts a server that runs handler and stops with the test.
func serve(t *testing.T, handler http.HandlerFunc) *recorder {
	t.Helper()
	r := &recorder{}
	r.Server = httptest.NewServer(r.recording(handler))
	t.Cleanup(r.Close)
	return r
}

func (r *recorder) recording(handler http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		r.mu.Lock()
		r.seen = append(r.seen, received{request.Method, request.RequestURI, string(body), request.Header.Clone()})
		r.mu.Unlock()
		handler(w, request)
	}
}

func (r *recorder) requests() []received {
	r.mu.Lock()
	defer r.mu.Unlock()
	return append([]received(nil), r.seen...)
}

func parse(t *testing.T, address string) *url.URL {
	t.Helper()
	parsed, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// client returns a Client of the server at address. It never retries unless change enables retries.
func client(t *testing.T, address string, change func(*rest.Config)) *rest.Client {
	t.Helper()
	config := rest.Config{BaseURL: parse(t, address), MaxRetries: -1}
	if change != nil {
		change(&config)
	}
	c, err := rest.New(config)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// reply writes a status and a JSON body.
func reply(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json;charset=UTF-8")
	w.WriteHeader(status)
	io.WriteString(w, body)
}

// thing is an arbitrary object of a service.
type thing struct {
	ExtID string `json:"extId"`
	Name  string `json:"name"`
}

// serveFuzz starts a server for all inputs of a fuzz test.
func serveFuzz(f *testing.F, handler http.HandlerFunc) string {
	server := httptest.NewServer(handler)
	f.Cleanup(server.Close)
	return server.URL
}
