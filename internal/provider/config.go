package provider

import (
	"context"
	"errors"
	"net/http"
	"os"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/hashicorp/terraform-plugin-log/tflog"

	"github.com/identity-iac/terraform-provider-idm/internal/client/connection"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/listcache"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// connect creates the values that all parts of the provider share from the configuration and the
// environment. All requests end with running.
func connect(ctx, running context.Context, config tfsdk.Config, userAgent string, transport http.RoundTripper) (*resourcebase.Provider,
	diag.Diagnostics) {
	var settings connection.Settings
	diags := unknown(config.Raw)
	if !diags.HasError() {
		diags.Append(config.Get(ctx, &settings)...)
	}
	if diags.HasError() {
		return nil, diags
	}
	opened, err := connection.Connect(running, &settings, userAgent, logger(), transport)
	if err != nil {
		return nil, problems(err)
	}
	provider := resourcebase.NewProvider(opened.API)
	provider.ClientExtID, provider.Cloud = opened.ClientExtID, opened.Cloud
	provider.PeopleOnDestroy = opened.PeopleOnDestroy
	checks := provider.Checks
	checks.BaseURL, checks.Mode = opened.BaseURL, planchecks.Mode(opened.PlanChecks)
	if opened.BatchReads {
		provider.Lists = listcache.New(provider.API)
	}
	return provider, nil
}

// unknown refuses values that are known only after apply.
func unknown(config tftypes.Value) diag.Diagnostics {
	var diags diag.Diagnostics
	_ = tftypes.Walk(config, func(at *tftypes.AttributePath, value tftypes.Value) (bool, error) { // The function returns no error.
		if !value.IsKnown() {
			argument := path.Empty()
			for _, step := range at.Steps() {
				if name, ok := step.(tftypes.AttributeName); ok {
					argument = argument.AtName(string(name))
				}
			}
			diags.AddAttributeError(argument, "Value not known yet",
				"The provider must be configured before it can plan, and this value is known only after apply. "+
					"Use a known value, or apply the resources that it depends on first.")
		}
		return value.IsKnown(), nil
	})
	return diags
}

func problems(err error) diag.Diagnostics {
	var diags diag.Diagnostics
	var found connection.SettingsError
	if !errors.As(err, &found) {
		diags.AddError("Could not configure the provider", err.Error())
	}
	for _, problem := range found {
		if len(problem.Path) == 0 {
			diags.AddError(problem.Summary, problem.Detail)
			continue
		}
		at := path.Empty()
		for _, name := range problem.Path {
			at = at.AtName(name)
		}
		diags.AddAttributeError(at, problem.Summary, problem.Detail)
	}
	return diags
}

// logger returns nil unless logs are enabled, so that no entry is built in vain.
func logger() connection.Log {
	for _, variable := range os.Environ() {
		if name, value, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "TF_LOG") && value != "" &&
			!strings.EqualFold(value, "off") {
			return func(ctx context.Context, message string, fields map[string]any) { tflog.Debug(ctx, message, fields) }
		}
	}
	return nil
}
