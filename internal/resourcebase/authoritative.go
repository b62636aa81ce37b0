package resourcebase

import (
	"context"
	"errors"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/reconcile"
)

// GrantRecords returns the records of the grants in a private state; it has no records right after
// an import.
func GrantRecords(ctx context.Context, private Private, diags *diag.Diagnostics) grants.Records {
	raw, more := private.GetKey(ctx, grants.RecordsKey)
	diags.Append(more...)
	records, err := grants.ParseRecords(raw)
	if err != nil {
		diags.AddError("Could not read the private state",
			"The record of the grants is damaged: "+err.Error()+". Take the resource out of the state and import it again.")
	}
	return records
}

// SaveGrants is Save for a resource that holds all grants of a profile, each of which has a version
// of its own.
func (r *Resource) SaveGrants(ctx context.Context, to ResponseState, m Keyed, records grants.Records) diag.Diagnostics {
	diags := r.Save(ctx, to, m, 0)
	diags.Append(to.Private.SetKey(ctx, grants.RecordsKey, records.JSON())...)
	return diags
}

// FailedAt is Failed for one element of an authoritative resource: what could not be done to it, as
// in "grant", and where it stands.
func (r *Resource) FailedAt(at path.Path, element, verb string, m Keyed, err error) diag.Diagnostic {
	return r.Failure(verb, m, err).Element(at, element)
}

// Reconciled turns the error of a reconciliation into diagnostics. New grants that could not be
// read exist, so that is a warning.
func (r *Resource) Reconciled(m Keyed, at path.Path, err error) diag.Diagnostics {
	var diags diag.Diagnostics
	if step, failed := errors.AsType[*reconcile.StepError](err); failed {
		diags.Append(r.Failure(step.Verb, m, step.Err).Element(at.AtMapKey(step.Key), step.Key))
	}
	if unread, failed := errors.AsType[*reconcile.UnreadError](err); failed {
		diags.Append(r.Failure("read", m, unread.Err).WarnReadAfterCreate())
	}
	return diags
}

// ReconciledSet is Reconciled for a resource that holds a set.
func (r *Resource) ReconciledSet(m Keyed, at path.Path, err error) diag.Diagnostics {
	if step, failed := errors.AsType[*reconcile.StepError](err); failed {
		return diag.Diagnostics{r.Failure(step.Verb, m, step.Err).Element(at, step.Key)}
	}
	return nil
}
