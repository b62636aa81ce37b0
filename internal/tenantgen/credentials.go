package tenantgen

import "github.com/identity-iac/terraform-provider-idm/internal/objecttype"

// credential is a type of credentials of a user that hold no secret.
type credential struct {
	of *objecttype.Type
	// table is the service's name of the type.
	table string
	// more are the required arguments apart from the identity.
	more Block
}

var credentials = []credential{
	{objecttype.GenericCredential, "Generic", nil},
	{objecttype.KerberosCredential, "Kerberos", nil},
	{objecttype.SAMLCredential, "SAML Federation", Block{
		"subject_name_id_format": "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
		"issuer_name_id":         "https://login.example.com",
		"issuer_name_id_format":  "urn:oasis:names:tc:SAML:2.0:nameid-format:entity",
	}},
}

func credentialNames() []string {
	var all []string
	for _, c := range credentials {
		all = append(all, c.of.Title)
	}
	return all
}

// attribute identifies a credential: the first one whose change replaces it.
func (c credential) attribute() string { return c.of.Fixed[0] }

// identity is the value of a user's credential.
func (c credential) identity(key string) string { return key + "@example.com" }
