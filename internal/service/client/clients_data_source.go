package client

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type clientsDataSource struct{ resourcebase.DataSource }

func newClientsDataSource() datasource.DataSource {
	return &clientsDataSource{resourcebase.DataSource{Noun: "clients"}}
}

type clientsModel struct {
	Clients []dataModel `tfsdk:"clients"`
}

func (d *clientsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the clients, the tenants of the service, that the caller may see.",
		Attributes: attrs.Attributes{
			"clients": attrs.ComputedList("The clients, in the order of the service.", shown()),
		},
	}
}

func (d *clientsDataSource) Read(ctx context.Context, _ datasource.ReadRequest, resp *datasource.ReadResponse) {
	clients, err := attrs.Collect(d.API.Clients(ctx, idm.ClientQuery{}), value)
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, clientsModel{Clients: clients})...)
}
