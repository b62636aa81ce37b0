package notification

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type dataSource struct{ resourcebase.DataSource }

func newDataSource() datasource.DataSource {
	return &dataSource{resourcebase.DataSource{Noun: "notification_types"}}
}

type listModel struct {
	NotificationTypes types.List `tfsdk:"notification_types"`
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the types of notifications that the service can send.",
		Attributes: attrs.Attributes{
			"notification_types": schema.ListAttribute{
				Computed: true, ElementType: types.StringType,
				MarkdownDescription: "Names of the types, such as `userNotification1`.",
			},
		},
	}
}

func (d *dataSource) Read(ctx context.Context, _ datasource.ReadRequest, resp *datasource.ReadResponse) {
	names, err := d.API.NotificationTypes(ctx)
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, listModel{attrs.Strings(names)})...)
}
