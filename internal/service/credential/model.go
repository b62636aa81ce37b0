package credential

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

type model struct {
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

func value(c idm.Credential) model {
	return model{
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
