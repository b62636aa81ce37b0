package user

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

type model struct {
	resourcebase.ClientKey
	UserState           types.String   `tfsdk:"user_state"`
	LoginID             types.String   `tfsdk:"login_id"`
	LanguageCode        types.String   `tfsdk:"language_code"`
	IsTechnicalUser     types.Bool     `tfsdk:"is_technical_user"`
	Name                attrs.FixedMap `tfsdk:"name"`
	Sex                 types.String   `tfsdk:"sex"`
	Gender              types.String   `tfsdk:"gender"`
	BirthDate           types.String   `tfsdk:"birth_date"`
	Address             attrs.FixedMap `tfsdk:"address"`
	Contacts            attrs.FixedMap `tfsdk:"contacts"`
	Validity            attrs.FixedMap `tfsdk:"validity"`
	Remarks             types.String   `tfsdk:"remarks"`
	ModificationComment types.String   `tfsdk:"modification_comment"`
	OnDestroy           types.String   `tfsdk:"on_destroy"`
}

// Read updates the model from a user of the service, which does not store the effect of a destroy.
func (m *model) Read(u idm.User) int64 {
	m.ExtID = types.StringValue(u.ExtID)
	m.UserState = attrs.Text(u.UserState)
	m.LoginID = attrs.Text(u.LoginID)
	m.LanguageCode = attrs.Text(u.LanguageCode)
	m.IsTechnicalUser = attrs.FlagOrFalse(u.IsTechnicalUser)
	m.Name = attrs.UserNameValue(u.Name)
	m.Sex = attrs.Text(u.Sex)
	m.Gender = attrs.Text(u.Gender)
	m.BirthDate = attrs.Text(u.BirthDate)
	m.Address = attrs.UserAddressValue(u.Address)
	m.Contacts = attrs.UserContactsValue(u.Contacts)
	m.Validity = attrs.ValidityValue(u.Validity)
	m.Remarks = attrs.Text(u.Remarks)
	m.ModificationComment = attrs.Text(u.ModificationComment)
	return u.Version
}

// PatchFrom returns the differences from the state.
func (m *model) PatchFrom(state, _ *model) idm.UserInput {
	return idm.UserInput{
		ExtID:               attrs.Patch(m.ExtID, state.ExtID),
		IsTechnicalUser:     attrs.PatchFlag(m.IsTechnicalUser, state.IsTechnicalUser),
		LoginID:             attrs.Patch(m.LoginID, state.LoginID),
		UserState:           attrs.Patch(m.UserState, state.UserState),
		LanguageCode:        attrs.Patch(m.LanguageCode, state.LanguageCode),
		Name:                attrs.PatchParts(m.Name, state.Name),
		Sex:                 attrs.Patch(m.Sex, state.Sex),
		Gender:              attrs.Patch(m.Gender, state.Gender),
		BirthDate:           attrs.Patch(m.BirthDate, state.BirthDate),
		Address:             attrs.PatchParts(m.Address, state.Address),
		Contacts:            attrs.PatchParts(m.Contacts, state.Contacts),
		Validity:            attrs.PatchValidity(m.Validity, state.Validity),
		Remarks:             attrs.Patch(m.Remarks, state.Remarks),
		ModificationComment: attrs.Patch(m.ModificationComment, state.ModificationComment),
	}
}

// TakeLocal copies the effect of a destroy, which the service does not store.
func (m *model) TakeLocal(plan *model) { m.OnDestroy = plan.OnDestroy }
