package user

import (
	"context"
	"iter"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework-validators/datasourcevalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/int64validator"
	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

type dataSource struct{ resourcebase.DataSource }

func newDataSource() datasource.DataSource {
	return &dataSource{resourcebase.DataSource{Noun: "user"}}
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := dataAttributes()
	attributes["client_ext_id"] = attrs.LookupClient()
	attributes["ext_id"] = key("External ID of the user.")
	attributes["login_id"] = key("Login ID of the user, case-sensitive.")
	resp.Schema = schema.Schema{
		MarkdownDescription: "Reads a user by `ext_id` or by `login_id`.",
		Attributes:          attributes,
	}
}

// key returns an argument that is also computed.
func key(description string) schema.StringAttribute {
	attribute := attrs.Filter(description)
	attribute.Computed = true
	return attribute
}

// ConfigValidators requires exactly one of the two keys.
func (d *dataSource) ConfigValidators(context.Context) []datasource.ConfigValidator {
	return []datasource.ConfigValidator{datasourcevalidator.ExactlyOneOf(path.MatchRoot("ext_id"), path.MatchRoot("login_id"))}
}

func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var client, extID, loginID types.String
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("client_ext_id"), &client)...)
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("ext_id"), &extID)...)
	resp.Diagnostics.Append(req.Config.GetAttribute(ctx, path.Root("login_id"), &loginID)...)
	client = d.Client(client, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	user, err := d.find(ctx, client.ValueString(), extID, loginID)
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, client.ValueString(), extID.ValueString()+loginID.ValueString()))
		return
	}
	secret, err := secrets(ctx, d.Checks, client.ValueString(), user)
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, client.ValueString(), user.ExtID))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, attrs.ObjectValue(dataAttributes(), user, dataValues(client, user, secret)))...)
}

// secrets returns a function that reports which properties of users are secrets. It reads the
// definitions only for users with properties.
func secrets(ctx context.Context, checks *planchecks.Run, client string, users ...idm.User) (secret func(name string) bool, err error) {
	if !slices.ContainsFunc(users, func(user idm.User) bool { return len(user.Properties) > 0 }) {
		return nil, nil
	}
	return checks.Encrypted(ctx, client, propertyScope)
}

func (d *dataSource) find(ctx context.Context, client string, extID, loginID types.String) (idm.User, error) {
	if extID.IsNull() {
		return d.API.UserByLoginID(ctx, client, loginID.ValueString())
	}
	return idm.UserOps.Get(ctx, d.API, idm.In(client), extID.ValueString())
}

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
	Users           types.List   `tfsdk:"users"`
}

func (d *usersDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := filterAttributes()
	attributes["sort_by"] = attrs.Filter("Attribute to sort by. Without it, users are in order of creation.",
		oneOf(idm.UserSortKeys))
	attributes["sort_order"] = attrs.Filter("`ascending` or `descending`, with `sort_by`. Without it, the service decides.",
		stringvalidator.OneOf("ascending", descending), stringvalidator.AlsoRequires(path.MatchRoot("sort_by")))
	attributes["max_results"] = schema.Int64Attribute{
		Optional: true, Validators: []validator.Int64{int64validator.AtLeast(1)},
		MarkdownDescription: "Maximum number of users. Without it, all are listed.",
	}
	attributes["return_total"] = schema.BoolAttribute{
		Optional: true, MarkdownDescription: "`true` reads `total`. Defaults to `false`.",
	}
	attributes["total"] = attrs.ComputedInt("Number of all matching users, if `return_total` is `true` and the service counts.")
	attributes["classifications"] = attrs.ComputedClasses()
	attributes["users"] = attrs.ComputedList("Users.", dataAttributes())
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
	users, err := idm.Complete(first(d.API.Users(ctx, client, query), most))
	var secret func(name string) bool
	if err == nil {
		secret, err = secrets(ctx, d.Checks, client, users...)
	}
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, client))
		return
	}
	config.Users = attrs.Rows(dataAttributes(), users, func(u idm.User) map[string]attr.Value {
		return dataValues(config.ClientExtID, u, secret)
	})
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
	query.SortBy = objecttype.APIName(m.SortBy.ValueString())
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
