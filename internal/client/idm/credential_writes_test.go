package idm_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

const (
	credentialJSON = `{"extId":"c-1","userExtId":"u","type":"X","stateName":"TMP_LOCKED","validity":{"to":"2030-01-01T00:00:00Z"},` +
		recordJSON + `}`
	ofUser = " /core/v1/acme/users/u/"
)

var (
	credential = idm.Credential{
		ExtID: "c-1", UserExtID: "u", Type: "X", StateName: "tmp-locked", Validity: idm.Validity{
			To: "2030-01-01T00:00:00Z",
		}, Record: record,
	}
	disabling = idm.CredentialPatch{StateName: idm.Set("disabled"), ModificationComment: idm.Clear[string](),
		Versioned: idm.Versioned{Version: 3}}
	disablingJSON = `{"stateName":"disabled","modificationComment":"","version":3}`
)

// created is the result of a create, with the generated secret if there is one.
type created struct {
	ExtID  string
	Secret string
}

func creation(extID string, secret idm.Secret, err error) (any, error) {
	return created{extID, secret.Reveal()}, err
}

// Credentials of every kind with an external ID are listed, read, updated and deleted in the same
// way.
func TestCredentials_kinds(t *testing.T) {
	type (
		list   = func(context.Context, string, string) iter.Seq2[idm.Credential, error]
		read   = func(context.Context, string, string, string) (idm.Credential, error)
		update = func(context.Context, string, string, string, idm.CredentialPatch) (idm.Credential, error)
		remove = func(context.Context, string, string, string) error
	)
	for path, kind := range map[string]func(*idm.API) (list, read, update, remove){
		"context-passwords": func(a *idm.API) (list, read, update, remove) {
			return a.ContextPasswords, a.ContextPassword, a.UpdateContextPassword, a.DeleteContextPassword
		},
		"device-password": func(a *idm.API) (list, read, update, remove) {
			return nil, a.DevicePassword, a.UpdateDevicePassword, a.DeleteDevicePassword
		},
		"certificates": func(a *idm.API) (list, read, update, remove) {
			return a.Certificates, a.Certificate, a.UpdateCertificate, a.DeleteCertificate
		},
		"kerberos": func(a *idm.API) (list, read, update, remove) {
			return a.KerberosCredentials, a.KerberosCredential, a.UpdateKerberosCredential, a.DeleteKerberosCredential
		},
		"saml-credentials": func(a *idm.API) (list, read, update, remove) {
			return a.SAMLCredentials, a.SAMLCredential, a.UpdateSAMLCredential, a.DeleteSAMLCredential
		},
		"generic-credentials": func(a *idm.API) (list, read, update, remove) {
			return a.GenericCredentials, a.GenericCredential, a.UpdateGenericCredential, a.DeleteGenericCredential
		},
	} {
		exchanges := map[string]exchange{
			path + " read": {
				call: func(ctx context.Context, api *idm.API) (any, error) {
					_, read, _, _ := kind(api)
					return read(ctx, "acme", "u", "c-1")
				},
				request: "GET" + ofUser + path + "/c-1", response: credentialJSON, want: credential,
			},
			path + " update": {
				call: func(ctx context.Context, api *idm.API) (any, error) {
					_, _, update, _ := kind(api)
					return update(ctx, "acme", "u", "c-1", disabling)
				},
				request: "PATCH" + ofUser + path + "/c-1", body: disablingJSON, response: credentialJSON, want: credential,
			},
			path + " delete": {
				call: func(ctx context.Context, api *idm.API) (any, error) {
					_, _, _, remove := kind(api)
					return nothing(remove(ctx, "acme", "u", "c/1"))
				},
				request: "DELETE" + ofUser + path + "/c%2F1", status: 204,
			},
		}
		if all, _, _, _ := kind(&idm.API{}); all != nil {
			exchanges[path+" list"] = exchange{
				call: func(ctx context.Context, api *idm.API) (any, error) {
					list, _, _, _ := kind(api)
					return collect(list(ctx, "acme", "u"))
				},
				request: "GET" + ofUser + path, response: `{"items":[` + credentialJSON + `]}`, want: []idm.Credential{credential},
			}
		}
		runAll(t, exchanges)
	}
}

func TestCredentials_passwords(t *testing.T) {
	const made = `{"passwordFragment":"made-1"}`
	password := func(create idm.PasswordCreate) func(context.Context, *idm.API) (any, error) {
		return func(ctx context.Context, api *idm.API) (any, error) {
			secret, err := api.CreatePassword(ctx, "acme", "u", create)
			return secret.Reveal(), err
		}
	}
	change := func(change idm.PasswordChange) func(context.Context, *idm.API) (any, error) {
		return func(ctx context.Context, api *idm.API) (any, error) {
			secret, err := api.ChangeDevicePassword(ctx, "acme", "u", "c-1", change)
			return secret.Reveal(), err
		}
	}
	runAll(t, map[string]exchange{
		"read": {
			call:    func(ctx context.Context, api *idm.API) (any, error) { return api.Password(ctx, "acme", "u") },
			request: "GET" + ofUser + "password", response: credentialJSON, want: credential,
		},
		"create": {
			call:    password(idm.PasswordCreate{ExtID: "c-1", Password: "sent", PolicyExtID: "p", StateName: "disabled"}),
			request: "POST" + ofUser + "password", body: `{"extId":"c-1","password":"sent","policyExtId":"p","stateName":"disabled"}`,
			status: 201, location: "/core/v1/acme/users/u/password", want: "",
		},
		"create, generated": {
			call:    password(idm.PasswordCreate{}),
			request: "POST" + ofUser + "password", body: `{}`, status: 201, response: made, want: "made-1",
		},
		"update": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.UpdatePassword(ctx, "acme", "u", disabling)
			},
			request: "PATCH" + ofUser + "password", body: disablingJSON, response: credentialJSON, want: credential,
		},
		"delete": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return nothing(api.DeletePassword(ctx, "acme", "u"))
			},
			request: "DELETE" + ofUser + "password", status: 204,
		},
		"create context password": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return creation(api.CreateContextPassword(ctx, "acme", "u", idm.ContextPasswordCreate{
					ExtID: "c-1", Context: "vpn", Password: "sent", PolicyExtID: "p", StateName: "active",
				}))
			},
			request: "POST" + ofUser + "context-passwords",
			body:    `{"extId":"c-1","context":"vpn","password":"sent","policyExtId":"p","stateName":"active"}`,
			status:  201, location: "/core/v1/acme/users/u/context-passwords/c-1", want: created{ExtID: "c-1"},
		},
		"change context password": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return nothing(api.ChangeContextPassword(ctx, "acme", "u", "c-1", idm.PasswordChange{
					NewPassword: "new", OldPassword: "old",
				}))
			},
			request: "POST" + ofUser + "context-passwords/c-1/change", body: `{"newPassword":"new","oldPassword":"old"}`, status: 204,
		},
		"create device password": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return creation(api.CreateDevicePassword(ctx, "acme", "u", idm.DevicePasswordCreate{
					ExtID: "c-1", Password: "sent", PolicyExtID: "p", StateName: "active",
				}))
			},
			request: "POST" + ofUser + "device-password", body: `{"extId":"c-1","password":"sent","policyExtId":"p","stateName":"active"}`,
			status: 201, location: "/core/v1/acme/users/u/device-password/c-1", want: created{ExtID: "c-1"},
		},
		"create device password, generated": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return creation(api.CreateDevicePassword(ctx, "acme", "u", idm.DevicePasswordCreate{ExtID: "c-1"}))
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
		"certificate": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.CreateCertificate(ctx, "acme", "u", idm.CertificateCreate{
					ExtID: "c-1", CertificatePEM: "-----BEGIN", PolicyExtID: "p", StateName: "active",
				})
			},
			request: "POST" + ofUser + "certificates", body: `{"extId":"c-1","certificate":"-----BEGIN","policyExtId":"p",` +
				`"stateName":"active"}`,
			status: 201, location: "/core/v1/acme/users/u/certificates/c-1", want: "c-1",
		},
		"kerberos": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.CreateKerberosCredential(ctx, "acme", "u", idm.KerberosCredentialCreate{
					ExtID: "c-1", KerberosID: "u@ACME", StateName: "active",
				})
			},
			request: "POST" + ofUser + "kerberos", body: `{"extId":"c-1","kerberosId":"u@ACME","stateName":"active"}`,
			status: 201, location: "/core/v1/acme/users/u/kerberos/c-1", want: "c-1",
		},
		"saml": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.CreateSAMLCredential(ctx, "acme", "u", idm.SAMLCredentialCreate{
					ExtID: "c-1", SubjectNameID: "a", SubjectNameIDFormat: "b", IssuerNameID: "c", IssuerNameIDFormat: "d",
					PolicyExtID: "p",
				})
			},
			request: "POST" + ofUser + "saml-credentials",
			body: `{"extId":"c-1","subjectNameId":"a","subjectNameIdFormat":"b","issuerNameId":"c","issuerNameIdFormat":"d",` +
				`"policyExtId":"p"}`,
			status: 201, location: "/core/v1/acme/users/u/saml-credentials/c-1", want: "c-1",
		},
		"generic": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.CreateGenericCredential(ctx, "acme", "u", idm.GenericCredentialCreate{
					ExtID: "c-1", Identification: "badge", Properties: map[string]string{"pin": "1"},
					Validity:    &idm.ValidityPatch{To: idm.Set("2030-01-01T00:00:00Z")},
					PolicyExtID: "p", StateName: "active",
				})
			},
			request: "POST" + ofUser + "generic-credentials",
			body: `{"extId":"c-1","identification":"badge","properties":{"pin":"1"},"validity":{"to":"2030-01-01T00:00:00Z"},
				"policyExtId":"p","stateName":"active"}`,
			status: 201, location: "/core/v1/acme/users/u/generic-credentials/c-1", want: "c-1",
		},
		"generic properties": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.GenericCredentialProperties(ctx, "acme", "u", "c-1")
			},
			request: "GET" + ofUser + "generic-credentials/c-1/properties", response: `{"pin":"1"}`,
			want: idm.Properties{Values: map[string]string{"pin": "1"}},
		},
		"update generic properties": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return api.UpdateGenericCredentialProperties(ctx, "acme", "u", "c-1", map[string]string{"pin": ""})
			},
			request: "PATCH" + ofUser + "generic-credentials/c-1/properties", body: `{"pin":""}`, response: `{}`,
			want: idm.Properties{Values: map[string]string{}},
		},
		"all fields": {
			call: func(ctx context.Context, api *idm.API) (any, error) { return api.Certificate(ctx, "acme", "u", "c-1") },
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
			s, err := api.CreatePassword(ctx, "acme", "u", idm.PasswordCreate{Password: "sent-hidden", PolicyExtID: "policy-shown"})
			secrets = append(secrets, s)
			return err
		},
		func() error {
			_, s, err := api.CreateContextPassword(ctx, "acme", "u", idm.ContextPasswordCreate{Password: "sent-hidden"})
			secrets = append(secrets, s)
			return err
		},
		func() error {
			_, s, err := api.CreateDevicePassword(ctx, "acme", "u", idm.DevicePasswordCreate{Password: "sent-hidden"})
			secrets = append(secrets, s)
			return err
		},
		func() error { return api.ChangeContextPassword(ctx, "acme", "u", "c-1", password) },
		func() error { _, err := api.ChangeDevicePassword(ctx, "acme", "u", "c-1", password); return err },
		func() error { _, err := api.DevicePassword(ctx, "acme", "u", "c-1"); return err },
		func() error { _, err := api.GenericCredential(ctx, "acme", "u", "c-1"); return err },
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
