package tenantgen

import (
	"crypto/ed25519"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// credential is a type of credentials of a user.
type credential struct {
	of *objecttype.Type
	// table is the name of the type in the service.
	table string
	// more contains the required arguments besides the identity or the password.
	more Block
}

// credentials lists the types without a password.
var credentials = []credential{
	{objecttype.Certificate, "CERTIFICATE", nil},
	{objecttype.GenericCredential, "Generic", nil},
	{objecttype.KerberosCredential, "Kerberos", nil},
	{objecttype.SAMLCredential, "SAML Federation", Block{
		"subject_name_id_format": "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
		"issuer_name_id":         "https://login.example.com",
		"issuer_name_id_format":  "urn:oasis:names:tc:SAML:2.0:nameid-format:entity",
	}},
}

var passwords = []credential{
	{objecttype.DevicePassword, "DevicePassword", nil},
	{objecttype.Password, "PASSWORD", nil},
	{objecttype.ContextPassword, "ContextPassword", Block{"context": "portal"}},
}

func credentialNames() []string {
	var all []string
	for _, c := range credentials {
		all = append(all, c.of.Title)
	}
	return all
}

// attribute returns the attribute that identifies a credential: the first one whose change replaces
// it.
func (c credential) attribute() string { return c.of.Fixed[0] }

// identity returns the value of this attribute for a user.
func (c credential) identity(e *entry) string {
	name := fmt.Sprintf("%s.%d", e.Key, e.Identity)
	if c.of == objecttype.Certificate {
		return certificate(name)
	}
	return name + "@example.com"
}

// certificate returns a certificate that depends only on the name.
func certificate(name string) string {
	private := ed25519.NewKeyFromSeed([]byte((name + "                                ")[:ed25519.SeedSize]))
	template := &x509.Certificate{
		SerialNumber: big.NewInt(4711), Subject: pkix.Name{CommonName: name},
		NotBefore: time.Unix(0, 0), NotAfter: time.Date(2100, time.January, 1, 0, 0, 0, 0, time.UTC),
	}
	der, err := x509.CreateCertificate(nil, template, template, private.Public(), private)
	if err != nil {
		panic(err) // The template is fixed.
	}
	return string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}))
}

// passwords returns the types of passwords of a technical user.
func (e *entry) passwords() []credential {
	if e.Rotation == 0 {
		return nil
	}
	return passwords
}

// path returns the path of a credential in the API.
func (c credential) path(d map[string]any) string {
	of := PathOf(user.of.Collection + "/" + Text(d, "userExtId"))
	if c.of == objecttype.Password {
		return of + "/" + c.of.Name
	}
	return of + "/" + c.of.Collection + "/" + Text(d, "extId")
}

// identified returns a credential of the service with the external ID that is used in requests. A
// password has the ID of its user, because a user has at most one.
func (c credential) identified(d map[string]any) map[string]any {
	if c.of != objecttype.Password {
		return d
	}
	named := maps.Clone(d)
	named["extId"] = d["userExtId"]
	return named
}

// replaces reports whether an object may have replaced an earlier one. Passwords cannot be changed
// in the service, and an adopted password is replaced.
func (o Object) replaces(earlier []Object) bool {
	return o.Kind == objecttype.Password.Title && (len(earlier) == 0 || !maps.Equal(o.Values, earlier[0].Values))
}

// WriteOnly reports whether objects of a type have a password, which an import cannot read.
func WriteOnly(resource string) bool {
	return slices.ContainsFunc(passwords, func(c credential) bool { return c.of.TypeName() == resource })
}
