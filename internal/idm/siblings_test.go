package idm

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// lists serves two pages of authorizations of any profile, and counts the requests by method and path.
func lists(t *testing.T, status int) (*API, *sync.Map) {
	t.Helper()
	var counts sync.Map
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		counter, _ := counts.LoadOrStore(r.Method+" "+r.URL.Path, new(atomic.Int64))
		if n, ok := counter.(*atomic.Int64); ok {
			n.Add(1)
		}
		w.Header().Set("Content-Type", "application/json")
		switch {
		case r.Method != http.MethodGet:
			w.WriteHeader(http.StatusNoContent)
		case r.URL.Query().Get("continuationToken") == "":
			fmt.Fprint(w, `{"items":[{"extId":"a","roleExtId":"r1"}],"_pagination":{"continuationToken":"next"}}`)
		case status != http.StatusOK:
			w.WriteHeader(status)
		default:
			fmt.Fprint(w, `{"items":[{"extId":"b","roleExtId":"r2"}],"_pagination":{}}`)
		}
	}))
	t.Cleanup(server.Close)
	base, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	c, err := rest.New(rest.Config{BaseURL: base, MaxRetries: -1})
	if err != nil {
		t.Fatal(err)
	}
	return New(c), &counts
}

func count(counts *sync.Map, call string) int64 {
	counter, ok := counts.Load(call)
	if !ok {
		return 0
	}
	return counter.(*atomic.Int64).Load()
}

const authorizationList = "GET /core/v1/acme/profiles/p/authorizations/"

func TestSiblings_shareOneList(t *testing.T) {
	api, counts := lists(t, http.StatusOK)
	found := api.Lists().Authorizations
	var wait sync.WaitGroup
	for i := range 50 {
		wait.Go(func() {
			extID := []string{"a", "b"}[i%2]
			if a, ok := found.Find(context.Background(), extID, "acme", "p"); !ok || a.ExtID != extID {
				t.Errorf("%s: %v, %v", extID, a, ok)
			}
		})
	}
	wait.Wait()
	if n := count(counts, authorizationList); n != 2 {
		t.Errorf("%d requests for two pages", n)
	}
	if _, ok := found.Find(context.Background(), "c", "acme", "p"); ok {
		t.Error("found what the list lacks")
	}
}

func TestSiblings_aChangeDropsTheList(t *testing.T) {
	api, counts := lists(t, http.StatusOK)
	found := api.Lists().Authorizations
	ctx := context.Background()
	found.Find(ctx, "a", "acme", "p")
	if err := api.DeleteAuthorization(ctx, "acme", "p", "a"); err != nil {
		t.Fatal(err)
	}
	if _, ok := found.Find(ctx, "b", "acme", "p"); !ok {
		t.Error("not found in the new list")
	}
	if n := count(counts, authorizationList); n != 4 {
		t.Errorf("%d requests; the list was to be fetched again", n)
	}
}

func TestSiblings_aListThatFailsFindsNothing(t *testing.T) {
	api, counts := lists(t, http.StatusForbidden)
	found := api.Lists().Authorizations
	for range 3 {
		if _, ok := found.Find(context.Background(), "a", "acme", "p"); ok {
			t.Error("found in a list that was cut short")
		}
	}
	if n := count(counts, authorizationList); n != 2 {
		t.Errorf("%d requests; a list that fails is not asked for again", n)
	}
}

func TestSiblings_switchedOff(t *testing.T) {
	if _, ok := (Lists{}).Units.Find(context.Background(), "a", "acme", "p"); ok {
		t.Error("found without a list")
	}
}
