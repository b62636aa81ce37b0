package credential

import "github.com/identity-iac/terraform-provider-idm/internal/attrs"

// shown is a credential without its hashed secrets.
func shown() attrs.Attributes {
	properties := attrs.ComputedMap("Custom properties of a generic credential: name to value. The service may keep some of them " +
		"encrypted, so the map is sensitive.")
	properties.Sensitive = true
	return attrs.WithRecord(attrs.Attributes{
		"ext_id":        attrs.ComputedText("External ID of the credential, unique in its client."),
		"user_ext_id":   attrs.ComputedText("External ID of the user that it belongs to."),
		"policy_ext_id": attrs.ComputedText("External ID of the policy that governs it."),
		"type":          attrs.ComputedText("Kind of credential, such as `PASSWORD`, `DevicePassword`, `OTP Card`, `CERTIFICATE`, `FIDO2`."),
		"state_name": attrs.ComputedText("State, in lower case with hyphens: `initial`, `active`, `tmp-locked`, `fail-locked`, " +
			"`reset-code`, `admin-changed`, `disabled`, `archived`."),
		"state_change_reason":  attrs.ComputedText("Why the state changed last, such as `initialized`, `changed-by-admin`, `reset`."),
		"state_change_detail":  attrs.ComputedText("More about the last change of the state, on some types."),
		"modification_comment": attrs.ComputedText("Comment on the last change."),
		"validity":             attrs.ComputedValidity("credential"),
		"created_by": attrs.ComputedText("Client and login id of the user who created it; not shown to callers with " +
			"self-administration only."),
		"modified_by": attrs.ComputedText("Client and login id of the user who last changed it; not shown to callers with self-administration " +
			"only."),
		"last_change_date": attrs.ComputedText("When it was last changed, UTC; not shown to callers with self-administration only."),
		"login_statistics": attrs.ComputedObject("Logins with the credential since it was last initialized or reset; null on types that do "+
			"not count them.", attrs.Attributes{
			"last_successful_login_date": attrs.ComputedText("When a login succeeded last, UTC."),
			"successful_login_count":     attrs.ComputedInt("How many logins succeeded."),
			"last_failed_login_date":     attrs.ComputedText("When a login failed last, UTC."),
			"failed_login_count":         attrs.ComputedInt("How many logins failed since the last success."),
			"reset_count":                attrs.ComputedInt("How often the secret was reset."),
		}),
		"context":        attrs.ComputedText("What a context password or a ticket is for."),
		"certificate":    attrs.ComputedText("The certificate of a certificate credential, as PEM text."),
		"kerberos_id":    attrs.ComputedText("Principal name of a Kerberos credential."),
		"identification": attrs.ComputedText("Identification of a generic credential or a ticket."),
		"properties":     properties,
		"mobile_signature": attrs.ComputedObject("What only a mobile signature has; null on other types.", attrs.Attributes{
			"identificator":   attrs.ComputedText("Identifier of the user at the signing service."),
			"mssp_identifier": attrs.ComputedText("Identifier of the signing service provider."),
			"msisdn":          attrs.ComputedText("Mobile number of the SIM that signs."),
			"signer_cert":     attrs.ComputedText("Certificate of the signer, as PEM text."),
		}),
		"fido2":    attrs.ComputedObject("What only a FIDO2 credential has; null on other types.", shownFIDO2()),
		"fido_uaf": attrs.ComputedObject("What only a FIDO UAF credential has; null on other types.", shownFIDOUAF()),
	})
}

func shownFIDO2() attrs.Attributes {
	return attrs.Attributes{
		"aaguid":                            attrs.ComputedText("Type of the authenticator, 128 bits."),
		"authenticator":                     attrs.ComputedText("Name of the authenticator."),
		"rp_id":                             attrs.ComputedText("Relying party that the credential was created for."),
		"authenticator_attachment":          attrs.ComputedText("`platform` or `crossplatform`."),
		"attestation_conveyance_preference": attrs.ComputedText("`direct`, `indirect`, `none` or `enterprise`."),
		"resident_key_requirement":          attrs.ComputedText("`required` or `discouraged`."),
		"user_verification_requirement":     attrs.ComputedText("`required`, `preferred` or `discouraged`."),
		"user_agent":                        attrs.ComputedText("Browser that registered it."),
		"user_friendly_name":                attrs.ComputedText("Name that the user gave it."),
	}
}

func shownFIDOUAF() attrs.Attributes {
	return attrs.Attributes{
		"aaid":                   attrs.ComputedText("Type of the authenticator."),
		"key_id":                 attrs.ComputedText("Identifier of the key."),
		"sign_counter":           attrs.ComputedInt("How many signatures the key has made."),
		"authenticator_version":  attrs.ComputedText("Version of the authenticator, `major.minor`."),
		"app_id":                 attrs.ComputedText("Identifier of the application."),
		"device_id":              attrs.ComputedText("Identifier of the device."),
		"public_key":             attrs.ComputedText("The public key."),
		"public_key_algorithm":   attrs.ComputedText("Algorithm of the public key."),
		"dispatch_target_ext_id": attrs.ComputedText("External ID of the dispatch target that belongs to the credential."),
	}
}
