package user

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework-validators/datasourcevalidator"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/resourcebase"
)

type dataSource struct{ resourcebase.DataSource }

func newDataSource() datasource.DataSource {
	return &dataSource{resourcebase.DataSource{Noun: "user"}}
}

func (d *dataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	attributes := shown()
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

// ConfigValidators refuses a user with two keys, and one without any.
func (d *dataSource) ConfigValidators(context.Context) []datasource.ConfigValidator {
	return []datasource.ConfigValidator{datasourcevalidator.ExactlyOneOf(path.MatchRoot("ext_id"), path.MatchRoot("login_id"))}
}

func (d *dataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	var config dataModel
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	client := d.Client(config.ClientExtID, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	user, err := d.find(ctx, client.ValueString(), config)
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, client.ValueString(), config.ExtID.ValueString()+config.LoginID.ValueString()))
		return
	}
	encrypted := func() map[string]bool { return d.Checks.Encrypted(ctx, client.ValueString(), propertyScope) }
	resp.Diagnostics.Append(resp.State.Set(ctx, value(client, user, encrypted))...)
}

func (d *dataSource) find(ctx context.Context, client string, config dataModel) (idm.User, error) {
	if config.ExtID.IsNull() {
		return d.API.UserByLoginID(ctx, client, config.LoginID.ValueString())
	}
	return d.API.User(ctx, client, config.ExtID.ValueString())
}
