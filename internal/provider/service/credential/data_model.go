package credential

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

// dataModel is the model of a credential in the data source and the ephemeral resource.
type dataModel struct {
	ExtID               types.String          `tfsdk:"ext_id"`
	UserExtID           types.String          `tfsdk:"user_ext_id"`
	PolicyExtID         types.String          `tfsdk:"policy_ext_id"`
	Type                types.String          `tfsdk:"type"`
	StateName           types.String          `tfsdk:"state_name"`
	StateChangeReason   types.String          `tfsdk:"state_change_reason"`
	StateChangeDetail   types.String          `tfsdk:"state_change_detail"`
	ModificationComment types.String          `tfsdk:"modification_comment"`
	Validity            attrs.FixedMap        `tfsdk:"validity"`
	CreatedBy           types.String          `tfsdk:"created_by"`
	ModifiedBy          types.String          `tfsdk:"modified_by"`
	LastChangeDate      types.String          `tfsdk:"last_change_date"`
	LoginStatistics     *statisticsModel      `tfsdk:"login_statistics"`
	Context             types.String          `tfsdk:"context"`
	Certificate         types.String          `tfsdk:"certificate"`
	KerberosID          types.String          `tfsdk:"kerberos_id"`
	Identification      types.String          `tfsdk:"identification"`
	Properties          types.Map             `tfsdk:"properties"`
	MobileSignature     *mobileSignatureModel `tfsdk:"mobile_signature"`
	FIDO2               *fido2Model           `tfsdk:"fido2"`
	FIDOUAF             *fidoUAFModel         `tfsdk:"fido_uaf"`
	attrs.Record
}

type statisticsModel struct {
	LastSuccessfulLoginDate types.String `tfsdk:"last_successful_login_date"`
	SuccessfulLoginCount    types.Int64  `tfsdk:"successful_login_count"`
	LastFailedLoginDate     types.String `tfsdk:"last_failed_login_date"`
	FailedLoginCount        types.Int64  `tfsdk:"failed_login_count"`
	ResetCount              types.Int64  `tfsdk:"reset_count"`
}

type mobileSignatureModel struct {
	Identificator  types.String `tfsdk:"identificator"`
	MSSPIdentifier types.String `tfsdk:"mssp_identifier"`
	MSISDN         types.String `tfsdk:"msisdn"`
	SignerCert     types.String `tfsdk:"signer_cert"`
}

type fido2Model struct {
	AAGUID                          types.String `tfsdk:"aaguid"`
	Authenticator                   types.String `tfsdk:"authenticator"`
	RPID                            types.String `tfsdk:"rp_id"`
	AuthenticatorAttachment         types.String `tfsdk:"authenticator_attachment"`
	AttestationConveyancePreference types.String `tfsdk:"attestation_conveyance_preference"`
	ResidentKeyRequirement          types.String `tfsdk:"resident_key_requirement"`
	UserVerificationRequirement     types.String `tfsdk:"user_verification_requirement"`
	UserAgent                       types.String `tfsdk:"user_agent"`
	UserFriendlyName                types.String `tfsdk:"user_friendly_name"`
}

type fidoUAFModel struct {
	AAID                 types.String `tfsdk:"aaid"`
	KeyID                types.String `tfsdk:"key_id"`
	SignCounter          types.Int64  `tfsdk:"sign_counter"`
	AuthenticatorVersion types.String `tfsdk:"authenticator_version"`
	AppID                types.String `tfsdk:"app_id"`
	DeviceID             types.String `tfsdk:"device_id"`
	PublicKey            types.String `tfsdk:"public_key"`
	PublicKeyAlgorithm   types.String `tfsdk:"public_key_algorithm"`
	DispatchTargetExtID  types.String `tfsdk:"dispatch_target_ext_id"`
}

// dataAttributes returns the attributes of a credential, without its hashed secrets.
func dataAttributes() attrs.Attributes {
	properties := attrs.ComputedMap("Properties of a generic credential by name. Some may be encrypted.")
	properties.Sensitive = true
	return attrs.WithRecord(attrs.Attributes{
		"ext_id":        attrs.ComputedText("External ID."),
		"user_ext_id":   attrs.ComputedText("External ID of the user."),
		"policy_ext_id": attrs.ComputedText("External ID of the policy."),
		"type":          attrs.ComputedText("Such as `PASSWORD`, `DevicePassword`, `OTP Card`, `CERTIFICATE`, `FIDO2`."),
		"state_name": attrs.ComputedText("`initial`, `active`, `tmp-locked`, `fail-locked`, `reset-code`, `admin-changed`, `disabled`, " +
			"`archived`."),
		"state_change_reason":  attrs.ComputedText("Reason of the state, such as `initialized`, `changed-by-admin`, `reset`."),
		"state_change_detail":  attrs.ComputedText("Details of the reason."),
		"modification_comment": attrs.ComputedText("Comment on the last change."),
		"validity":             attrs.ComputedValidity("credential"),
		"created_by":           attrs.ComputedText("Client and login ID of the creator; null with self-administration only."),
		"modified_by":          attrs.ComputedText("Client and login ID of the last editor; null with self-administration only."),
		"last_change_date":     attrs.ComputedText("Time of the last change; null with self-administration only."),
		"login_statistics": attrs.ComputedObject("Logins since the last reset; null on types without counters.", attrs.Attributes{
			"last_successful_login_date": attrs.ComputedText("Last success."),
			"successful_login_count":     attrs.ComputedInt("Successes."),
			"last_failed_login_date":     attrs.ComputedText("Last failure."),
			"failed_login_count":         attrs.ComputedInt("Failures since the last success."),
			"reset_count":                attrs.ComputedInt("Resets of the secret."),
		}),
		"context":        attrs.ComputedText("Context of a context password or ticket."),
		"certificate":    attrs.ComputedText("PEM certificate."),
		"kerberos_id":    attrs.ComputedText("Kerberos principal."),
		"identification": attrs.ComputedText("Identification of a generic credential or ticket."),
		"properties":     properties,
		"mobile_signature": attrs.ComputedObject("Null except for mobile signatures.", attrs.Attributes{
			"identificator":   attrs.ComputedText("User at the signing service."),
			"mssp_identifier": attrs.ComputedText("Signing service provider."),
			"msisdn":          attrs.ComputedText("Mobile number of the SIM."),
			"signer_cert":     attrs.ComputedText("PEM certificate of the signer."),
		}),
		"fido2":    attrs.ComputedObject("Null except for FIDO2.", fido2Attributes()),
		"fido_uaf": attrs.ComputedObject("Null except for FIDO UAF.", fidoUAFAttributes()),
	})
}

func fido2Attributes() attrs.Attributes {
	return attrs.Attributes{
		"aaguid":                            attrs.ComputedText("Type of the authenticator."),
		"authenticator":                     attrs.ComputedText("Name of the authenticator."),
		"rp_id":                             attrs.ComputedText("Relying party."),
		"authenticator_attachment":          attrs.ComputedText("`platform` or `crossplatform`."),
		"attestation_conveyance_preference": attrs.ComputedText("`direct`, `indirect`, `none` or `enterprise`."),
		"resident_key_requirement":          attrs.ComputedText("`required` or `discouraged`."),
		"user_verification_requirement":     attrs.ComputedText("`required`, `preferred` or `discouraged`."),
		"user_agent":                        attrs.ComputedText("Registering browser."),
		"user_friendly_name":                attrs.ComputedText("Name given by the user."),
	}
}

func fidoUAFAttributes() attrs.Attributes {
	return attrs.Attributes{
		"aaid":                   attrs.ComputedText("Type of the authenticator."),
		"key_id":                 attrs.ComputedText("Key."),
		"sign_counter":           attrs.ComputedInt("Signatures made."),
		"authenticator_version":  attrs.ComputedText("Version, `major.minor`."),
		"app_id":                 attrs.ComputedText("Application."),
		"device_id":              attrs.ComputedText("Device."),
		"public_key":             attrs.ComputedText("Public key."),
		"public_key_algorithm":   attrs.ComputedText("Key algorithm."),
		"dispatch_target_ext_id": attrs.ComputedText("Dispatch target."),
	}
}

func newDataModel(c idm.Credential) dataModel {
	return dataModel{
		ExtID:               attrs.Text(c.ExtID),
		UserExtID:           attrs.Text(c.UserExtID),
		PolicyExtID:         attrs.Text(c.PolicyExtID),
		Type:                attrs.Text(c.Type),
		StateName:           attrs.Text(c.StateName),
		StateChangeReason:   attrs.Text(c.StateChangeReason),
		StateChangeDetail:   attrs.Text(c.StateChangeDetail),
		ModificationComment: attrs.Text(c.ModificationComment),
		Validity:            attrs.ValidityValue(c.Validity),
		CreatedBy:           attrs.Text(c.CreatedBy),
		ModifiedBy:          attrs.Text(c.ModifiedBy),
		LastChangeDate:      attrs.Text(c.LastChangeDate),
		LoginStatistics:     statisticsValue(c.LoginStatistics),
		Context:             attrs.Text(c.Context),
		Certificate:         attrs.Text(c.CertificatePEM),
		KerberosID:          attrs.Text(c.KerberosID),
		Identification:      attrs.Text(c.Identification),
		Properties:          propertiesValue(c.Properties),
		MobileSignature:     mobileSignatureValue(c),
		FIDO2:               fido2Value(c.FIDO2),
		FIDOUAF:             fidoUAFValue(c.FIDOUAF),
		Record:              attrs.RecordValue(c.Record),
	}
}

// propertiesValue returns null for the types without properties.
func propertiesValue(in map[string]string) types.Map {
	if in == nil {
		return types.MapNull(types.StringType)
	}
	return attrs.StringMap(in)
}

func statisticsValue(s idm.LoginStatistics) *statisticsModel {
	if s == (idm.LoginStatistics{}) {
		return nil
	}
	return &statisticsModel{
		LastSuccessfulLoginDate: attrs.Text(s.LastSuccessfulLoginDate),
		SuccessfulLoginCount:    types.Int64PointerValue(s.SuccessfulLoginCount),
		LastFailedLoginDate:     attrs.Text(s.LastFailedLoginDate),
		FailedLoginCount:        types.Int64PointerValue(s.FailedLoginCount),
		ResetCount:              types.Int64PointerValue(s.ResetCount),
	}
}

func mobileSignatureValue(c idm.Credential) *mobileSignatureModel {
	if c.Identificator+c.MSSPIdentifier+c.MSISDN+c.SignerCert == "" {
		return nil
	}
	return &mobileSignatureModel{
		Identificator:  attrs.Text(c.Identificator),
		MSSPIdentifier: attrs.Text(c.MSSPIdentifier),
		MSISDN:         attrs.Text(c.MSISDN),
		SignerCert:     attrs.Text(c.SignerCert),
	}
}

func fido2Value(f idm.FIDO2) *fido2Model {
	if f == (idm.FIDO2{}) {
		return nil
	}
	return &fido2Model{
		AAGUID:                          attrs.Text(f.AAGUID),
		Authenticator:                   attrs.Text(f.Authenticator),
		RPID:                            attrs.Text(f.RPID),
		AuthenticatorAttachment:         attrs.Text(f.AuthenticatorAttachment),
		AttestationConveyancePreference: attrs.Text(f.AttestationConveyancePreference),
		ResidentKeyRequirement:          attrs.Text(f.ResidentKeyRequirement),
		UserVerificationRequirement:     attrs.Text(f.UserVerificationRequirement),
		UserAgent:                       attrs.Text(f.UserAgent),
		UserFriendlyName:                attrs.Text(f.UserFriendlyName),
	}
}

func fidoUAFValue(f idm.FIDOUAF) *fidoUAFModel {
	if f == (idm.FIDOUAF{}) {
		return nil
	}
	return &fidoUAFModel{
		AAID:                 attrs.Text(f.AAID),
		KeyID:                attrs.Text(f.KeyID),
		SignCounter:          types.Int64PointerValue(f.SignCounter),
		AuthenticatorVersion: attrs.Text(f.AuthenticatorVersion),
		AppID:                attrs.Text(f.AppID),
		DeviceID:             attrs.Text(f.DeviceID),
		PublicKey:            attrs.Text(f.PublicKey),
		PublicKeyAlgorithm:   attrs.Text(f.PublicKeyAlgorithm),
		DispatchTargetExtID:  attrs.Text(f.DispatchTargetExtID),
	}
}
