package codehost

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
)

// serve starts a server and returns a client that does not wait between attempts.
func serve(t *testing.T, handler http.HandlerFunc) (*client, string) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	c := newClient("secret")
	c.pause = 0
	return c, server.URL
}

// A request is repeated after a transient failure, except a POST, whose first attempt may have
// succeeded.
func TestClient_repeats(t *testing.T) {
	for method, want := range map[string]int{http.MethodGet: 3, http.MethodPut: 3, http.MethodPatch: 3, http.MethodPost: 1} {
		count := 0
		c, url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
			if count++; count < 3 {
				w.WriteHeader(http.StatusServiceUnavailable)
			}
		})
		if err := c.call(t.Context(), method, url, nil, nil); count != want || (err == nil) != (want == 3) {
			t.Errorf("%s: %d attempts, %v", method, count, err)
		}
	}
	count := 0
	c, url := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		count++
		w.WriteHeader(http.StatusForbidden)
	})
	if err := c.get(t.Context(), url, nil); err == nil || count != 1 {
		t.Errorf("a refused request: %d attempts, %v", count, err)
	}
}

// Another host does not get the token, and a redirected POST is an error: it would become a GET.
func TestClient_redirects(t *testing.T) {
	token := "none"
	_, other := serve(t, func(w http.ResponseWriter, r *http.Request) {
		token = r.Header.Get("Authorization")
		fmt.Fprint(w, "{}")
	})
	other = "http://localhost:" + other[len("http://127.0.0.1:"):]
	c, url := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, other, http.StatusFound) })
	file := filepath.Join(t.TempDir(), "plan")
	if err := c.download(t.Context(), url, file); err != nil || token != "" {
		t.Errorf("the token of the redirected request is %q, %v", token, err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info, err)
	}
	if err := c.call(t.Context(), http.MethodPost, url, map[string]string{}, nil); err == nil {
		t.Error("a redirected POST succeeds")
	}
}

// All pages are read, and a page that is not a list is an error.
func TestPages(t *testing.T) {
	for _, total := range []int{0, 1, 99, 100, 101, 250} {
		c, url := serve(t, func(w http.ResponseWriter, r *http.Request) {
			page, _ := strconv.Atoi(r.FormValue("page"))
			numbers := []int{}
			for i := (page - 1) * pageSize; i < min(page*pageSize, total); i++ {
				numbers = append(numbers, i)
			}
			fmt.Fprint(w, "[")
			for i, number := range numbers {
				fmt.Fprint(w, map[bool]string{true: ","}[i > 0], number)
			}
			fmt.Fprint(w, "]")
		})
		all, err := pages[int](t.Context(), c, url, "sort=asc")
		if err != nil || len(all) != total || !slices.IsSorted(all) {
			t.Errorf("%d of %d, %v", len(all), total, err)
		}
	}
	c, url := serve(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, `{"message": "error"}`) })
	if _, err := pages[int](t.Context(), c, url); err == nil {
		t.Error("an object is a page")
	}
}
