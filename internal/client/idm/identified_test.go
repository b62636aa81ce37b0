package idm_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// A response with an unexpected object, or a list with objects without an external ID, results in
// an error.
func TestIdentified(t *testing.T) {
	for _, body := range []string{`{}`, `{"extId":null}`, `{"extId":"other"}`, `null`, `{"items":[{"extId":"a"},{"extId":null}]}`} {
		api := serve(t, func(w http.ResponseWriter, _ *http.Request) { reply(w, 200, body) })
		calls := map[string]func() error{
			"read unit":          func() error { _, err := api.Unit(t.Context(), "acme", "x"); return err },
			"update unit":        func() error { _, err := api.UpdateUnit(t.Context(), "acme", "x", idm.UnitInput{}); return err },
			"read profile":       func() error { _, err := api.Profile(t.Context(), "acme", "x"); return err },
			"update profile":     func() error { _, err := api.UpdateProfile(t.Context(), "acme", "x", idm.ProfileInput{}); return err },
			"read authorization": func() error { _, err := api.Authorization(t.Context(), "acme", "p", "x"); return err },
			"update authorization": func() error {
				_, err := api.UpdateAuthorization(t.Context(), "acme", "p", "x", idm.AuthorizationInput{})
				return err
			},
			"read enterprise authorization": func() error {
				_, err := api.EnterpriseAuthorization(t.Context(), "acme", "p", "x")
				return err
			},
			"list authorizations":            func() error { return last(api.Authorizations(t.Context(), "acme", "p")) },
			"list enterprise authorizations": func() error { return last(api.EnterpriseAuthorizations(t.Context(), "acme", "p")) },
			"list units":                     func() error { return last(api.UnitChildren(t.Context(), "acme", "u")) },
			"read user":                      func() error { _, err := api.User(t.Context(), "acme", "x"); return err },
			"update user": func() error {
				_, err := api.UpdateUser(t.Context(), "acme", "x", idm.UserInput{})
				return err
			},
			"list users":       func() error { return last(api.Users(t.Context(), "acme", idm.UserQuery{})) },
			"read client":      func() error { _, err := api.Client(t.Context(), "x"); return err },
			"update client":    func() error { _, err := api.UpdateClient(t.Context(), "x", idm.ClientInput{}); return err },
			"read application": func() error { _, err := api.Application(t.Context(), "x"); return err },
			"update application": func() error {
				_, err := api.UpdateApplication(t.Context(), "x", idm.ApplicationInput{})
				return err
			},
			"list applications":     func() error { return last(api.Applications(t.Context())) },
			"read role":             func() error { _, err := api.Role(t.Context(), "x"); return err },
			"update role":           func() error { _, err := api.UpdateRole(t.Context(), "x", idm.RoleInput{}); return err },
			"list roles":            func() error { return last(api.ApplicationRoles(t.Context(), "a")) },
			"read enterprise role":  func() error { _, err := api.EnterpriseRole(t.Context(), "acme", "x"); return err },
			"list enterprise roles": func() error { return last(api.EnterpriseRoles(t.Context(), "acme")) },
			"list members":          func() error { return last(api.EnterpriseRoleMembers(t.Context(), "acme", "e")) },
			"read policy":           func() error { _, err := api.Policy(t.Context(), "acme", "x"); return err },
			"update policy": func() error {
				_, err := api.UpdatePolicy(t.Context(), "acme", "x", idm.PolicyInput{})
				return err
			},
			"list policies":                   func() error { return last(api.Policies(t.Context(), "acme")) },
			"read terms":                      func() error { _, err := api.Terms(t.Context(), "x"); return err },
			"list terms":                      func() error { return last(api.AllTerms(t.Context())) },
			"read certificate":                func() error { _, err := api.Certificate(t.Context(), "acme", "u", "x"); return err },
			"list certificates":               func() error { return last(api.Certificates(t.Context(), "acme", "u")) },
			"read device password":            func() error { _, err := api.DevicePassword(t.Context(), "acme", "u", "x"); return err },
			"list applications of the client": func() error { return last(api.ClientApplications(t.Context(), "acme")) },
		}
		for name, call := range calls {
			bad, ok := errors.AsType[*rest.BadResponseError](call())
			if !ok || !strings.HasPrefix(bad.Path, "/core/v1/") {
				t.Errorf("%s, response %s: %v", name, body, bad)
			}
		}
	}
}

// last iterates over a list and returns its error.
func last[T any](list func(func(T, error) bool)) error {
	for _, err := range list {
		if err != nil {
			return err
		}
	}
	return nil
}
