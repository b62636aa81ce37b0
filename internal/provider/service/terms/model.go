package terms

import (
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

type model struct {
	resourcebase.ServiceKey
	Name             types.String `tfsdk:"name"`
	Active           types.Bool   `tfsdk:"active"`
	SilentAcceptance types.Bool   `tfsdk:"silent_acceptance"`
	TermsVersion     types.String `tfsdk:"terms_version"`
	URLs             types.Map    `tfsdk:"urls"`
}

func (m *model) Read(t idm.Terms) int64 {
	m.ExtID = types.StringValue(t.ExtID)
	m.Name = attrs.Text(t.Name)
	m.Active = attrs.FlagOrFalse(t.Active)
	m.SilentAcceptance = attrs.FlagOrFalse(t.SilentAcceptance)
	m.TermsVersion = attrs.Text(t.TermsVersion)
	m.URLs = attrs.TextMapValue(t.URLs)
	return t.Version
}

// PatchFrom returns the differences from the state. The addresses are replaced as a whole, so it
// includes the current ones of the terms.
func (m *model) PatchFrom(state, remote *model) idm.TermsInput {
	return idm.TermsInput{
		Name:             attrs.Patch(m.Name, state.Name),
		Active:           attrs.PatchFlag(m.Active, state.Active),
		SilentAcceptance: attrs.PatchFlag(m.SilentAcceptance, state.SilentAcceptance),
		TermsVersion:     attrs.Patch(m.TermsVersion, state.TermsVersion),
		URLs:             attrs.PatchTexts[map[string]string](m.URLs, state.URLs, remote.URLs),
	}
}
