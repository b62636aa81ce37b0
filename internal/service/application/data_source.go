package application

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type dataSource struct{ resourcebase.DataSource }

func newDataSource() datasource.DataSource {
	return &dataSource{resourcebase.DataSource{Noun: "application", Release: remedy.ReleaseOf(objecttype.Application)}}
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := attrs.ComputedApplication()
	attributes["ext_id"] = attrs.Lookup("External ID of the application.")
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads one application of the service, whatever clients it is assigned to.",
		Attributes:          attributes,
	}
}

func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config attrs.Application
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	application, err := d.API.Application(ctx, config.ExtID.ValueString())
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, config.ExtID.ValueString()))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, attrs.ApplicationValue(application))...)
}
