package query

import (
	"context"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/listvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

const (
	everyKind = "all"
	// pageSize is larger than the default of ten, and below the possible maximum of the service.
	pageSize = 100
)

type dataSource struct{ resourcebase.DataSource }

func newDataSource() datasource.DataSource {
	return &dataSource{resourcebase.DataSource{Noun: "search"}}
}

type model struct {
	Kind          types.String   `tfsdk:"kind"`
	Query         types.String   `tfsdk:"query"`
	DefaultFields []types.String `tfsdk:"default_fields"`
	Sort          types.String   `tfsdk:"sort"`
	MaxResults    types.Int64    `tfsdk:"max_results"`
	Total         types.Int64    `tfsdk:"total"`
	Hits          types.Dynamic  `tfsdk:"hits"`
	Messages      *messagesModel `tfsdk:"messages"`
}

type messagesModel struct {
	Errors types.List `tfsdk:"errors"`
	Warns  types.List `tfsdk:"warns"`
	Infos  types.List `tfsdk:"infos"`
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Searches the full-text index of the service. The result silently omits types that the caller may not search.",
		Attributes: attrs.Attributes{
			"kind": attrs.Filter("What to search for: `"+strings.Join(idm.SearchKinds, "`, `")+"`. `all` by default.",
				stringvalidator.OneOf(idm.SearchKinds...)),
			"query": attrs.Lookup("What to search for, such as `anna`, `name:arnold AND state:active` or `created:[20260101000000 TO " +
				"20261231235959]`."),
			"default_fields": schema.ListAttribute{
				Optional: true, ElementType: types.StringType,
				MarkdownDescription: "Default fields, such as `loginid`.",
				Validators: []validator.List{
					listvalidator.SizeAtLeast(1), listvalidator.NoNullValues(),
					listvalidator.ValueStringsAre(stringvalidator.LengthAtLeast(1)),
				},
			},
			"sort": attrs.Filter("Order, in the service's syntax. Without it, best matches first."),
			"max_results": schema.Int64Attribute{
				Optional: true, Validators: []validator.Int64{int64validator.AtLeast(1)},
				MarkdownDescription: "Maximum number of hits. Without it, all are listed.",
			},
			"total": attrs.ComputedInt("Number of all matches."),
			"hits": schema.DynamicAttribute{
				Computed: true,
				MarkdownDescription: "Tuple of objects with the attributes of the index, such as `extid` and `loginId` of a user; " +
					"`dtoType` " +
					"is the type.",
			},
			"messages": attrs.ComputedObject("Messages of the service.", attrs.Attributes{
				"errors": attrs.ComputedTexts("Errors."),
				"warns":  attrs.ComputedTexts("Warnings."),
				"infos":  attrs.ComputedTexts("Information."),
			}),
		},
	}
}

func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	var info idm.SearchInfo
	hits, info, err := d.search(ctx, config.query(), config.MaxResults.ValueInt64())
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err))
		return
	}
	config.Total, config.Hits = types.Int64Value(info.Total), types.DynamicValue(attrs.Tree(hits, scalar))
	config.Messages = &messagesModel{attrs.Strings(info.Messages.Errors), attrs.Strings(info.Messages.Warns),
		attrs.Strings(info.Messages.Infos)}
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}

// search reads the hits, at most as many as most unless that is 0.
func (d *dataSource) search(ctx context.Context, query idm.SearchQuery, most int64) (hits []any, info idm.SearchInfo, err error) {
	query.Info, hits = &info, []any{}
	for raw, err := range d.API.Search(ctx, query) {
		if err != nil {
			return nil, info, err
		}
		hit, err := decode(raw)
		if err != nil {
			return nil, info, err
		}
		if hits = append(hits, hit); int64(len(hits)) == most {
			break
		}
	}
	return hits, info, nil
}

func (m model) query() idm.SearchQuery {
	query := idm.SearchQuery{Kind: everyKind, Text: m.Query.ValueString(), Sort: m.Sort.ValueString(), PageSize: pageSize}
	if !m.Kind.IsNull() {
		query.Kind = m.Kind.ValueString()
	}
	if most := m.MaxResults.ValueInt64(); most > 0 && most < pageSize {
		query.PageSize = int(most)
	}
	for _, field := range m.DefaultFields {
		query.DefaultFields = append(query.DefaultFields, field.ValueString())
	}
	return query
}
