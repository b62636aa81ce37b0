package user

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
)

// named checks names against those of the service: the keys of a map, or a string.
type named struct {
	what  string
	known []string
}

func (v named) Description(context.Context) string {
	return "accepts the names " + strings.Join(v.known, ", ")
}
func (v named) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v named) ValidateMap(_ context.Context, req validator.MapRequest, resp *validator.MapResponse) {
	for name := range req.ConfigValue.Elements() {
		if !slices.Contains(v.known, name) {
			resp.Diagnostics.AddAttributeError(req.Path.AtMapKey(name), "Unknown "+v.what, v.unknown(name))
		}
	}
}

func (v named) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() || slices.Contains(v.known, req.ConfigValue.ValueString()) {
		return
	}
	resp.Diagnostics.AddAttributeError(req.Path, "Unknown "+v.what, v.unknown(req.ConfigValue.ValueString()))
}

func (v named) unknown(name string) string {
	return fmt.Sprintf("The service has no %s %q. %s", v.what, name,
		strings.TrimSpace(suggest.DidYouMean(name, v.known)+" The names are: "+strings.Join(v.known, ", ")+"."))
}
