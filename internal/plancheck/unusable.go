package plancheck

import (
	"cmp"
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/diag"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
)

// NotRefreshed is the summary of a failed refresh whose reason an earlier error of the run has shown.
const NotRefreshed = "Not refreshed"

// NotRead reports the failed refresh of an object of a client: as an error of its own, or, when the
// service cannot be used, with the reason only once in a run.
func (r *Run) NotRead(ctx context.Context, client string, failure remedy.Failure) diag.Diagnostic {
	cause := failure.Err
	if !remedy.Unusable(cause) {
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

// stop ends all requests of the run, because each would fail like this one, and returns the error of
// the run, or nil when it was returned before.
func (r *Run) stop(cause error) diag.Diagnostic {
	r.api.Stop(cause)
	return r.once("", remedy.Preflight(r.BaseURL, cause))
}

// unusable returns why the address or the login cannot be used, or nil. Once in a run it sends the
// request that every caller may send. A release that does not know it, a gateway that blocks it, and
// something else at the address are distinguished by the client.
func (r *Run) unusable(ctx context.Context, client string) error {
	found := r.logIn(ctx)
	switch {
	case found.granted != nil || found.err != nil && idm.OfService(found.err):
		return nil
	case found.unverified() && !errors.Is(found.err, idm.ErrNoOperation):
		return found.err
	}
	if err := r.findClient(ctx, client); !idm.OfService(err) {
		return err
	}
	return nil
}
