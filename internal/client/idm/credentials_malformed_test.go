package idm_test

import (
	"errors"
	"iter"
	"net/http"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// strange is a list of credentials from a later release. One has a new type, and its values have
// types that differ from the reference.
const strange = `{"items":[{"extId":"d-1","type":"DevicePassword"},` +
	`{"extId":"q-1","type":"Quantum","signCounter":"many","properties":[1],"publicKey":{"x":1},"validity":"always"},{"extId":"d-2","type":"DevicePassword"}]}`

// A malformed credential does not hide the others, and is read completely or not at all.
func TestUserCredentials_malformed(t *testing.T) {
	api := serve(t, func(w http.ResponseWriter, _ *http.Request) { reply(w, http.StatusOK, strange) })
	for name, list := range map[string]iter.Seq2[idm.Credential, error]{
		"all": api.UserCredentials(t.Context(), "acme", "u"), "device passwords": api.DevicePasswords(t.Context(), "acme", "u"),
	} {
		found, err := idm.Complete(list)
		if item, ok := errors.AsType[*rest.ItemError](err); !ok || item.ExtID != "q-1" || len(found) != 2 {
			t.Errorf("%s: %v, %v", name, found, err)
		}
	}
}
