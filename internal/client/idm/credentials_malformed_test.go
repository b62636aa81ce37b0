package idm_test

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// strange is a list of credentials from a later release. One has a new type, and its values have
// types that differ from the reference.
const strange = `{"items":[{"extId":"d-1","type":"DevicePassword"},` +
	`{"extId":"q-1","type":"Quantum","signCounter":"many","properties":[1],"publicKey":{"x":1},"validity":"always"},{"extId":"d-2","type":"DevicePassword"}]}`

// A malformed credential does not hide the others. A resource reads its credential completely or
// not at all.
func TestUserCredentials_malformed(t *testing.T) {
	body := strange
	api := serve(t, func(w http.ResponseWriter, _ *http.Request) { reply(w, http.StatusOK, body) })
	read := func(list iter.Seq2[idm.Credential, error]) (found []string, err error) {
		for credential, failed := range list {
			if failed != nil {
				return found, failed
			}
			found = append(found, credential.ExtID+" "+credential.Malformed)
		}
		return found, nil
	}
	all, err := read(api.UserCredentials(context.Background(), "acme", "u"))
	if want := []string{"d-1 ", "q-1 signCounter", "d-2 "}; err != nil || !slices.Equal(all, want) {
		t.Errorf("all credentials: %q, %v", all, err)
	}
	own, err := read(api.DevicePasswords(context.Background(), "acme", "u"))
	if want := []string{"d-1 ", "d-2 "}; err != nil || !slices.Equal(own, want) {
		t.Errorf("device passwords: %q, %v", own, err)
	}
	body = `{"items":[{"extId":"d-1","type":"DevicePassword","stateName":7},{"extId":"g-1","type":"GENERIC","properties":{"a":1}}]}`
	var bad *rest.BadResponseError
	if _, err := read(api.DevicePasswords(context.Background(), "acme", "u")); !errors.As(err, &bad) {
		t.Errorf("a malformed device password in the list: %v", err)
	}
	if _, err := read(idm.GenericCredentialOps.List(context.Background(), api, idm.Under("acme", "u"))); !errors.As(err, &bad) {
		t.Errorf("a malformed generic credential in its list: %v", err)
	}
	body = `{"extId":"g-1","properties":{"a":1}}`
	if _, err := idm.GenericCredentialOps.Get(context.Background(), api, idm.Under("acme", "u"), "g-1"); !errors.As(err, &bad) {
		t.Errorf("a malformed generic credential: %v", err)
	}
}
