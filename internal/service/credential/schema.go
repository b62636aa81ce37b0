package credential

import "github.com/identity-iac/terraform-provider-idm/internal/attrs"

// shown is a credential without its hashed secrets.
func shown() attrs.Attributes {
	properties := attrs.ShownMap("Custom properties of a generic credential: name to value. The service may keep some of them encrypted, so the map is sensitive.")
	properties.Sensitive = true
	return attrs.WithRecord(attrs.Attributes{
		"ext_id":               attrs.Shown("External id of the credential, unique in its client."),
		"user_ext_id":          attrs.Shown("External id of the user that it belongs to."),
		"policy_ext_id":        attrs.Shown("External id of the policy that governs it."),
		"type":                 attrs.Shown("Kind of credential, such as `PASSWORD`, `DevicePassword`, `OTP Card`, `CERTIFICATE`, `FIDO2`."),
		"state_name":           attrs.Shown("State, in lower case with hyphens: `initial`, `active`, `tmp-locked`, `fail-locked`, `reset-code`, `admin-changed`, `disabled`, `archived`."),
		"state_change_reason":  attrs.Shown("Why the state changed last, such as `initialized`, `changed-by-admin`, `reset`."),
		"state_change_detail":  attrs.Shown("More about the last change of the state, on some types."),
		"modification_comment": attrs.Shown("Comment on the last change."),
		"validity":             attrs.ShownValidity("credential"),
		"created_by":           attrs.Shown("Client and login id of who made it; not shown to callers with self-administration only."),
		"modified_by":          attrs.Shown("Client and login id of who changed it last; not shown to callers with self-administration only."),
		"last_change_date":     attrs.Shown("When it was changed last, UTC; not shown to callers with self-administration only."),
		"login_statistics": attrs.ShownObject("Logins with the credential since it was last initialized or reset; null on types that do not count them.", attrs.Attributes{
			"last_successful_login_date": attrs.Shown("When a login succeeded last, UTC."),
			"successful_login_count":     attrs.ShownInt("How many logins succeeded."),
			"last_failed_login_date":     attrs.Shown("When a login failed last, UTC."),
			"failed_login_count":         attrs.ShownInt("How many logins failed since the last success."),
			"reset_count":                attrs.ShownInt("How often the secret was reset."),
		}),
		"context":        attrs.Shown("What a context password or a ticket is for."),
		"certificate":    attrs.Shown("The certificate of a certificate credential, as PEM text."),
		"kerberos_id":    attrs.Shown("Principal name of a Kerberos credential."),
		"identification": attrs.Shown("What a generic credential or a ticket is known by."),
		"properties":     properties,
		"mobile_signature": attrs.ShownObject("What only a mobile signature has; null on other types.", attrs.Attributes{
			"identificator":   attrs.Shown("Identifier of the user at the signing service."),
			"mssp_identifier": attrs.Shown("Identifier of the signing service provider."),
			"msisdn":          attrs.Shown("Mobile number of the SIM that signs."),
			"signer_cert":     attrs.Shown("Certificate of the signer, as PEM text."),
		}),
		"fido2":    attrs.ShownObject("What only a FIDO2 credential has; null on other types.", shownFIDO2()),
		"fido_uaf": attrs.ShownObject("What only a FIDO UAF credential has; null on other types.", shownFIDOUAF()),
	})
}

func shownFIDO2() attrs.Attributes {
	return attrs.Attributes{
		"aaguid":                            attrs.Shown("Type of the authenticator, 128 bits."),
		"authenticator":                     attrs.Shown("Name of the authenticator."),
		"rp_id":                             attrs.Shown("Relying party that the credential was made for."),
		"authenticator_attachment":          attrs.Shown("`platform` or `crossplatform`."),
		"attestation_conveyance_preference": attrs.Shown("`direct`, `indirect`, `none` or `enterprise`."),
		"resident_key_requirement":          attrs.Shown("`required` or `discouraged`."),
		"user_verification_requirement":     attrs.Shown("`required`, `preferred` or `discouraged`."),
		"user_agent":                        attrs.Shown("Browser that registered it."),
		"user_friendly_name":                attrs.Shown("Name that the user gave it."),
	}
}

func shownFIDOUAF() attrs.Attributes {
	return attrs.Attributes{
		"aaid":                   attrs.Shown("Type of the authenticator."),
		"key_id":                 attrs.Shown("Identifier of the key."),
		"sign_counter":           attrs.ShownInt("How many signatures the key has made."),
		"authenticator_version":  attrs.Shown("Version of the authenticator, `major.minor`."),
		"app_id":                 attrs.Shown("Identifier of the application."),
		"device_id":              attrs.Shown("Identifier of the device."),
		"public_key":             attrs.Shown("The public key."),
		"public_key_algorithm":   attrs.Shown("Algorithm of the public key."),
		"dispatch_target_ext_id": attrs.Shown("External id of the dispatch target that belongs to the credential."),
	}
}
