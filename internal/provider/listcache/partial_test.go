package listcache_test

import (
	"context"
	"fmt"
	"net/http"
	"strconv"
	"sync/atomic"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listcache"
)

// manyUsers serves the users u-0, u-1, … of a client in pages of 1000, and counts the pages.
func manyUsers(t *testing.T, total int, status int) (listcache.Lists, *atomic.Int64) {
	t.Helper()
	pages := new(atomic.Int64)
	return listcache.New(connect(t, func(w http.ResponseWriter, r *http.Request) {
		pages.Add(1)
		w.Header().Set("Content-Type", "application/json")
		if status != http.StatusOK {
			w.WriteHeader(status)
			return
		}
		first, _ := strconv.Atoi(r.URL.Query().Get("continuationToken"))
		fmt.Fprint(w, `{"items":[`)
		last := min(first+1000, total)
		for n := first; n < last; n++ {
			fmt.Fprintf(w, `{"extId":"u-%d"}`, n)
			if n+1 < last {
				fmt.Fprint(w, ",")
			}
		}
		next := ""
		if last < total {
			next = strconv.Itoa(last)
		}
		fmt.Fprintf(w, `],"_pagination":{"continuationToken":%q}}`, next)
	})), pages
}

// The number of fetched pages is proportional to the number of single reads, regardless of the size
// of the client.
func TestUsers_pagesForReads(t *testing.T) {
	for _, test := range []struct {
		name         string
		total        int
		status       int
		reads, from  int
		found, pages int
	}{
		{"few reads", 1000, http.StatusOK, 20, 0, 0, 0},
		{"all on the first page", 1000, http.StatusOK, 1000, 0, 980, 1},
		{"a client of 100,000, its last ones are managed", 100_000, http.StatusOK, 40, 99_000, 0, 1},
		{"twice the pages for twice the reads", 100_000, http.StatusOK, 170, 99_000, 0, 1 + 2 + 4 + 8},
		{"users of the third page", 3000, http.StatusOK, 200, 2000, 200 - 80, 1 + 2 + 3},
		{"a list that is whole is not read again", 500, http.StatusOK, 500, 1000, 0, 1},
		{"a list that is refused is not asked for again", 500, http.StatusForbidden, 500, 0, 0, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			lists, pages := manyUsers(t, test.total, test.status)
			found := 0
			for n := range test.reads {
				id := fmt.Sprintf("u-%d", test.from+n)
				if user, ok := listcache.Find(context.Background(), lists, idm.UserOps, idm.Place{Client: "acme"}, id); ok {
					if found++; user.ExtID != id {
						t.Errorf("%s is %s", id, user.ExtID)
					}
				}
			}
			if found != test.found || pages.Load() != int64(test.pages) {
				t.Errorf("%d found, want %d; %d pages, want %d", found, test.found, pages.Load(), test.pages)
			}
		})
	}
}

func TestUsers_zero(t *testing.T) {
	if _, ok := listcache.Find(context.Background(), listcache.Lists{}, idm.UserOps, idm.Place{Client: "acme"}, "u"); ok {
		t.Error("found by a list that is switched off")
	}
}
