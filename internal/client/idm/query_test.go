package idm_test

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// hits responds to searches with numbered hits, up to most in a page and total in all, and records
// the queries.
func hits(total, most int, queries *[]string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		*queries = append(*queries, r.URL.Path+"?"+r.URL.RawQuery)
		from, _ := strconv.Atoi(r.URL.Query().Get("from"))
		var page []string
		for i := from; i < min(from+most, total); i++ {
			page = append(page, fmt.Sprintf(`{"extid":"u-%d"}`, i))
		}
		reply(w, 200, fmt.Sprintf(`{"response":{"totalResults":%d,"from":%d,"size":%d,"hits":[%s]},"messages":{"warns":["slow"]}}`,
			total, from, len(page), strings.Join(page, ",")))
	}
}

func TestSearch_pages(t *testing.T) {
	var queries []string
	var info idm.SearchInfo
	api := serve(t, hits(5, 2, &queries))
	found, err := collect(api.Search(t.Context(), idm.SearchQuery{
		Kind: "users", Text: "name:A* AND x", DefaultFields: []string{"name", "firstname"}, Sort: "name", PageSize: 1000, Info: &info,
	}))
	if err != nil || len(found) != 5 || string(found[4]) != `{"extid":"u-4"}` {
		t.Errorf("Search() = %s, %v", found, err)
	}
	if info.Total != 5 || len(info.Messages.Warns) != 1 {
		t.Errorf("info %+v", info)
	}
	rest := "q=name%3AA%2A+AND+x&s=name&size=1000"
	want := []string{
		"/query/v1/users?df=name&df=firstname&" + rest,
		"/query/v1/users?df=name&df=firstname&from=2&" + rest,
		"/query/v1/users?df=name&df=firstname&from=4&" + rest,
	}
	if diff := cmp.Diff(want, queries); diff != "" {
		t.Errorf("queries\n%s", diff)
	}
}

func TestSearch_nothingFound(t *testing.T) {
	var queries []string
	api := serve(t, hits(0, 10, &queries))
	found, err := collect(api.Search(t.Context(), idm.SearchQuery{Kind: "all", Text: "x"}))
	if err != nil || len(found) != 0 || len(queries) != 1 || queries[0] != "/query/v1/all?q=x" {
		t.Errorf("Search() = %s, %v after %q", found, err, queries)
	}
}

func TestSearch_failures(t *testing.T) {
	for name, tc := range map[string]struct {
		status int
		body   string
		check  func(error) bool
	}{
		"400 with messages": {400, `{"messages":{"errors":["'q' is mandatory"]},"response":null}`, func(err error) bool {
			failure, ok := errors.AsType[*rest.Error](err)
			return ok && failure.StatusCode == 400 && strings.Contains(err.Error(), "'q' is mandatory")
		}},
		"index is rebuilt": {200, `{"messages":{"infos":["The index is being rebuilt"]},"response":null}`, isSearchError("being rebuilt")},
		"errors in a 200":  {200, `{"messages":{"errors":["broken"]},"response":{"totalResults":0,"hits":[]}}`, isSearchError("broken")},
		"an empty object":  {200, `{}`, isSearchError("")},
	} {
		t.Run(name, func(t *testing.T) {
			api := serve(t, func(w http.ResponseWriter, _ *http.Request) { reply(w, tc.status, tc.body) })
			if _, err := collect(api.Search(t.Context(), idm.SearchQuery{Kind: "all"})); !tc.check(err) {
				t.Errorf("Search() = %v", err)
			}
		})
	}
}

func isSearchError(text string) func(error) bool {
	return func(err error) bool {
		_, ok := errors.AsType[*idm.SearchError](err)
		return ok && strings.Contains(err.Error(), text)
	}
}
