package idm_test

import (
	"context"
	"encoding/json"
	"io"
	"iter"
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// exchange describes a call of the API, the request that it must send, and the value that it must
// return.
type exchange struct {
	call func(context.Context, *idm.API) (any, error)
	// request is the method and the escaped path with its query; body is the JSON of the request.
	request, body string
	// status 0 means 200; location is the path in the Location header of a created object.
	status   int
	location string
	response string
	want     any
}

func (e exchange) run(t *testing.T) {
	t.Helper()
	var request, body string
	api := serve(t, func(w http.ResponseWriter, r *http.Request) {
		sent, _ := io.ReadAll(r.Body)
		request, body = r.Method+" "+r.RequestURI, string(sent)
		if e.location != "" {
			w.Header().Set("Location", e.location)
		}
		reply(w, e.status, e.response)
	})
	got, err := e.call(t.Context(), api)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(e.request, request); diff != "" {
		t.Errorf("request\n%s", diff)
	}
	if diff := cmp.Diff(decoded(t, e.body), decoded(t, body)); diff != "" {
		t.Errorf("body\n%s", diff)
	}
	if diff := cmp.Diff(e.want, got); diff != "" {
		t.Errorf("result\n%s", diff)
	}
}

func runAll(t *testing.T, exchanges map[string]exchange) {
	for name, e := range exchanges {
		t.Run(name, e.run)
	}
}

func decoded(t *testing.T, body string) any {
	t.Helper()
	if body == "" {
		return nil
	}
	var value any
	if err := json.Unmarshal([]byte(body), &value); err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	return value
}

// serve returns an API that calls handler and never retries.
func serve(t *testing.T, handler http.HandlerFunc) *idm.API {
	t.Helper()
	return serveWith(t, rest.Config{MaxRetries: -1}, handler)
}

func serveWith(t *testing.T, config rest.Config, handler http.HandlerFunc) *idm.API {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	base, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	config.BaseURL = base
	c, err := rest.New(config)
	if err != nil {
		t.Fatal(err)
	}
	return idm.New(c)
}

func reply(w http.ResponseWriter, status int, body string) {
	if body != "" {
		w.Header().Set("Content-Type", "application/json")
	}
	w.WriteHeader(max(status, 200))
	io.WriteString(w, body)
}

// collect reads a list to its end.
func collect[T any](list iter.Seq2[T, error]) ([]T, error) {
	var all []T
	for item, err := range list {
		if err != nil {
			return all, err
		}
		all = append(all, item)
	}
	return all, nil
}
