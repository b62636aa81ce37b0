package principal

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type meDataSource struct{ resourcebase.DataSource }

func newMeDataSource() datasource.DataSource {
	return &meDataSource{resourcebase.DataSource{Noun: "me"}}
}

type meModel struct {
	UserExtID           types.String `tfsdk:"user_ext_id"`
	LoginID             types.String `tfsdk:"login_id"`
	FullName            types.String `tfsdk:"full_name"`
	Email               types.String `tfsdk:"email"`
	DisplayLanguageCode types.String `tfsdk:"display_language_code"`
	ClientExtID         types.String `tfsdk:"client_ext_id"`
	ClientName          types.String `tfsdk:"client_name"`
	ProfileExtID        types.String `tfsdk:"profile_ext_id"`
	UnitExtID           types.String `tfsdk:"unit_ext_id"`
}

func (d *meDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads who the provider is logged in as. Later releases of the service answer only callers with " +
			"self-administration.",
		Attributes: attrs.Attributes{
			"user_ext_id":           attrs.ComputedText("External ID of the user."),
			"login_id":              attrs.ComputedText("Name that the user logs in with."),
			"full_name":             attrs.ComputedText("First name and family name."),
			"email":                 attrs.ComputedText("Email address."),
			"display_language_code": attrs.ComputedText("Language in which the user is addressed."),
			"client_ext_id":         attrs.ComputedText("External ID of the user's client."),
			"client_name":           attrs.ComputedText("Name of the user's client."),
			"profile_ext_id":        attrs.ComputedText("External ID of the profile that the user is logged in with."),
			"unit_ext_id":           attrs.ComputedText("External ID of that profile's unit."),
		},
	}
}

func (d *meDataSource) Read(ctx context.Context, _ datasource.ReadRequest, resp *datasource.ReadResponse) {
	me, err := d.API.Me(ctx)
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, meModel{
		UserExtID:           attrs.Text(me.UserExtID),
		LoginID:             attrs.Text(me.LoginID),
		FullName:            attrs.Text(me.FullName),
		Email:               attrs.Text(me.Email),
		DisplayLanguageCode: attrs.Text(me.DisplayLanguageCode),
		ClientExtID:         attrs.Text(me.ClientExtID),
		ClientName:          attrs.Text(me.ClientName),
		ProfileExtID:        attrs.Text(me.ProfileExtID),
		UnitExtID:           attrs.Text(me.UnitExtID),
	})...)
}
