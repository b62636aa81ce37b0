package sim_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

func TestServer_refusesOtherHostsAndOrigins(t *testing.T) {
	server, err := sim.New(sim.Options{Seed: sim.DemoSeed(), AllowHosts: []string{"sim.example.com"}})
	if err != nil {
		t.Fatal(err)
	}
	listening := httptest.NewServer(server)
	defer listening.Close()
	address := strings.TrimPrefix(listening.URL, "http://")
	_, port, _ := strings.Cut(address, ":")
	for _, tc := range []struct {
		host, header, value string
		want                int
	}{
		{address, "", "", 200},
		{"localhost", "", "", 200},
		{"LOCALHOST.:" + port, "", "", 200},
		{"[::1]:" + port, "", "", 200},
		{"127.0.0.2", "", "", 200},
		{"sim.example.com:1", "", "", 200},
		{"evil.example.com", "", "", 403},
		{"evil.example.com:" + port, "", "", 403},
		{"localhost.evil.example.com", "", "", 403},
		{"127.0.0.1.evil.example.com", "", "", 403},
		{"203.0.113.7", "", "", 403},
		{"0.0.0.0", "", "", 403},
		{address, "Origin", "http://" + address, 200},
		{address, "Origin", "http://sim.example.com", 200},
		{address, "Origin", "http://127.0.0.1:1", 403},
		{address, "Origin", "https://evil.example.com", 403},
		{address, "Origin", "null", 403},
		{address, "Origin", "", 403},
		{address, "Origin", "http://" + address + "@evil.example.com", 403},
		{"evil.example.com", "Origin", "http://evil.example.com", 403},
		{address, "Sec-Fetch-Site", "cross-site", 403},
		{address, "Sec-Fetch-Site", "same-site", 403},
		{address, "Sec-Fetch-Site", "none", 200},
	} {
		for _, path := range []string{"/core/v1/clients", "/_sim/state"} {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, listening.URL+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Host = tc.host
			r.Header.Set("Authorization", "Bearer "+admin)
			if tc.header != "" {
				r.Header[tc.header] = []string{tc.value}
			}
			resp, err := listening.Client().Do(r)
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
			if resp.StatusCode != tc.want {
				t.Errorf("%s with host %q, %s %q: %d, want %d", path, tc.host, tc.header, tc.value, resp.StatusCode, tc.want)
			}
		}
	}
}

func TestCloud_refusesOtherHosts(t *testing.T) {
	server, err := sim.New(sim.Options{})
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	server.Cloud().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "https://evil.example.com/ping", nil))
	if w.Code != http.StatusForbidden {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}
