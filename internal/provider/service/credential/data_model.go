package credential

import (
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

// dataAttributes returns the attributes of a credential, without its hashed secrets.
func dataAttributes() attrs.Attributes {
	properties := attrs.ComputedMap("Properties of a generic credential by name. Some may be encrypted.")
	properties.Sensitive = true
	return attrs.WithRecord(attrs.WithTexts(map[string]string{
		"ext_id":        "External ID.",
		"user_ext_id":   "External ID of the user.",
		"policy_ext_id": "External ID of the policy.",
		"type":          "Such as `PASSWORD`, `DevicePassword`, `OTP Card`, `CERTIFICATE`, `FIDO2`.",
		"state_name": "`initial`, `active`, `tmp-locked`, `fail-locked`, `reset-code`, `admin-changed`, `disabled`, " +
			"`archived`.",
		"state_change_reason":  "Reason of the state, such as `initialized`, `changed-by-admin`, `reset`.",
		"state_change_detail":  "Details of the reason.",
		"modification_comment": "Comment on the last change.",
		"created_by":           "Client and login ID of the creator; null with self-administration only.",
		"modified_by":          "Client and login ID of the last editor; null with self-administration only.",
		"last_change_date":     "Time of the last change; null with self-administration only.",
		"context":              "Context of a context password or ticket.",
		"certificate":          "PEM certificate.",
		"kerberos_id":          "Kerberos principal.",
		"identification":       "Identification of a generic credential or ticket.",
	}, attrs.Attributes{
		"validity": attrs.ComputedValidity("credential"),
		"login_statistics": attrs.ComputedObject("Logins since the last reset; null on types without counters.", attrs.Attributes{
			"last_successful_login_date": attrs.ComputedText("Last success."),
			"successful_login_count":     attrs.ComputedInt("Successes."),
			"last_failed_login_date":     attrs.ComputedText("Last failure."),
			"failed_login_count":         attrs.ComputedInt("Failures since the last success."),
			"reset_count":                attrs.ComputedInt("Resets of the secret."),
		}),
		"properties": properties,
		"mobile_signature": attrs.ComputedObject("Null except for mobile signatures.", attrs.Attributes{
			"identificator":   attrs.ComputedText("User at the signing service."),
			"mssp_identifier": attrs.ComputedText("Signing service provider."),
			"msisdn":          attrs.ComputedText("Mobile number of the SIM."),
			"signer_cert":     attrs.ComputedText("PEM certificate of the signer."),
		}),
		"fido2":    attrs.ComputedObject("Null except for FIDO2.", fido2Attributes()),
		"fido_uaf": attrs.ComputedObject("Null except for FIDO UAF.", fidoUAFAttributes()),
	}))
}

func fido2Attributes() attrs.Attributes {
	return attrs.WithTexts(map[string]string{
		"aaguid":                            "Type of the authenticator.",
		"authenticator":                     "Name of the authenticator.",
		"rp_id":                             "Relying party.",
		"authenticator_attachment":          "`platform` or `crossplatform`.",
		"attestation_conveyance_preference": "`direct`, `indirect`, `none` or `enterprise`.",
		"resident_key_requirement":          "`required` or `discouraged`.",
		"user_verification_requirement":     "`required`, `preferred` or `discouraged`.",
		"user_agent":                        "Registering browser.",
		"user_friendly_name":                "Name given by the user.",
	}, attrs.Attributes{})
}

func fidoUAFAttributes() attrs.Attributes {
	return attrs.WithTexts(map[string]string{
		"aaid":                   "Type of the authenticator.",
		"key_id":                 "Key.",
		"authenticator_version":  "Version, `major.minor`.",
		"app_id":                 "Application.",
		"device_id":              "Device.",
		"public_key":             "Public key.",
		"public_key_algorithm":   "Key algorithm.",
		"dispatch_target_ext_id": "Dispatch target.",
	}, attrs.Attributes{
		"sign_counter": attrs.ComputedInt("Signatures made."),
	})
}

// values returns the values of the attributes that group fields of a credential, and of properties,
// which only some types have.
func values(attributes attrs.Attributes) func(idm.Credential) map[string]attr.Value {
	return func(c idm.Credential) map[string]attr.Value {
		own := map[string]attr.Value{}
		if c.Properties == nil {
			own["properties"] = types.MapNull(types.StringType)
		}
		for name, attribute := range attributes {
			if _, ok := attribute.(schema.SingleNestedAttribute); ok {
				own[name] = attrs.PartValue(attribute, c)
			}
		}
		return own
	}
}
