package remedy

import (
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
)

// destroyAnyway ends the detail of each error in the plan of a configuration. A CLI plans the
// configuration before it plans a destroy, and its calls do not show this.
const destroyAnyway = "\n\nTo destroy despite this error, use `terraform destroy -refresh=false`, which does not plan the configuration."

// ToDestroy begins the remedy of an error that prevents every destroy of its object.
const ToDestroy = "To destroy it anyway, "

// DestroyAnyway returns diagnostics whose errors mention the command that destroys despite them,
// unless they contain ToDestroy.
func DestroyAnyway(diags diag.Diagnostics) diag.Diagnostics {
	completed := make(diag.Diagnostics, len(diags))
	for i, d := range diags {
		completed[i] = d
		if d.Severity() != diag.SeverityError || strings.Contains(d.Detail(), ToDestroy) {
			continue
		}
		completed[i] = diag.NewErrorDiagnostic(d.Summary(), d.Detail()+destroyAnyway)
		if at, ok := d.(diag.DiagnosticWithPath); ok {
			completed[i] = diag.WithPath(at.Path(), completed[i])
		}
	}
	return completed
}
