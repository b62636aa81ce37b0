package diagnostics

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/identity-iac/terraform-provider-idm/internal/client/connection"
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

// Preflight explains in a plan why the provider cannot work with the service at an address. The
// failed request was a read.
func Preflight(address string, err error) diag.Diagnostic {
	summary, remedy := unreachable(err)
	return diag.NewErrorDiagnostic(summary, fmt.Sprintf("base_url: %s\nTried: %s.\n\nThe request only reads, and nothing was changed. %s",
		address, strings.TrimSuffix(err.Error(), "."), remedy))
}

// unreachable returns the summary of a connection failure and its remedy.
func unreachable(err error) (summary, remedy string) {
	if summary, remedy = connection.Explain(err); summary != "" {
		return summary, remedy
	}
	return "The service cannot be used", hint(err)
}

// foreignPage reports whether a refusal is a page, which the service never sends.
func foreignPage(err error) bool {
	response, ok := errors.AsType[*idm.Error](err)
	return ok && response.StatusCode == http.StatusForbidden && response.Excerpt != ""
}
