package resourcebase

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// answering is a provider whose service answers every request alike; calls counts them.
func answering(t *testing.T, status int, body string) (p *Provider, calls *atomic.Int32) {
	t.Helper()
	calls = new(atomic.Int32)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		calls.Add(1)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		fmt.Fprint(w, body)
	}))
	t.Cleanup(server.Close)
	base, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	connection, err := rest.New(rest.Config{BaseURL: base, MaxRetries: -1})
	if err != nil {
		t.Fatal(err)
	}
	return NewProvider(idm.New(connection)), calls
}

func TestProvider_Encrypted(t *testing.T) {
	const definitions = `{"items": [
		{"name": "plain", "scope": "onUnitGlobal", "encrypted": false},
		{"name": "secret", "scope": "onUnitGlobal", "encrypted": true},
		{"name": "newer", "scope": "UNIT_GLOBAL", "encrypted": true},
		{"name": "other", "scope": "onUserGlobal", "encrypted": true},
		{"name": "older", "scope": "onUnitGlobal"}]}`
	const refusal = `{"errors": [{"code": "errors.insufficientRightsFunction", "message": "PropertyView is missing"}]}`
	tests := []struct {
		name   string
		status int
		body   string
		want   []string
		calls  int32
	}{
		{"two spellings of a scope, read once", http.StatusOK, definitions, []string{"newer", "secret"}, 1},
		{"missing right, asked once", http.StatusForbidden, refusal, nil, 1},
		{"failure, asked again", http.StatusInternalServerError, `{}`, nil, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, calls := answering(t, test.status, test.body)
			for range 2 {
				got := slices.Sorted(maps.Keys(p.Encrypted(context.Background(), "acme", "onUnitGlobal")))
				if diff := cmp.Diff(test.want, got); diff != "" {
					t.Errorf("encrypted (-want +got):\n%s", diff)
				}
			}
			if calls.Load() != test.calls {
				t.Errorf("%d requests, want %d", calls.Load(), test.calls)
			}
		})
	}
}
