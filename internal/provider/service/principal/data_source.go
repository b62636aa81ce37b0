package principal

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

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

func newMeDataSource() datasource.DataSource {
	return &resourcebase.ObjectDataSource{
		DataSource:  resourcebase.DataSource{Noun: "me"},
		Description: "Reads the user that the provider is logged in as. Later releases of the service require self-administration.",
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
		Get: func(ctx context.Context, api *idm.API, _ []string) (any, error) {
			me, err := api.Me(ctx)
			return newMeModel(me), err
		},
	}
}

func newMeModel(me idm.Me) meModel {
	return meModel{
		UserExtID:           attrs.Text(me.UserExtID),
		LoginID:             attrs.Text(me.LoginID),
		FullName:            attrs.Text(me.FullName),
		Email:               attrs.Text(me.Email),
		DisplayLanguageCode: attrs.Text(me.DisplayLanguageCode),
		ClientExtID:         attrs.Text(me.ClientExtID),
		ClientName:          attrs.Text(me.ClientName),
		ProfileExtID:        attrs.Text(me.ProfileExtID),
		UnitExtID:           attrs.Text(me.UnitExtID),
	}
}

func newPermissionsDataSource() datasource.DataSource {
	return &resourcebase.ListDataSource{
		DataSource:  resourcebase.DataSource{Noun: "permissions"},
		Description: "Lists the elementary permissions of the login that the provider uses.",
		Name:        "permissions",
		Attribute:   attrs.ComputedTexts("Full names of the permissions, such as `AccessControl.UnitView`."),
		List: func(ctx context.Context, api *idm.API, _ []string) (any, error) {
			permissions, err := api.Permissions(ctx)
			return attrs.Strings(permissions), err
		},
	}
}
