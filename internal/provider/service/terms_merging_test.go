package service_test

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// mergeTerms puts a service in front of a simulator that merges the addresses of terms by language.
// An address that is "" removes its language.
func mergeTerms(t *testing.T, s *acctest.Service) {
	t.Helper()
	target, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(target) }}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body map[string]any
		sent, _ := io.ReadAll(r.Body)
		_ = json.Unmarshal(sent, &body)
		if changed, ok := body["urls"].(map[string]any); ok && r.Method == http.MethodPatch {
			merged := map[string]any{}
			for language, address := range readTerms(t, s, path.Base(r.URL.Path)).URLs {
				merged[language] = address
			}
			maps.Copy(merged, changed)
			maps.DeleteFunc(merged, func(_ string, address any) bool { return address == "" })
			body["urls"] = merged
			sent, _ = json.Marshal(body)
		}
		r.Body, r.ContentLength = io.NopCloser(bytes.NewReader(sent)), int64(len(sent))
		proxy.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	s.URL = server.URL
}

// A language that leaves the configuration leaves the service, whether the service replaces or
// merges the addresses.
func TestTerms_removedLanguage(t *testing.T) {
	two := acctest.Values{"EN": "https://a.example", "DE": "https://b.example"}
	for release, quirk := range releases {
		for name, prepare := range map[string]func(*testing.T, *acctest.Service){
			"replacing": func(*testing.T, *acctest.Service) {}, "merging": mergeTerms,
		} {
			for left, to := range map[string]any{
				"one": acctest.Values{"EN": "https://a.example"}, "another": acctest.Values{"EN": "https://c.example"}, "none": nil,
			} {
				t.Run(release+"/"+name+"/"+left, func(t *testing.T) {
					t.Parallel()
					s := acctest.StartSimulator(t, quirk)
					prepare(t, s)
					i, extID := startTerms(t, s)
					p := s.Protocol(t)
					for _, urls := range []any{two, to} {
						if diags := i.ApplyConcurrently(t, p, termsValues("urls", urls), func() {}); len(diags) > 0 {
							t.Fatal(diags)
						}
					}
					want := map[string]string{}
					if to, ok := to.(acctest.Values); ok {
						want["EN"] = to["EN"].(string)
					}
					if got := readTerms(t, s, extID).URLs; !maps.Equal(got, want) {
						t.Errorf("the service holds %v, want %v", got, want)
					}
					i.Refresh(t, p)
					if planned, diags := i.Plan(t, p, termsValues("urls", to)); !planned.Empty || len(diags) > 0 {
						t.Errorf("the next plan is not empty: %v", diags)
					}
				})
			}
		}
	}
}
