package resourcebase

import (
	"context"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// Data of another type causes an error instead of a panic. Missing data, before the provider is
// configured, causes neither.
func TestConfigure_otherData(t *testing.T) {
	for _, test := range []struct {
		data   any
		errors int
	}{{"not a provider", 1}, {nil, 0}, {&Provider{}, 0}} {
		for kind, configure := range map[string]func(context.Context, any) diag.Diagnostics{
			"resource": func(ctx context.Context, data any) diag.Diagnostics {
				var resp resource.ConfigureResponse
				(&Resource{}).Configure(ctx, resource.ConfigureRequest{ProviderData: data}, &resp)
				return resp.Diagnostics
			},
			"data source": func(ctx context.Context, data any) diag.Diagnostics {
				var resp datasource.ConfigureResponse
				(&DataSource{}).Configure(ctx, datasource.ConfigureRequest{ProviderData: data}, &resp)
				return resp.Diagnostics
			},
			"ephemeral resource": func(ctx context.Context, data any) diag.Diagnostics {
				var resp ephemeral.ConfigureResponse
				(&EphemeralResource{}).Configure(ctx, ephemeral.ConfigureRequest{ProviderData: data}, &resp)
				return resp.Diagnostics
			},
			"action": func(ctx context.Context, data any) diag.Diagnostics {
				var resp action.ConfigureResponse
				(&Action{}).Configure(ctx, action.ConfigureRequest{ProviderData: data}, &resp)
				return resp.Diagnostics
			},
		} {
			if diags := configure(context.Background(), test.data); diags.ErrorsCount() != test.errors {
				t.Errorf("%s with %T: %v", kind, test.data, diags)
			}
		}
	}
}
