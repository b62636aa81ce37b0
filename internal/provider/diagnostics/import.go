package diagnostics

import (
	"fmt"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// NotThere returns the diagnostic of an import of an object that does not exist: its key, and how
// to find the existing objects.
func NotThere(noun string, parts, values []string) diag.Diagnostic {
	named := make([]string, len(parts))
	for i, part := range parts {
		named[i] = fmt.Sprintf("%s = %s", part, escape.Quoted(values[i]))
	}
	return diag.NewErrorDiagnostic("There is no such "+Title(noun), fmt.Sprintf("Object: %s %s\n\n"+
		"The service has no %s with\n\n  %s\n\nNothing was imported. Check each part, which may also be in another client. "+
		"`idmctl export` writes an import block for everything in a client that can be imported; `terraform query` and the data sources "+
		"list what is there.",
		Title(noun), objecttype.ImportID(values...), Title(noun), strings.Join(named, "\n  ")))
}
