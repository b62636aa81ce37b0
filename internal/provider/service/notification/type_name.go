package notification

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
)

var typeNames = strings.Join(idm.NotificationTypeNames(), ", ")

// typeName checks the name of a notification type, whose first letter may be in either case.
var typeName = attrs.TextCheck{Describes: "must be one of " + typeNames, Check: func(at path.Path, name string, diags *diag.Diagnostics) {
	if name != "" && !slices.Contains(idm.NotificationTypeNames(), lowerFirst(name)) {
		diags.AddAttributeError(at, "Unknown notification type",
			fmt.Sprintf("There is no notification type %q. The types are: %s.", name, typeNames))
	}
}}

// lowerFirst returns the name of a type in the notation of the service's list.
func lowerFirst(name string) string { return strings.ToLower(name[:1]) + name[1:] }
