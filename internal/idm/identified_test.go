package idm_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// An answer with another object than the one that was asked for, or with a list of objects that have no external id, is never passed on.
func TestIdentified(t *testing.T) {
	for _, answer := range []string{`{}`, `{"extId":null}`, `{"extId":"other"}`, `null`, `{"items":[{"extId":"a"},{"extId":null}]}`} {
		api := serve(t, func(w http.ResponseWriter, _ *http.Request) { reply(w, 200, answer) })
		calls := map[string]func() error{
			"read unit":          func() error { _, err := api.Unit(t.Context(), "acme", "x"); return err },
			"update unit":        func() error { _, err := api.UpdateUnit(t.Context(), "acme", "x", idm.UnitPatch{}); return err },
			"read profile":       func() error { _, err := api.Profile(t.Context(), "acme", "x"); return err },
			"update profile":     func() error { _, err := api.UpdateProfile(t.Context(), "acme", "x", idm.ProfilePatch{}); return err },
			"read authorization": func() error { _, err := api.Authorization(t.Context(), "acme", "p", "x"); return err },
			"update authorization": func() error {
				_, err := api.UpdateAuthorization(t.Context(), "acme", "p", "x", idm.AuthorizationPatch{})
				return err
			},
			"read enterprise authorization":   func() error { _, err := api.EnterpriseAuthorization(t.Context(), "acme", "p", "x"); return err },
			"list authorizations":             func() error { return last(api.Authorizations(t.Context(), "acme", "p")) },
			"list enterprise authorizations":  func() error { return last(api.EnterpriseAuthorizations(t.Context(), "acme", "p")) },
			"list units":                      func() error { return last(api.UnitChildren(t.Context(), "acme", "u")) },
			"list applications of the client": func() error { return last(api.ClientApplications(t.Context(), "acme")) },
		}
		for name, call := range calls {
			bad, ok := errors.AsType[*rest.BadAnswerError](call())
			if !ok || !strings.HasPrefix(bad.Path, "/core/v1/") {
				t.Errorf("%s, answered with %s: %v", name, answer, bad)
			}
		}
	}
}

// last walks a list to its error.
func last[T any](list func(func(T, error) bool)) error {
	for _, err := range list {
		if err != nil {
			return err
		}
	}
	return nil
}
