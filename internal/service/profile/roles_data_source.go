package profile

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type rolesDataSource struct{ resourcebase.DataSource }

func newRolesDataSource() datasource.DataSource {
	return &rolesDataSource{resourcebase.DataSource{Noun: "profile_roles"}}
}

type rolesModel struct {
	lookup
	Roles []role `tfsdk:"roles"`
}

func (d *rolesDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = lookupSchema("Lists the roles of a profile: those that authorizations grant to it, and those of its enterprise roles.", attrs.Attributes{
		"roles": attrs.ShownList("The roles, each once.", shownRole()),
	})
}

func (d *rolesDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config rolesModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	client, profile := config.parts()
	var err error
	if config.Roles, err = attrs.Collect(d.API.ProfileRoles(ctx, client, profile), roleValue); err != nil {
		resp.Diagnostics.Append(d.Failed(err, client, profile))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}

type role struct {
	ExtID            types.String `tfsdk:"ext_id"`
	ApplicationExtID types.String `tfsdk:"application_ext_id"`
	ApplicationName  types.String `tfsdk:"application_name"`
	Name             types.String `tfsdk:"name"`
	Description      types.String `tfsdk:"description"`
	attrs.Record
}

func shownRole() attrs.Attributes {
	return attrs.WithRecord(attrs.Attributes{
		"ext_id":             attrs.Shown("External id of the role."),
		"application_ext_id": attrs.Shown("External id of the application that the role belongs to."),
		"application_name":   attrs.Shown("Name of that application."),
		"name":               attrs.Shown("Name of the role, unique in its application."),
		"description":        attrs.Shown("What the role is for."),
	})
}

func roleValue(r idm.Role) role {
	return role{
		ExtID:            attrs.Text(r.ExtID),
		ApplicationExtID: attrs.Text(r.ApplicationExtID),
		ApplicationName:  attrs.Text(r.ApplicationName),
		Name:             attrs.Text(r.Name),
		Description:      attrs.Text(r.Description),
		Record:           attrs.RecordValue(r.Record),
	}
}
