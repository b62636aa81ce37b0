package principal

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

func newMeDataSource() datasource.DataSource {
	return &resourcebase.ObjectDataSource{
		DataSource:  resourcebase.DataSource{Noun: "me"},
		Description: "Reads the user that the provider is logged in as. Later releases of the service require self-administration.",
		Attributes: attrs.WithTexts(map[string]string{
			"user_ext_id":           "External ID of the user.",
			"login_id":              "Name that the user logs in with.",
			"full_name":             "First name and family name.",
			"email":                 "Email address.",
			"display_language_code": "Language in which the user is addressed.",
			"client_ext_id":         "External ID of the user's client.",
			"client_name":           "Name of the user's client.",
			"profile_ext_id":        "External ID of the profile that the user is logged in with.",
			"unit_ext_id":           "External ID of that profile's unit.",
		}, attrs.Attributes{}),
		Get: func(ctx context.Context, api *idm.API, _ []string) (any, error) {
			return api.Me(ctx)
		},
	}
}

func newPermissionsDataSource() datasource.DataSource {
	return &resourcebase.ListDataSource{
		DataSource:  resourcebase.DataSource{Noun: "permissions"},
		Description: "Lists the elementary permissions of the login that the provider uses.",
		Name:        "permissions",
		Attribute:   attrs.ComputedTexts("Full names of the permissions, such as `AccessControl.UnitView`."),
		List: func(ctx context.Context, api *idm.API, _ []string) (any, error) {
			return api.Permissions(ctx)
		},
	}
}
