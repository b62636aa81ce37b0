package policy

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type policiesDataSource struct{ resourcebase.DataSource }

func newPoliciesDataSource() datasource.DataSource {
	return &policiesDataSource{resourcebase.DataSource{Noun: "policies", Release: remedy.ReleaseOf(objecttype.Policy)}}
}

type policiesModel struct {
	ClientExtID types.String `tfsdk:"client_ext_id"`
	Policies    []shownModel `tfsdk:"policies"`
}

func (d *policiesDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the policies of a client.",
		Attributes: attrs.Attributes{
			"client_ext_id": attrs.LookupClient(),
			"policies":      attrs.ComputedList("The policies of the client, in the order of the service.", shown()),
		},
	}
}

func (d *policiesDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config policiesModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	client := config.ClientExtID.ValueString()
	var err error
	config.Policies, err = attrs.Collect(d.API.Policies(ctx, client), valueIn(config.ClientExtID))
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, client))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
