package idm_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// A response with another object, or a list with an object without an external ID, is an error.
func TestIdentified(t *testing.T) {
	for _, body := range []string{`{}`, `{"extId":null}`, `{"extId":"other"}`, `null`, `{"items":[{"extId":"a"},{"extId":null}]}`} {
		api := serve(t, func(w http.ResponseWriter, _ *http.Request) { reply(w, 200, body) })
		refused := func(name string, err error) {
			bad, ok := errors.AsType[*rest.BadResponseError](err)
			if !ok || !strings.HasPrefix(bad.Path, "/core/v1/") {
				t.Errorf("%s, response %s: %v", name, body, err)
			}
		}
		at := idm.Under("acme", "owner")
		for _, row := range objecttype.All() {
			reads := idm.ReadsOf(row)
			if reads == nil || row == objecttype.Password && body == `{"extId":"other"}` || row == objecttype.PropertyDefinition {
				continue // A user has one password, whatever its ID. A definition has a number.
			}
			if reads.Gets() {
				_, err := reads.Object(t.Context(), api, at, "x")
				refused("read "+row.Name, err)
			}
			if reads.Lists() {
				refused("list "+row.Name, last(reads.Objects(t.Context(), api, at, 0)))
			}
		}
		_, err := idm.UnitWrites.Update(t.Context(), api, at, "x", 0, idm.UnitInput{})
		refused("update", err)
		refused("list users", last(api.Users(t.Context(), "acme", idm.UserQuery{})))
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
