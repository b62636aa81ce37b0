package unit

import (
	"cmp"
	"context"
	"iter"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type lister struct{ resourcebase.Lister }

func newLister() list.ListResource {
	return &lister{resourcebase.Lister{Resource: base()}}
}

type listModel struct {
	ClientExtID types.String `tfsdk:"client_ext_id"`
	UnitExtID   types.String `tfsdk:"unit_ext_id"`
	Recursive   types.Bool   `tfsdk:"recursive"`
}

func (l *lister) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest, resp *list.ListResourceSchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Finds the units below a unit, for `terraform query`. The service has no list of all units or of the root units " +
			"of a client, so the unit to start from is imported by its id.",
		Attributes: map[string]schema.Attribute{
			"client_ext_id": attrs.ListClient(),
			"unit_ext_id":   attrs.ListOf("External id of the unit whose subunits are listed."),
			"recursive": schema.BoolAttribute{
				Optional: true,
				MarkdownDescription: "`true` lists everything below the unit, with one request for each unit of the subtree; `false`, the default, " +
					"only the units directly below it.",
			},
		},
	}
}

func (l *lister) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	var config listModel
	var diags diag.Diagnostics
	diags.Append(req.Config.Get(ctx, &config)...)
	client := l.Client(config.ClientExtID, &diags)
	if resourcebase.Refused(stream, diags) {
		return
	}
	stream.Results = l.Stream(ctx, req, l.units(ctx, client, config), client.ValueString(), config.UnitExtID.ValueString())
}

func (l *lister) units(ctx context.Context, client types.String, config listModel) iter.Seq2[resourcebase.Listed, error] {
	return func(yield func(resourcebase.Listed, error) bool) {
		for unit, err := range below(ctx, l.API, client.ValueString(), config.UnitExtID.ValueString(), config.Recursive.ValueBool()) {
			m := &model{ClientExtID: client}
			m.read(unit)
			if !yield(resourcebase.Listed{Model: m, Name: cmp.Or(unit.DisplayName["EN"], unit.Name)}, err) {
				return
			}
		}
	}
}
