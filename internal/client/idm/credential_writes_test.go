package idm_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

const ofUser = " /core/v1/acme/users/u/"

// created is the result of a create.
type created struct {
	ExtID string
	Other bool
}

func TestCredentials_passwords(t *testing.T) {
	const made = `{"passwordFragment":"made-1"}`
	create := func(kind idm.Ops[idm.Credential], input idm.CredentialInput) func(context.Context, *idm.API) (any, error) {
		return func(ctx context.Context, api *idm.API) (any, error) {
			extID, other, err := api.CreatePassword(ctx, kind, idm.Under("acme", "u"), input)
			return created{extID, other}, err
		}
	}
	change := func(kind idm.Ops[idm.Credential], password string) func(context.Context, *idm.API) (any, error) {
		return func(ctx context.Context, api *idm.API) (any, error) {
			return api.ChangePassword(ctx, kind, idm.Under("acme", "u"), "c-1", password)
		}
	}
	runAll(t, map[string]exchange{
		"create, generated": {
			call:    create(idm.PasswordOps, idm.CredentialInput{ExtID: idm.Set("c-1")}),
			request: "POST" + ofUser + "password", body: `{"extId":"c-1"}`, status: 201, response: made, want: created{"c-1", true},
		},
		"create, as sent": {
			call:    create(idm.PasswordOps, idm.CredentialInput{Password: idm.Set("made-1")}),
			request: "POST" + ofUser + "password", body: `{"password":"made-1"}`, status: 201, response: made, want: created{},
		},
		"create device password, generated": {
			call:    create(idm.DevicePasswordOps, idm.CredentialInput{ExtID: idm.Set("c-1"), Password: idm.Set("sent")}),
			request: "POST" + ofUser + "device-password", body: `{"extId":"c-1","password":"sent"}`, status: 201,
			location: "/core/v1/acme/users/u/device-password/c-1", response: made, want: created{"c-1", true},
		},
		"change context password": {
			call:    change(idm.ContextPasswordOps, "new"),
			request: "POST" + ofUser + "context-passwords/c-1/change", body: `{"newPassword":"new"}`, status: 204, want: false,
		},
		"change device password, generated": {
			call:    change(idm.DevicePasswordOps, ""),
			request: "POST" + ofUser + "device-password/c-1/change", body: `{}`, response: made, want: true,
		},
	})
}

// No sent password appears in an error, and no generated one leaves the API. The reason of a
// rejection does appear.
func TestCredentials_secretsStayHidden(t *testing.T) {
	api := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		reply(w, 422, `{"errors":[{"code":"errors.pwdPolicyViolated","message":"policy-shown refuses 'sent-hidden', 'pin-hidden'"}]}`)
	})
	ctx, at := t.Context(), idm.Under("acme", "u")
	input := idm.CredentialInput{Password: idm.Set("sent-hidden"), Properties: map[string]string{"pin": "pin-hidden"}}
	for i, call := range []func() error{
		func() error { _, _, err := api.CreatePassword(ctx, idm.PasswordOps, at, input); return err },
		func() error { _, _, err := api.CreatePassword(ctx, idm.DevicePasswordOps, at, input); return err },
		func() error {
			_, err := idm.CredentialWrites{Ops: idm.GenericCredentialOps}.Create(ctx, api, at, input)
			return err
		},
	} {
		if err := call(); err == nil || strings.Contains(err.Error(), "-hidden") || !strings.Contains(err.Error(), "policy-shown") {
			t.Errorf("call %d: %v", i, err)
		}
	}
	if _, err := api.ChangePassword(ctx, idm.ContextPasswordOps, at, "c-1", "sent-hidden"); err == nil ||
		strings.Contains(err.Error(), "sent-hidden") {
		t.Error(err)
	}
}
