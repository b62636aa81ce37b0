package notification

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/schema/validator"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

// typeName checks the name of a notification type, whose first letter may be in either case.
type typeName struct{}

func (typeName) Description(context.Context) string {
	return "must be one of " + strings.Join(idm.NotificationTypeNames(), ", ")
}
func (v typeName) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v typeName) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	name := req.ConfigValue.ValueString()
	if req.ConfigValue.IsUnknown() || name == "" || slices.Contains(idm.NotificationTypeNames(), lowerFirst(name)) {
		return
	}
	resp.Diagnostics.AddAttributeError(req.Path, "Unknown notification type",
		fmt.Sprintf("There is no notification type %q. The types are: %s.", name, strings.Join(idm.NotificationTypeNames(), ", ")))
}

// lowerFirst returns the name of a type in the notation of the service's list.
func lowerFirst(name string) string { return strings.ToLower(name[:1]) + name[1:] }
