package user

import (
	"context"
	"iter"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

// pageSize is the default and the maximum of the service.
const pageSize = 1000

const descending = "descending"

type usersDataSource struct{ resourcebase.DataSource }

func newUsersDataSource() datasource.DataSource {
	return &usersDataSource{resourcebase.DataSource{Noun: "users"}}
}

type usersModel struct {
	filterModel
	SortBy          types.String `tfsdk:"sort_by"`
	SortOrder       types.String `tfsdk:"sort_order"`
	MaxResults      types.Int64  `tfsdk:"max_results"`
	ReturnTotal     types.Bool   `tfsdk:"return_total"`
	Total           types.Int64  `tfsdk:"total"`
	Classifications types.Map    `tfsdk:"classifications"`
	Users           []dataModel  `tfsdk:"users"`
}

func (d *usersDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := filterAttributes()
	attributes["sort_by"] = attrs.Filter("Attribute to sort by. Without it, users are in order of creation.",
		named{"sort key", names(idm.UserSortKeys)})
	attributes["sort_order"] = attrs.Filter("`ascending` or `descending`, with `sort_by`. Without it, the service decides.",
		stringvalidator.OneOf("ascending", descending), stringvalidator.AlsoRequires(path.MatchRoot("sort_by")))
	attributes["max_results"] = schema.Int64Attribute{
		Optional: true, Validators: []validator.Int64{int64validator.AtLeast(1)},
		MarkdownDescription: "Maximum number of users. Without it, all.",
	}
	attributes["return_total"] = schema.BoolAttribute{
		Optional: true, MarkdownDescription: "`true` reads `total`. Defaults to `false`.",
	}
	attributes["total"] = attrs.ComputedInt("Number of all matching users, if `return_total` is `true` and the service counts.")
	attributes["classifications"] = attrs.ComputedClasses()
	attributes["users"] = attrs.ComputedList("Users.", shown())
	resp.Schema = schema.Schema{
		MarkdownDescription: "Lists the users of a client, or those that match filters.",
		Attributes:          attributes,
	}
}

func (d *usersDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config usersModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	config.ClientExtID = d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	var info idm.ListInfo
	query, most := config.query(), config.MaxResults.ValueInt64()
	query.Info = &info
	client := config.ClientExtID.ValueString()
	encrypted := sync.OnceValue(func() map[string]bool { return d.Checks.Encrypted(ctx, client, propertyScope) })
	var err error
	config.Users, err = attrs.Collect(first(d.API.Users(ctx, client, query), most),
		func(user idm.User) dataModel { return value(config.ClientExtID, user, encrypted) })
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, client))
		return
	}
	config.Total, config.Classifications = types.Int64PointerValue(info.Total), attrs.Classes(info.Classifications)
	resp.Diagnostics.Append(resp.State.Set(ctx, config)...)
}

// first ends a list after a number of elements, unless that is 0.
func first[T any](list iter.Seq2[T, error], most int64) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var count int64
		for element, err := range list {
			if count++; !yield(element, err) || count == most {
				return
			}
		}
	}
}

func (m usersModel) query() idm.UserQuery {
	query := m.filterModel.query()
	query.SortBy = apiName(m.SortBy.ValueString())
	query.ReturnTotal = m.ReturnTotal.ValueBool()
	if !m.SortOrder.IsNull() {
		down := m.SortOrder.ValueString() == descending
		query.Descending = &down
	}
	if most := m.MaxResults.ValueInt64(); most > 0 && most < pageSize {
		query.Limit = int(most)
	}
	return query
}
