package listcache_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listcache"
)

// service serves two pages of authorizations of any profile, and counts the requests by method and
// path.
func service(t *testing.T, status int) (*idm.API, *sync.Map) {
	t.Helper()
	var counts sync.Map
	api := connect(t, func(w http.ResponseWriter, r *http.Request) {
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
	})
	return api, &counts
}

// connect returns an API for a server with the given handler.
func connect(t *testing.T, handler http.HandlerFunc) *idm.API {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	base, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	c, err := rest.New(rest.Config{BaseURL: base, MaxRetries: -1})
	if err != nil {
		t.Fatal(err)
	}
	return idm.New(c)
}

func count(counts *sync.Map, call string) int64 {
	counter, ok := counts.Load(call)
	if !ok {
		return 0
	}
	return counter.(*atomic.Int64).Load()
}

// find calls Find for an authorization of a profile.
func find(ctx context.Context, lists listcache.Lists, extID string) (idm.Authorization, bool) {
	return listcache.Find(ctx, lists, idm.AuthorizationOps, idm.Place{Client: "acme", Owner: "p"}, extID)
}

const authorizationList = "GET /core/v1/acme/profiles/p/authorizations/"

func TestFind_shareOneList(t *testing.T) {
	api, counts := service(t, http.StatusOK)
	lists := listcache.New(api)
	var wait sync.WaitGroup
	for i := range 50 {
		wait.Go(func() {
			extID := []string{"a", "b"}[i%2]
			if a, ok := find(t.Context(), lists, extID); !ok || a.ExtID != extID {
				t.Errorf("%s: %v, %v", extID, a, ok)
			}
		})
	}
	wait.Wait()
	if n := count(counts, authorizationList); n != 2 {
		t.Errorf("%d requests for two pages", n)
	}
	if _, ok := find(t.Context(), lists, "c"); ok {
		t.Error("found what the list lacks")
	}
}

func TestFind_changeDropsList(t *testing.T) {
	api, counts := service(t, http.StatusOK)
	lists := listcache.New(api)
	ctx := t.Context()
	find(ctx, lists, "a")
	if err := idm.AuthorizationOps.Delete(ctx, api, idm.Under("acme", "p"), "a"); err != nil {
		t.Fatal(err)
	}
	if _, ok := find(ctx, lists, "b"); !ok {
		t.Error("not found in the new list")
	}
	if n := count(counts, authorizationList); n != 4 {
		t.Errorf("%d requests; the list was to be fetched again", n)
	}
}

// Within a context of reads before the run, lists show the objects as they were.
func TestFind_before(t *testing.T) {
	api, counts := service(t, http.StatusOK)
	ctx := listcache.Before(t.Context())
	lists := listcache.New(api)
	for _, extID := range []string{"a", "b"} {
		if _, ok := find(ctx, lists, extID); !ok {
			t.Errorf("%s is missing", extID)
		}
		if err := idm.AuthorizationOps.Delete(ctx, api, idm.Under("acme", "p"), extID); err != nil {
			t.Fatal(err)
		}
	}
	if n := count(counts, authorizationList); n != 2 {
		t.Errorf("%d requests; a change must not drop the list", n)
	}
}

func TestFind_failedListFindsNothing(t *testing.T) {
	api, counts := service(t, http.StatusForbidden)
	lists := listcache.New(api)
	for range 3 {
		if _, ok := find(t.Context(), lists, "a"); ok {
			t.Error("found in a list that was cut short")
		}
	}
	if n := count(counts, authorizationList); n != 2 {
		t.Errorf("%d requests; a list that fails is not asked for again", n)
	}
}

func TestFind_switchedOff(t *testing.T) {
	if _, ok := listcache.Find(t.Context(), listcache.Lists{}, idm.UnitOps, idm.Place{Client: "acme", Owner: "p"}, "a"); ok {
		t.Error("found without a list")
	}
}

// A cancelled reader does not leave the others without a list.
func TestFind_firstReaderCancelled(t *testing.T) {
	asked, answer := make(chan struct{}), make(chan struct{})
	var requests atomic.Int64
	api := connect(t, func(w http.ResponseWriter, _ *http.Request) {
		if requests.Add(1) == 1 {
			close(asked)
		}
		<-answer
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"items":[{"extId":"a"}],"_pagination":{}}`)
	})
	lists := listcache.New(api)
	ctx, cancel := context.WithCancel(t.Context())
	first := make(chan bool)
	go func() {
		_, ok := find(ctx, lists, "a")
		first <- ok
	}()
	<-asked
	second := make(chan bool)
	go func() {
		_, ok := find(t.Context(), lists, "a")
		second <- ok
	}()
	cancel()
	if <-first {
		t.Error("found by a reader that was cancelled")
	}
	close(answer)
	if !<-second {
		t.Error("the other reader found nothing")
	}
	if _, ok := find(t.Context(), lists, "a"); !ok {
		t.Error("the list is lost")
	}
}

func TestStatistics(t *testing.T) {
	api, _ := service(t, http.StatusOK)
	lists := listcache.New(api)
	for _, extID := range []string{"a", "b", "none"} {
		find(t.Context(), lists, extID)
	}
	if got, want := lists.Statistics(), (listcache.Statistics{Lists: 1, ListHits: 2}); got != want {
		t.Errorf("%+v", got)
	}
	if got := (listcache.Lists{}).Statistics(); got != (listcache.Statistics{}) {
		t.Errorf("without lists: %+v", got)
	}
}

// A list that was fetched during a change may contain the old state, so it serves no read.
func TestFind_changedDuringTheFetch(t *testing.T) {
	var api *idm.API
	var once sync.Once
	api = connect(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Method == http.MethodDelete {
			w.WriteHeader(http.StatusNoContent)
			return
		}
		once.Do(func() {
			if err := idm.AuthorizationOps.Delete(context.Background(), api, idm.Under("acme", "p"), "a"); err != nil {
				t.Error(err)
			}
		})
		fmt.Fprint(w, `{"items":[{"extId":"a","roleExtId":"r1"}],"_pagination":{}}`)
	})
	lists := listcache.New(api)
	if object, ok := find(t.Context(), lists, "a"); ok {
		t.Errorf("found %v in a list from before the delete", object)
	}
	if _, ok := find(t.Context(), lists, "a"); !ok {
		t.Error("the next reader does not fetch the list anew")
	}
}
