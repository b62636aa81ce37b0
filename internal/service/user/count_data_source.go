package user

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type countDataSource struct{ resourcebase.DataSource }

func newCountDataSource() datasource.DataSource {
	return &countDataSource{resourcebase.DataSource{Noun: "user_count"}}
}

type countModel struct {
	filterModel
	Total types.Int64 `tfsdk:"total"`
}

func (d *countDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := filterAttributes()
	// Terraform reserves the name count.
	attributes["total"] = attrs.ComputedInt("Number of matching users.")
	resp.Schema = schema.Schema{
		MarkdownDescription: "Counts the users that match the filters.",
		Attributes:          attributes,
	}
}

func (d *countDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config countModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	total, err := d.API.UserCount(ctx, config.ClientExtID.ValueString(), config.query())
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, config.ClientExtID.ValueString()))
		return
	}
	config.Total = types.Int64Value(total)
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
