package client

import (
	"cmp"
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

type dataSource struct{ resourcebase.DataSource }

func newDataSource() datasource.DataSource {
	return &dataSource{resourcebase.DataSource{Noun: "client"}}
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := dataAttributes()
	extID := attrs.LookupClient()
	extID.MarkdownDescription = "External ID of the client (tenant). Defaults to the provider's `client_ext_id`."
	attributes["ext_id"] = extID
	resp.Schema = schema.Schema{MarkdownDescription: "Reads one client, a tenant of the service.", Attributes: attributes}
}

func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("ext_id"), &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	extID := cmp.Or(config.ValueString(), d.ClientExtID)
	if extID == "" {
		resp.Diagnostics.AddAttributeError(path.Root("ext_id"), "Missing client",
			"Neither this block nor the provider names a client. Set ext_id here, client_ext_id in the provider block, or the environment "+
				"variable IDM_CLIENT_EXT_ID.")
		return
	}
	client, err := idm.ClientOps.Get(ctx, d.API, idm.Place{}, extID)
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, extID))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, attrs.ObjectValue(dataAttributes(), client, nil))...)
}

func newClientsDataSource() datasource.DataSource {
	return &resourcebase.ListDataSource{
		DataSource:  resourcebase.DataSource{Noun: "clients"},
		Description: "Lists the clients, the tenants of the service, that the caller may see.",
		Name:        "clients",
		Attribute:   attrs.ComputedList("The clients, in the order of the service.", dataAttributes()),
		List: func(ctx context.Context, api *idm.API, _ []string) (any, error) {
			return idm.Complete(idm.ClientOps.List(ctx, api, idm.Place{}))
		},
	}
}
