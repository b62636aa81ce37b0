package conformance_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"math/big"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

func TestWire_credentials(t *testing.T) {
	const user = "u-ben"
	disable := idm.CredentialPatch{StateName: idm.Set("disabled"), ModificationComment: idm.Set("c"), Versioned: idm.Versioned{Version: 1}}
	type (
		read   = func(context.Context, string, string, string) (idm.Credential, error)
		update = func(context.Context, string, string, string, idm.CredentialPatch) (idm.Credential, error)
		remove = func(context.Context, string, string, string) error
	)
	life := func(made idm.Credential, create func(context.Context) (string, error), r read, u update, d remove) func(*testing.T) {
		made.UserExtID, made.StateName, made.Record = user, "active", version(1)
		updated := made
		updated.StateName, updated.ModificationComment, updated.Record = "disabled", "c", version(2)
		return live(object[idm.Credential]{
			create: create, made: made, updated: updated,
			read: func(ctx context.Context, extID string) (idm.Credential, error) { return r(ctx, tenant, user, extID) },
			update: func(ctx context.Context, extID string) (idm.Credential, error) {
				return u(ctx, tenant, user, extID, disable)
			},
			remove: func(ctx context.Context, extID string) error { return d(ctx, tenant, user, extID) },
		})
	}
	for _, quirks := range [][]string{nil, {"later-releases"}, {"slash-strict"}} {
		api := wired(t, quirks...)
		t.Run("context password", life(idm.Credential{Type: "ContextPassword", Context: "vpn"}, func(ctx context.Context) (string, error) {
			extID, _, err := api.CreateContextPassword(ctx, tenant, user, idm.ContextPasswordCreate{
				ExtID: "c/1", Context: "vpn", Password: "long-enough", StateName: "active",
			})
			if err == nil {
				err = api.ChangeContextPassword(ctx, tenant, "u-anna", "cred-anna-context", idm.PasswordChange{
					NewPassword: "long-enough-too",
				})
			}
			return extID, err
		}, api.ContextPassword, api.UpdateContextPassword, api.DeleteContextPassword))
		t.Run("device password", life(idm.Credential{Type: "DevicePassword"}, func(ctx context.Context) (string, error) {
			extID, secret, err := api.CreateDevicePassword(ctx, tenant, user, idm.DevicePasswordCreate{ExtID: "d/1", StateName: "active"})
			if len(secret.Reveal()) != 64 {
				return "", errors.Join(err, errors.New("no generated password"))
			}
			return extID, err
		}, api.DevicePassword, api.UpdateDevicePassword, api.DeleteDevicePassword))
		t.Run("kerberos", life(idm.Credential{Type: "Kerberos", KerberosID: "ben@NEW"}, func(ctx context.Context) (string, error) {
			return api.CreateKerberosCredential(ctx, tenant, user, idm.KerberosCredentialCreate{
				ExtID: "k/1", KerberosID: "ben@NEW", StateName: "active",
			})
		}, api.KerberosCredential, api.UpdateKerberosCredential, api.DeleteKerberosCredential))
		t.Run("saml", life(idm.Credential{
			Type: "SAML Federation", SubjectNameID: "a", SubjectNameIDFormat: "b", IssuerNameID: "c", IssuerNameIDFormat: "d",
		}, func(ctx context.Context) (string, error) {
			return api.CreateSAMLCredential(ctx, tenant, user, idm.SAMLCredentialCreate{
				ExtID: "s/1", SubjectNameID: "a", SubjectNameIDFormat: "b", IssuerNameID: "c", IssuerNameIDFormat: "d",
			})
		}, api.SAMLCredential, api.UpdateSAMLCredential, api.DeleteSAMLCredential))
		t.Run("generic", life(idm.Credential{
			Type: "Generic", Identification: "badge", Validity: idm.Validity{To: "2030-01-01T00:00:00Z"},
		}, func(ctx context.Context) (string, error) {
			return api.CreateGenericCredential(ctx, tenant, user, idm.GenericCredentialCreate{
				ExtID: "g/1", Identification: "badge", Validity: &idm.ValidityPatch{To: idm.Set("2030-01-01T00:00:00Z")},
				StateName: "active",
			})
		}, api.GenericCredential, api.UpdateGenericCredential, api.DeleteGenericCredential))
		certificate := selfSigned(t)
		t.Run("certificate", life(idm.Credential{
			Type: "CERTIFICATE", CertificatePEM: certificate, Subject: "SERIALNUMBER=1", Issuer: "SERIALNUMBER=1", SerialNumber: "1",
		}, func(ctx context.Context) (string, error) {
			return api.CreateCertificate(ctx, tenant, user, idm.CertificateCreate{
				ExtID: "x/1", CertificatePEM: certificate, StateName: "active",
			})
		}, api.Certificate, api.UpdateCertificate, api.DeleteCertificate))
		t.Run("password", life(idm.Credential{Type: "PASSWORD"}, func(ctx context.Context) (string, error) {
			if err := api.DeletePassword(ctx, tenant, user); err != nil {
				return "", err
			}
			_, err := api.CreatePassword(ctx, tenant, user, idm.PasswordCreate{Password: "long-enough", StateName: "active"})
			return "the only one", err
		}, func(ctx context.Context, client, user, _ string) (idm.Credential, error) {
			return api.Password(ctx, client, user)
		},
			func(ctx context.Context, client, user, _ string, patch idm.CredentialPatch) (idm.Credential, error) {
				return api.UpdatePassword(ctx, client, user, patch)
			},
			func(ctx context.Context, client, user, _ string) error { return api.DeletePassword(ctx, client, user) }))
	}
}

func selfSigned(t *testing.T) string {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1)}
	template.Subject.SerialNumber = "1"
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
}
