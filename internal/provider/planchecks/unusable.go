package planchecks

import (
	"cmp"
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/identity-iac/terraform-provider-idm/internal/client/connection"
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/lookups"
)

// NotRefreshed is the summary of a failed refresh after an earlier error of the run has shown the
// reason.
const NotRefreshed = "Not refreshed"

// NotRead reports a failed refresh. If the service cannot be used, only the first error of the run
// contains the reason.
func (r *Run) NotRead(ctx context.Context, client string, failure diagnostics.Failure) diag.Diagnostic {
	cause := failure.Err
	if !connection.Unusable(cause) {
		cause = nil
		if ctx.Err() == nil && !idm.OfService(failure.Err) {
			cause = r.unusable(ctx, client)
		}
	}
	if cause == nil {
		return failure.Diagnostic()
	}
	repeated := diag.NewErrorDiagnostic(NotRefreshed, "The service cannot be used. An earlier error of this run shows why.")
	return cmp.Or[diag.Diagnostic](r.stop(cause), repeated)
}

// stop ends all requests of the run, because each would fail like this one, and returns the error,
// or nil if it was returned before.
func (r *Run) stop(cause error) diag.Diagnostic {
	r.api.Stop(cause)
	if !r.first("unusable") {
		return nil
	}
	return diagnostics.Preflight(r.BaseURL, cause)
}

// unusable returns why the address or the login cannot be used, or nil. Once in a run it sends a
// request that every caller may send. If a release does not know that request or a gateway blocks
// it, reading the client decides.
func (r *Run) unusable(ctx context.Context, client string) error {
	found := r.logIn(ctx)
	switch {
	case found.granted != nil || found.err != nil && idm.OfService(found.err):
		return nil
	case found.err != nil && !errors.Is(found.err, idm.ErrForbidden) && !errors.Is(found.err, idm.ErrNoOperation):
		return found.err
	}
	if client != "" {
		if err := r.Catalog.Read(ctx, lookups.NewTarget(objecttype.Client, "", client)).Err; !idm.OfService(err) {
			return err
		}
	}
	return nil
}
