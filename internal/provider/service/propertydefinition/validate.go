package propertydefinition

import (
	"context"
	"errors"
	"fmt"
	"regexp/syntax"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
)

// ValidateConfig refuses contradictory arguments. It leaves unknown values to the service.
func (r *definitionResource) ValidateConfig(ctx context.Context, req resource.ValidateConfigRequest,
	resp *resource.ValidateConfigResponse) {
	var config model
	resp.Diagnostics.Append(req.Config.Get(ctx, &config)...)
	if resp.Diagnostics.HasError() {
		return
	}
	config.checkType(&resp.Diagnostics)
	config.checkScope(&resp.Diagnostics)
	config.checkRegex(&resp.Diagnostics)
	if !config.ClientExtID.IsNull() && config.AllClients.ValueBool() {
		resp.Diagnostics.AddAttributeError(path.Root("all_clients"), "One client or all",
			"`client_ext_id` names a client, and `all_clients` is true. Keep one of the two.")
	}
}

func (m *model) checkType(diags *diag.Diagnostics) {
	switch m.Type.ValueString() {
	case typeEnum:
		if m.AllowedValues.IsNull() {
			diags.AddAttributeError(path.Root("allowed_values"), "No allowed values", "A property of the type ENUM accepts only the "+
				"values in `allowed_values`. Add at least one.")
		}
		for name, given := range map[string]bool{"string_max_len": !m.StringMaxLen.IsNull(), "string_regex": !m.StringRegex.IsNull()} {
			if given {
				diags.AddAttributeError(path.Root(name), "Not for the type ENUM",
					fmt.Sprintf("%s belongs to the type STRING. Remove it.", name))
			}
		}
	case typeString:
		if !m.AllowedValues.IsNull() {
			diags.AddAttributeError(path.Root("allowed_values"), "Not for the type STRING",
				"allowed_values belongs to the type ENUM. Remove it, or choose that type.")
		}
	}
}

func (m *model) checkScope(diags *diag.Diagnostics) {
	scope, at := m.Scope.ValueString(), path.Root("application_ext_id")
	switch {
	case scope == "":
	case ofApplication(scope) && m.ApplicationExtID.IsNull():
		diags.AddAttributeError(at, "No application",
			fmt.Sprintf("The scope %s is for one application. Set application_ext_id.", scope))
	case !ofApplication(scope) && !m.ApplicationExtID.IsNull():
		diags.AddAttributeError(at, "Not for one application", fmt.Sprintf("The scope %s is not for one application. Remove "+
			"application_ext_id.", scope))
	}
}

// checkRegex refuses what no dialect of regular expressions accepts: a set without an end, or a
// backslash at the end. The service checks the rest, because its dialect is larger than Go's.
func (m *model) checkRegex(diags *diag.Diagnostics) {
	regex := m.StringRegex.ValueString()
	var invalid *syntax.Error
	if _, err := syntax.Parse(regex, syntax.Perl); !errors.As(err, &invalid) {
		return
	}
	// Some dialects read [] as a whole set.
	open := invalid.Code == syntax.ErrMissingBracket && !strings.Contains(regex, "[]") && !strings.Contains(regex, "[^]")
	if open || invalid.Code == syntax.ErrTrailingBackslash {
		diags.AddAttributeError(path.Root("string_regex"), "Invalid regular expression",
			fmt.Sprintf("%q is not a regular expression: %s. Correct it.", regex, invalid.Code))
	}
}
