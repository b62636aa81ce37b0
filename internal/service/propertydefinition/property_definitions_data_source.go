package propertydefinition

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type propertyDefinitionsDataSource struct{ resourcebase.DataSource }

func newPropertyDefinitionsDataSource() datasource.DataSource {
	return &propertyDefinitionsDataSource{resourcebase.DataSource{Noun: "property_definitions"}}
}

type propertyDefinitionsModel struct {
	ClientExtID         types.String `tfsdk:"client_ext_id"`
	PropertyDefinitions []dataModel  `tfsdk:"property_definitions"`
}

func (d *propertyDefinitionsDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the property definitions of a client.",
		Attributes: attrs.Attributes{
			"client_ext_id":        attrs.LookupClient(),
			"property_definitions": attrs.ComputedList("Definitions of all scopes.", shown()),
		},
	}
}

func (d *propertyDefinitionsDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config propertyDefinitionsModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	var err error
	config.PropertyDefinitions, err = attrs.Collect(d.API.PropertyDefinitions(ctx, config.ClientExtID.ValueString()), value)
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, config.ClientExtID.ValueString()))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}
