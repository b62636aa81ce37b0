package terms

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
	return &dataSource{resourcebase.DataSource{Noun: "terms", Release: remedy.ReleaseOf(objecttype.Terms)}}
}

type allModel struct {
	Terms []attrs.Terms `tfsdk:"terms"`
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists all terms of the service, including inactive ones.",
		Attributes: attrs.Attributes{
			"terms": attrs.ComputedList("Terms.", attrs.ComputedTerms()),
		},
	}
}

func (d *dataSource) Read(ctx context.Context, _ datasource.ReadRequest, resp *datasource.ReadResponse) {
	all, err := attrs.Collect(d.API.AllTerms(ctx), attrs.TermsValue)
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, allModel{all})...)
}
