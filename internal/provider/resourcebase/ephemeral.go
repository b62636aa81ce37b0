package resourcebase

import (
	"context"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
)

// EphemeralResource is embedded by every ephemeral resource.
type EphemeralResource struct {
	// Noun is the name without the provider's prefix, such as user_credentials.
	Noun string
	*Provider
}

// Metadata sets the name of the ephemeral resource type.
func (e *EphemeralResource) Metadata(_ context.Context, req ephemeral.MetadataRequest, resp *ephemeral.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + e.Noun
}

// Configure stores the configured provider.
func (e *EphemeralResource) Configure(_ context.Context, req ephemeral.ConfigureRequest, resp *ephemeral.ConfigureResponse) {
	e.Provider = configured(req.ProviderData, &resp.Diagnostics)
}

// Failed returns a diagnostic with the failed operation, the response of the service and the
// remedy. parts identify the object.
func (e *EphemeralResource) Failed(err error, parts ...string) diag.Diagnostic {
	return diagnostics.Failure{Verb: "read", Noun: e.Noun, KeyValues: parts, Err: err}.Diagnostic()
}
