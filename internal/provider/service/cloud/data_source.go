package cloud

import (
	"context"
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// pong is the response of an available service.
const pong = "PONG"

type pingDataSource struct{ resourcebase.DataSource }

func newPingDataSource() datasource.DataSource {
	return &pingDataSource{resourcebase.DataSource{Noun: "cloud_ping"}}
}

type pingModel struct {
	OK       types.Bool   `tfsdk:"ok"`
	Response types.String `tfsdk:"response"`
	Error    types.String `tfsdk:"error"`
}

func (d *pingDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{
		MarkdownDescription: "Checks whether the cloud authentication service is reachable and accepts the access key of the provider's " +
			"`cloud` block. A failure does not end the run: it sets `ok` to `false`, so that a `check` block can report it.",
		Attributes: attrs.Attributes{
			"ok":       attrs.ComputedBool("`true` if the service responds with `" + pong + "`."),
			"response": attrs.ComputedText("Response, if any."),
			"error":    attrs.ComputedText("Cause of a failure."),
		},
	}
}

func (d *pingDataSource) Read(ctx context.Context, _ datasource.ReadRequest, resp *datasource.ReadResponse) {
	if d.Cloud == nil {
		resp.Diagnostics.AddError("Missing cloud", "The provider has no settings for the cloud authentication service. Set base_url and "+
			"access_key in a cloud block of the provider, or the environment variables IDM_CLOUD_BASE_URL and "+
			"IDM_CLOUD_ACCESS_KEY.")
		return
	}
	response, err := d.Cloud.Ping(ctx)
	resp.Diagnostics.Append(resp.State.Set(ctx, result(response, err))...)
}

func result(response string, err error) pingModel {
	response = strings.TrimSpace(response)
	if err == nil && response != pong {
		err = fmt.Errorf("the service returned %q instead of %s", response, pong)
	}
	if err != nil {
		return pingModel{types.BoolValue(false), attrs.Text(response), types.StringValue(err.Error())}
	}
	return pingModel{types.BoolValue(true), types.StringValue(response), types.StringNull()}
}
