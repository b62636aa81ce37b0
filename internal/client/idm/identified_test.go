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
			"read unit": func() error { _, err := idm.UnitOps.Get(t.Context(), api, idm.In("acme"), "x"); return err },
			"update unit": func() error {
				_, err := idm.UnitWrites.Update(t.Context(), api, idm.In("acme"), "x", 0, idm.UnitInput{})
				return err
			},
			"read profile": func() error { _, err := idm.ProfileOps.Get(t.Context(), api, idm.In("acme"), "x"); return err },
			"update profile": func() error {
				_, err := idm.ProfileWrites.Update(t.Context(), api, idm.In("acme"), "x", 0, idm.ProfileInput{})
				return err
			},
			"read authorization": func() error {
				_, err := idm.AuthorizationOps.Get(t.Context(), api, idm.Under("acme", "p"), "x")
				return err
			},
			"update authorization": func() error {
				_, err := idm.AuthorizationWrites.Update(t.Context(), api, idm.Under("acme", "p"), "x", 0, idm.AuthorizationInput{})
				return err
			},
			"read enterprise authorization": func() error {
				_, err := idm.EnterpriseAuthorizationOps.Get(t.Context(), api, idm.Under("acme", "p"), "x")
				return err
			},
			"list authorizations": func() error { return last(idm.AuthorizationOps.List(t.Context(), api, idm.Under("acme", "p"))) },
			"list enterprise authorizations": func() error {
				return last(idm.EnterpriseAuthorizationOps.List(t.Context(), api, idm.Under("acme", "p")))
			},
			"list units": func() error { return last(idm.UnitOps.List(t.Context(), api, idm.Under("acme", "u"))) },
			"read user":  func() error { _, err := idm.UserOps.Get(t.Context(), api, idm.In("acme"), "x"); return err },
			"update user": func() error {
				_, err := idm.UserWrites.Update(t.Context(), api, idm.In("acme"), "x", 0, idm.UserInput{})
				return err
			},
			"list users":  func() error { return last(api.Users(t.Context(), "acme", idm.UserQuery{})) },
			"read client": func() error { _, err := idm.ClientOps.Get(t.Context(), api, idm.Place{}, "x"); return err },
			"update client": func() error {
				_, err := idm.ClientWrites.Update(t.Context(), api, idm.Place{}, "x", 0, idm.ClientInput{})
				return err
			},
			"read application": func() error { _, err := idm.ApplicationOps.Get(t.Context(), api, idm.Place{}, "x"); return err },
			"update application": func() error {
				_, err := idm.ApplicationWrites.Update(t.Context(), api, idm.Place{}, "x", 0, idm.ApplicationInput{})
				return err
			},
			"list applications": func() error { return last(idm.ApplicationOps.List(t.Context(), api, idm.Place{})) },
			"read role":         func() error { _, err := idm.RoleOps.Get(t.Context(), api, idm.Place{}, "x"); return err },
			"update role": func() error {
				_, err := idm.RoleWrites.Update(t.Context(), api, idm.Place{}, "x", 0, idm.RoleInput{})
				return err
			},
			"list roles": func() error { return last(idm.RoleOps.List(t.Context(), api, idm.Place{Owner: "a"})) },
			"read enterprise role": func() error {
				_, err := idm.EnterpriseRoleOps.Get(t.Context(), api, idm.In("acme"),
					"x")
				return err
			},
			"list enterprise roles": func() error { return last(idm.EnterpriseRoleOps.List(t.Context(), api, idm.In("acme"))) },
			"list members": func() error {
				return last(idm.EnterpriseRoleMemberOps.List(t.Context(), api, idm.Under("acme",
					"e")))
			},
			"read policy": func() error { _, err := idm.PolicyOps.Get(t.Context(), api, idm.In("acme"), "x"); return err },
			"update policy": func() error {
				_, err := idm.PolicyWrites.Update(t.Context(), api, idm.In("acme"), "x", 0, idm.PolicyInput{})
				return err
			},
			"list policies": func() error { return last(idm.PolicyOps.List(t.Context(), api, idm.In("acme"))) },
			"read terms":    func() error { _, err := idm.TermsOps.Get(t.Context(), api, idm.Place{}, "x"); return err },
			"list terms":    func() error { return last(idm.TermsOps.List(t.Context(), api, idm.Place{})) },
			"read certificate": func() error {
				_, err := idm.CertificateOps.Get(t.Context(), api, idm.Under("acme", "u"), "x")
				return err
			},
			"list certificates": func() error { return last(idm.CertificateOps.List(t.Context(), api, idm.Under("acme", "u"))) },
			"read device password": func() error {
				_, err := idm.DevicePasswordOps.Get(t.Context(), api, idm.Under("acme", "u"), "x")
				return err
			},
			"list applications of the client": func() error {
				return last(idm.ClientApplicationOps.List(t.Context(), api,
					idm.In("acme")))
			},
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
