package idm_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

const ofUser = " /core/v1/acme/users/u/"

// created is the result of a create, with the generated secret if there is one.
type created struct {
	ExtID  string
	Secret string
}

func creation(extID string, secret idm.Secret, err error) (any, error) {
	return created{extID, secret.Reveal()}, err
}

func TestCredentials_passwords(t *testing.T) {
	const made = `{"passwordFragment":"made-1"}`
	password := func(create idm.CredentialInput) func(context.Context, *idm.API) (any, error) {
		return func(ctx context.Context, api *idm.API) (any, error) {
			_, secret, err := api.CreatePassword(ctx, idm.PasswordOps, idm.Under("acme", "u"), create)
			return secret.Reveal(), err
		}
	}
	change := func(change idm.PasswordChange) func(context.Context, *idm.API) (any, error) {
		return func(ctx context.Context, api *idm.API) (any, error) {
			secret, err := api.ChangePassword(ctx, idm.DevicePasswordOps, idm.Under("acme", "u"), "c-1", change)
			return secret.Reveal(), err
		}
	}
	runAll(t, map[string]exchange{
		"create, generated": {
			call:    password(idm.CredentialInput{}),
			request: "POST" + ofUser + "password", body: `{}`, status: 201, response: made, want: "made-1",
		},
		"change context password": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				_, err := api.ChangePassword(ctx, idm.ContextPasswordOps, idm.Under("acme", "u"), "c-1", idm.PasswordChange{
					NewPassword: "new", OldPassword: "old",
				})
				return nothing(err)
			},
			request: "POST" + ofUser + "context-passwords/c-1/change", body: `{"newPassword":"new","oldPassword":"old"}`, status: 204,
		},
		"create device password, generated": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return creation(api.CreatePassword(ctx, idm.DevicePasswordOps, idm.Under("acme", "u"),
					idm.CredentialInput{ExtID: idm.Set("c-1")}))
			},
			request: "POST" + ofUser + "device-password", body: `{"extId":"c-1"}`, status: 201,
			location: "/core/v1/acme/users/u/device-password/c-1", response: made, want: created{"c-1", "made-1"},
		},
		"change device password": {
			call:    change(idm.PasswordChange{NewPassword: "new"}),
			request: "POST" + ofUser + "device-password/c-1/change", body: `{"newPassword":"new"}`, status: 204, want: "",
		},
		"change device password, generated": {
			call:    change(idm.PasswordChange{}),
			request: "POST" + ofUser + "device-password/c-1/change", body: `{}`, response: made, want: "made-1",
		},
	})
}

func TestCredentials_creates(t *testing.T) {
	runAll(t, map[string]exchange{
		"all fields": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return idm.CertificateOps.Get(ctx, api, idm.Under("acme", "u"),
					"c-1")
			},
			response: `{"extId":"c-1","certificate":"-----BEGIN","subject":"s","issuer":"i","fingerprint":"f","serialNumber":"1","keyId":"k",
				"subjectNameId":"a","subjectNameIdFormat":"b","issuerNameId":"c","issuerNameIdFormat":"d","kerberosId":"u@ACME",
				"context":"vpn"}`,
			request: "GET" + ofUser + "certificates/c-1",
			want: idm.Credential{
				ExtID: "c-1", CertificatePEM: "-----BEGIN", Subject: "s", Issuer: "i", Fingerprint: "f", SerialNumber: "1",
				FIDOUAF: idm.FIDOUAF{
					KeyID: "k",
				},
				SubjectNameID: "a", SubjectNameIDFormat: "b", IssuerNameID: "c", IssuerNameIDFormat: "d", KerberosID: "u@ACME",
				Context: "vpn",
			},
		},
	})
}

// No sent or generated password appears in a log, an error or a printed Secret. The reason of a
// rejection does appear.
func TestCredentials_secretsStayHidden(t *testing.T) {
	var log strings.Builder
	config := rest.Config{MaxRetries: -1, Log: func(_ context.Context, message string, fields map[string]any) {
		fmt.Fprintln(&log, message, fields)
	}}
	refuse := false
	api := serveWith(t, config, func(w http.ResponseWriter, r *http.Request) {
		if refuse {
			reply(w, 422, `{"errors":[{"code":"errors.pwdPolicyViolated","message":"policy-shown refuses sent-hidden, old-hidden, `+
				`made-hidden"}]}`)
			return
		}
		w.Header().Set("Location", r.URL.Path+"/c-1")
		reply(w, 201, `{"passwordFragment":"made-hidden","devicePassword":"hash-hidden","properties":{"pin":"pin-hidden"},"extId":"c-1"}`)
	})
	ctx := t.Context()
	password := idm.PasswordChange{NewPassword: "sent-hidden", OldPassword: "old-hidden"}
	var secrets []idm.Secret
	calls := []func() error{
		func() error {
			_, s, err := api.CreatePassword(ctx, idm.PasswordOps, idm.Under("acme", "u"),
				idm.CredentialInput{Password: idm.Set("sent-hidden"), PolicyExtID: idm.Set("policy-shown")})
			secrets = append(secrets, s)
			return err
		},
		func() error {
			_, s, err := api.CreatePassword(ctx, idm.ContextPasswordOps, idm.Under("acme", "u"),
				idm.CredentialInput{Password: idm.Set("sent-hidden")})
			secrets = append(secrets, s)
			return err
		},
		func() error {
			_, s, err := api.CreatePassword(ctx, idm.DevicePasswordOps, idm.Under("acme", "u"),
				idm.CredentialInput{Password: idm.Set("sent-hidden")})
			secrets = append(secrets, s)
			return err
		},
		func() error {
			_, err := api.ChangePassword(ctx, idm.ContextPasswordOps, idm.Under("acme", "u"), "c-1", password)
			return err
		},
		func() error {
			_, err := api.ChangePassword(ctx, idm.DevicePasswordOps, idm.Under("acme", "u"), "c-1", password)
			return err
		},
		func() error { _, err := idm.DevicePasswordOps.Get(ctx, api, idm.Under("acme", "u"), "c-1"); return err },
		func() error {
			_, err := idm.GenericCredentialOps.Get(ctx, api, idm.Under("acme", "u"), "c-1")
			return err
		},
	}
	for _, refuse = range []bool{false, true} {
		for i, call := range calls {
			err := call()
			if (err != nil) != refuse {
				t.Errorf("call %d: %v", i, err)
			}
			if refuse && (strings.Contains(err.Error(), "made-hidden") || !strings.Contains(err.Error(), "policy-shown")) {
				t.Errorf("call %d: %v", i, err)
			}
			if i < 5 && err != nil && strings.Contains(err.Error(), "sent-hidden") {
				t.Errorf("call %d: %v", i, err)
			}
			if strings.Contains(log.String(), "made-hidden") || i < 5 && strings.Contains(log.String(), "sent-hidden") {
				t.Errorf("call %d, logged\n%s", i, log.String())
			}
			log.Reset()
		}
	}
	for _, secret := range secrets[:3] {
		if secret.Reveal() != "made-hidden" {
			t.Fatalf("Reveal() = %q", secret.Reveal())
		}
		encoded, err := json.Marshal(struct{ S idm.Secret }{secret})
		if err != nil {
			t.Fatal(err)
		}
		inside := struct{ s idm.Secret }{secret}
		text := string(encoded) + fmt.Sprintf("%v %+v %#v %v %+v %#v", secret, secret, secret, inside, inside, inside)
		if text += fmt.Sprintf("%s %q %d %x", secret, secret, secret, secret); strings.Contains(text, "hidden") {
			t.Errorf("printed as %s", text)
		}
	}
}
