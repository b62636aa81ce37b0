package profile

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type enterpriseRolesDataSource struct{ resourcebase.DataSource }

func newEnterpriseRolesDataSource() datasource.DataSource {
	return &enterpriseRolesDataSource{resourcebase.DataSource{Noun: "profile_enterprise_roles"}}
}

type enterpriseRolesModel struct {
	lookup
	EnterpriseRoles []enterpriseRole `tfsdk:"enterprise_roles"`
}

func (d *enterpriseRolesDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = lookupSchema("Lists the enterprise roles of a profile, those that enterprise authorizations grant to it.", attrs.Attributes{
		"enterprise_roles": attrs.ShownList("The enterprise roles, each once.", shownEnterpriseRole()),
	})
}

func (d *enterpriseRolesDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config enterpriseRolesModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	client, profile := config.parts()
	var err error
	if config.EnterpriseRoles, err = attrs.Collect(d.API.ProfileEnterpriseRoles(ctx, client, profile), enterpriseRoleValue); err != nil {
		resp.Diagnostics.Append(d.Failed(err, client, profile))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}

type enterpriseRole struct {
	ClientExtID types.String   `tfsdk:"client_ext_id"`
	ExtID       types.String   `tfsdk:"ext_id"`
	Name        types.String   `tfsdk:"name"`
	Description types.String   `tfsdk:"description"`
	DisplayName attrs.FixedMap `tfsdk:"display_name"`
	attrs.Record
}

func shownEnterpriseRole() attrs.Attributes {
	return attrs.WithRecord(attrs.Attributes{
		"client_ext_id": attrs.Shown("External id of the client that holds the enterprise role."),
		"ext_id":        attrs.Shown("External id of the enterprise role, unique in its client."),
		"name":          attrs.Shown("Name of the enterprise role, unique in its client."),
		"description":   attrs.Shown("What the enterprise role is for."),
		"display_name":  attrs.ShownLocalized("Name shown to people."),
	})
}

func enterpriseRoleValue(r idm.EnterpriseRole) enterpriseRole {
	return enterpriseRole{
		ClientExtID: attrs.Text(r.ClientExtID),
		ExtID:       attrs.Text(r.ExtID),
		Name:        attrs.Text(r.Name),
		Description: attrs.Text(r.Description),
		DisplayName: attrs.LocalizedValue(r.DisplayName),
		Record:      attrs.RecordValue(r.Record),
	}
}
