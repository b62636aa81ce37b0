package rest_test

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// walk reads a list whose pages are keyed by their token, and returns the names of its objects and
// its error.
func walk(t *testing.T, pages map[string]string, info *rest.ListInfo) ([]string, error) {
	t.Helper()
	c := client(t, serve(t, func(w http.ResponseWriter, r *http.Request) {
		page, ok := pages[r.URL.Query().Get("continuationToken")]
		if !ok {
			w.WriteHeader(500)
			return
		}
		reply(w, 200, page)
	}).URL, nil)
	var names []string
	for item, err := range things(t, c, info) {
		if err != nil {
			return names, err
		}
		names = append(names, item.Name)
	}
	return names, nil
}

func things(t *testing.T, c *rest.Client, info *rest.ListInfo) func(func(thing, error) bool) {
	return rest.Pages[thing](t.Context(), c, func(token string) *rest.Request {
		r := c.Request("GET", "things")
		if token != "" {
			r.Query("continuationToken", token)
		}
		return r
	}, info)
}

func TestPages(t *testing.T) {
	for name, tc := range map[string]struct {
		pages map[string]string
		want  []string
	}{
		"one page":   {map[string]string{"": `{"items":[{"name":"a"},{"name":"b"}]}`}, []string{"a", "b"}},
		"no objects": {map[string]string{"": `{"items":[],"_pagination":{}}`}, nil},
		"null":       {map[string]string{"": `{"items":null,"_pagination":{"continuationToken":null}}`}, nil},
		"two pages": {map[string]string{"": `{"items":[{"name":"a"}],"_pagination":{"continuationToken":"1_a"}}`,
			"1_a": `{"items":[{"name":"b"}],"_pagination":{"continuationToken":""}}`}, []string{"a", "b"}},
		"empty last page": {map[string]string{"": `{"items":[{"name":"a"}],"_pagination":{"continuationToken":"1_a"}}`,
			"1_a": `{"items":[]}`}, []string{"a"}},
		"empty page on token": {map[string]string{"": `{"items":[{"name":"a"}],"_pagination":{"continuationToken":"1_a"}}`,
			"1_a": `{"items":[],"_pagination":{"continuationToken":"1_a"}}`}, []string{"a"}},
		"empty page between": {map[string]string{"": `{"items":[],"_pagination":{"continuationToken":"1_a"}}`,
			"1_a": `{"items":[{"name":"b"}]}`}, []string{"b"}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := walk(t, tc.pages, nil)
			if diff := cmp.Diff(tc.want, got); diff != "" || err != nil {
				t.Errorf("error %v\n%s", err, diff)
			}
		})
	}
}

func TestPages_failures(t *testing.T) {
	first := `{"items":[{"name":"a"}],"_pagination":{"continuationToken":"t1"}}`
	for name, tc := range map[string]struct {
		second string
		check  func(error) bool
	}{
		"second page refused": {"", func(err error) bool {
			failure, ok := errors.AsType[*rest.Error](err)
			return ok && failure.StatusCode == 500
		}},
		"no list":            {`{}`, isBad("without items")},
		"token repeated":     {`{"items":[{"name":"b"}],"_pagination":{"continuationToken":"t1"}}`, isBad("gave before")},
		"tokens in a circle": {`{"items":[{"name":"b"}],"_pagination":{"continuationToken":"t2"}}`, isBad("gave before")},
	} {
		t.Run(name, func(t *testing.T) {
			pages := map[string]string{"": first, "t2": first}
			if tc.second != "" {
				pages["t1"] = tc.second
			}
			got, err := walk(t, pages, nil)
			if len(got) == 0 || got[0] != "a" || !tc.check(err) {
				t.Errorf("got %v, %v", got, err)
			}
		})
	}
}

func isBad(reason string) func(error) bool {
	return func(err error) bool {
		bad, ok := errors.AsType[*rest.BadResponseError](err)
		return ok && bad.Path == "/things" && strings.Contains(bad.Reason, reason)
	}
}

func TestPages_info(t *testing.T) {
	var info rest.ListInfo
	_, err := walk(t, map[string]string{
		"":  `{"items":[],"_pagination":{"continuationToken":"n","totalResult":2},"_classifications":{"secret":["name"]}}`,
		"n": `{"items":[],"_pagination":{"totalResult":9}}`,
	}, &info)
	if diff := cmp.Diff(rest.ListInfo{Total: new(int64(2)), Classifications: map[string][]string{"secret": {"name"}}},
		info); diff != "" || err != nil {
		t.Errorf("error %v\n%s", err, diff)
	}
}

func TestPages_stopsWithItsReader(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		reply(w, 200, fmt.Sprintf(`{"items":[{"name":"a"},{"name":"b%[1]s"}],"_pagination":{"continuationToken":"%[1]sx"}}`,
			r.URL.Query().Get("continuationToken")))
	})
	seen := 0
	for _, err := range things(t, client(t, server.URL, nil), nil) {
		if err != nil {
			t.Fatal(err)
		}
		if seen++; seen == 3 {
			break
		}
	}
	if sent := len(server.requests()); sent != 2 {
		t.Errorf("3 objects of pages with 2 took %d requests", sent)
	}
}

// A list that never ends is stopped, no matter which part of its pages changes.
func TestPages_endless(t *testing.T) {
	for name, tc := range map[string]struct {
		page   func(number int) string
		reason string
	}{
		"ever new objects": {func(n int) string {
			names := strings.Repeat(`{"name":"a"},`, 9_999)
			return fmt.Sprintf(`{"items":[%s{"name":"%d"}],"_pagination":{"continuationToken":"t%d"}}`, names, n, n)
		}, "a list that does not end: 510000 objects"},
		"empty pages": {func(n int) string {
			return fmt.Sprintf(`{"items":[],"_pagination":{"continuationToken":"t%d"}}`, n)
		}, "101 pages without an object"},
	} {
		t.Run(name, func(t *testing.T) {
			sent := 0
			c := client(t, serve(t, func(w http.ResponseWriter, _ *http.Request) { sent++; reply(w, 200, tc.page(sent)) }).URL, nil)
			var err error
			for _, err = range things(t, c, nil) {
				if err != nil {
					break
				}
			}
			if !isBad(tc.reason)(err) || sent > 200 {
				t.Errorf("after %d pages: %v", sent, err)
			}
		})
	}
}

// The error for an undecodable object contains its external ID or, without one, its number, and the
// list continues.
func TestPages_brokenItem(t *testing.T) {
	for name, tc := range map[string]struct {
		items  string
		want   string
		broken []string
	}{
		"one of three":   {`{"extId":"a","name":"a"},{"extId":"b","name":7},{"extId":"c","name":"c"}`, "a c", []string{"b"}},
		"all":            {`{"extId":"a","name":[]},{"extId":"b","name":{}}`, "", []string{"a", "b"}},
		"without an ID":  {`{"name":"a"},{"name":7},{"name":"c"}`, "a c", []string{""}},
		"not an object":  {`{"name":"a"},7,"b",[]`, "a", []string{"", "", ""}},
		"another ID":     {`{"extId":7,"name":"b"},{"name":"c"}`, "c", []string{""}},
		"hostile ID":     {`{"extId":"\u001b[2J","name":7},{"name":"c"}`, "c", []string{"\u001b[2J"}},
		"nothing broken": {`{"name":"a"},null`, "a ", nil},
	} {
		t.Run(name, func(t *testing.T) {
			c := client(t, serve(t, func(w http.ResponseWriter, _ *http.Request) { reply(w, 200, `{"items":[`+tc.items+`]}`) }).URL, nil)
			var names, broken []string
			var failed error
			for item, err := range things(t, c, nil) {
				if one, ok := errors.AsType[*rest.ItemError](err); ok {
					broken = append(broken, one.ExtID)
					if _, bad := errors.AsType[*rest.BadResponseError](err); !bad || strings.ContainsRune(err.Error(), '\u001b') ||
						!strings.Contains(err.Error(), "GET /things") || !strings.Contains(err.Error(), " belongs") ||
						one.ExtID == "" && !strings.Contains(err.Error(), "object ") {
						t.Error(err)
					}
					continue
				}
				failed = err
				if err == nil {
					names = append(names, item.Name)
				}
			}
			if diff := cmp.Diff(tc.broken, broken); diff != "" || strings.Join(names, " ") != tc.want || failed != nil {
				t.Errorf("%q, error %v\n%s", names, failed, diff)
			}
		})
	}
}
