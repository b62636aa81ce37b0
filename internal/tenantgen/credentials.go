package tenantgen

// credential is a type of credentials of a user that hold no secret.
type credential struct {
	kind, resource, table, collection, attribute string
	// fixed are the other required arguments.
	fixed Block
}

var credentials = []credential{
	{"generic credential", "idm_generic_credential", "Generic", "generic-credentials", "identification", nil},
	{"kerberos credential", "idm_kerberos_credential", "Kerberos", "kerberos", "kerberos_id", nil},
	{"SAML credential", "idm_saml_credential", "SAML Federation", "saml-credentials", "subject_name_id", Block{
		"subject_name_id_format": "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress",
		"issuer_name_id":         "https://login.example.com",
		"issuer_name_id_format":  "urn:oasis:names:tc:SAML:2.0:nameid-format:entity",
	}},
}

func credentialNames() []string {
	var all []string
	for _, c := range credentials {
		all = append(all, c.kind)
	}
	return all
}

// identity is the value of a user's credential.
func (c credential) identity(key string) string { return key + "@example.com" }
