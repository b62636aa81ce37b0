package resourcebase

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"reflect"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/write"
)

// LockKey returns the lock key of a model's object.
func (r *Resource) LockKey(m Keyed) write.LockKey {
	return append(write.LockKey{r.Type.Name}, m.KeyValues()...)
}

// LockExclusive waits until no other resource of this run writes to an object, and locks it until
// Unlock. Objects that the write also changes, such as the parent unit, are locked shared.
func (r *Resource) LockExclusive(ctx context.Context, diags *diag.Diagnostics, own write.LockKey, alongWith ...write.LockKey) *write.Lock {
	lock, err := r.Writes.LockExclusive(ctx, own, alongWith...)
	lock.Distinctive, lock.Bound = r.Type.Distinctive(), r.Type.Bound()
	r.addInterrupted(diags, err)
	return lock
}

// LockShared waits until no other resource of this run holds the lock of any of the objects
// exclusively.
func (r *Resource) LockShared(ctx context.Context, diags *diag.Diagnostics, keys ...write.LockKey) *write.Lock {
	lock, err := r.Writes.LockShared(ctx, keys...)
	r.addInterrupted(diags, err)
	return lock
}

func (r *Resource) addInterrupted(diags *diag.Diagnostics, err error) {
	if err != nil {
		diags.AddError("Interrupted", "The run ended while the "+r.Type.Title+
			" waited for another write to the same object. Nothing was sent.")
	}
}

// NewExtID returns the configured external ID, or a UUID. Choosing it before the call makes it
// possible to look up the object after a lost response.
func NewExtID(configured types.String) types.String {
	if configured.IsNull() || configured.IsUnknown() {
		return types.StringValue(uuid.NewString())
	}
	return configured
}

// RefusesExtID reports whether the service refused a create because of the field extId, which some
// releases do not accept for authorizations. The field roleExtId does not count.
func RefusesExtID(err error) bool {
	response, ok := errors.AsType[*idm.Error](err)
	return ok && errors.Is(err, idm.ErrInvalid) && !errors.Is(err, idm.ErrDuplicate) &&
		slices.ContainsFunc(response.Problems, func(p idm.Problem) bool { return strings.Contains(p.Message, "extId") })
}

// VerifyExtID checks that the service kept the configured external ID. The state records the
// assigned one if the service ignored it.
func (r *Resource) VerifyExtID(ctx context.Context, to ResponseState, plan tfsdk.Plan, extID string) diag.Diagnostics {
	var configured types.String
	at := path.Root("ext_id")
	if _, has := plan.Schema.GetAttributes()["ext_id"]; !has {
		return nil
	}
	diags := plan.GetAttribute(ctx, at, &configured)
	if configured.IsUnknown() || configured.ValueString() == extID {
		return diags
	}
	diags.Append(put(ctx, to.Private, assignedKey, configured.ValueString())...)
	diags.AddAttributeError(at, "The service assigned another external ID",
		fmt.Sprintf("The %s was created, but not as %q: this release of the service assigns external IDs itself. The state contains the "+
			"assigned one, that of a collection in ext_ids, and later plans use it. Remove ext_id if the configuration has it, and run "+
			"`terraform untaint` on this resource, so that nothing is replaced.",
			r.Type.Title, configured.ValueString()))
	return diags
}

// NewUpdate returns the update of a request, whose lock is held.
func NewUpdate(ctx context.Context, req resource.UpdateRequest, lock *write.Lock) write.Update {
	return lock.Update(req.State, req.Plan, Version(ctx, req.Private))
}

// VerifyUpdate compares the planned values with the response; see write.Update. If the state keeps
// planned values, it also keeps the version of the base, so that an update without a refresh in
// between compares them again.
func VerifyUpdate(ctx context.Context, u write.Update, to ResponseState) diag.Diagnostics {
	keepsBase, diags := u.VerifyUpdate(ctx, to.State)
	if keepsBase && u.Version() > 0 {
		diags.Append(put(ctx, to.Private, versionKey, u.Version())...)
	}
	return diags
}

// Changes reports whether the body of a PATCH changes anything. The zero value of each field means
// that it is omitted.
func Changes(patch any) bool { return !reflect.ValueOf(patch).IsZero() }

// Siblings returns the objects in a place, among which a create finds its object after a lost
// response. model returns the resource's model of an object.
func Siblings[T idm.Described](of *objecttype.Type, at idm.Place, all iter.Seq2[T, error], model func(T) any) *write.Siblings {
	return &write.Siblings{
		Place:      at.Client + "\x00" + at.Owner,
		Similar:    of.Identifying(),
		Repeatable: of.Unique.Attr == "",
		List: func(yield func(write.Sibling, error) bool) {
			for one, err := range idm.ErrorsLast(all) {
				if !yield(write.Sibling{ExtID: idm.ExtID(one), Model: model(one)}, err) {
					return
				}
			}
		},
	}
}

// DeleteUnlessDeclared deletes an object that no other resource of the run declares. While other
// objects need it, the delete is sent again for some seconds, because another change of the apply may
// remove them. An object that no longer exists causes no error.
func (r *Resource) DeleteUnlessDeclared(ctx context.Context, lock *write.Lock, m Keyed, diags *diag.Diagnostics, send func() error) error {
	err := r.Writes.Repeat(ctx, lock, func() error {
		if r.KeepsDeclared(r.LockKey(m), diags) {
			return nil
		}
		return send()
	}, isNeeded)
	if errors.Is(err, idm.ErrNoRecord) {
		return nil
	}
	return err
}

// isNeeded reports whether the service refused to delete an object because of others: objects that
// depend on it, or that take its place as the default of their type.
func isNeeded(err error) bool {
	response, ok := errors.AsType[*idm.Error](err)
	return ok && slices.Contains([]string{"errors.undeletedDependencies", "errors.deleteDefaultEntityFailure"}, response.Code())
}

// Failure returns a failure for the object of a model, from which package diagnostics creates
// diagnostics.
func (r *Resource) Failure(verb string, m Keyed, err error) diagnostics.Failure {
	return diagnostics.Failure{Verb: verb, Noun: r.Type.Name, KeyValues: m.KeyValues(), Err: err, Release: diagnostics.ReleaseOf(r.Type)}
}

// Failed returns the diagnostic of a Failure.
func (r *Resource) Failed(verb string, m Keyed, err error) diag.Diagnostic {
	return r.Failure(verb, m, err).Diagnostic()
}

// NotRead returns the diagnostic of a failed refresh. If the service cannot be used at all, only
// the first diagnostic of a run explains the reason.
func (r *Resource) NotRead(ctx context.Context, m Keyed, err error) diag.Diagnostic {
	client := r.ClientExtID
	if r.Type.OfClient() {
		client = m.KeyValues()[0]
	}
	return r.Checks.NotRead(ctx, client, r.Failure("read", m, err))
}

// Dependents describes the objects that depend on another one, up to the first failed read.
func Dependents[T any](all iter.Seq2[T, error], of func(T) string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for one, err := range idm.Readable(all) {
			if err != nil || !yield(of(one)) {
				return
			}
		}
	}
}

// HolderOf returns the external ID of the sibling with a unique value, "" if none has it.
func HolderOf[T idm.Described](siblings iter.Seq2[T, error], has func(T) bool) (string, error) {
	for sibling, err := range idm.ErrorsLast(siblings) {
		if err != nil {
			return "", err
		}
		if has(sibling) {
			return idm.ExtID(sibling), nil
		}
	}
	return "", nil
}

// HolderByName returns the function that finds the object with the planned name in the planned
// place.
func HolderByName[T idm.Described, P interface{ Place() idm.Place }](ops idm.Ops[T], name func(plan P) types.String,
) func(ctx context.Context, api *idm.API, plan P) (string, error) {
	return func(ctx context.Context, api *idm.API, plan P) (string, error) {
		planned := name(plan).ValueString()
		return HolderOf(ops.List(ctx, api, plan.Place()), func(one T) bool { return planned != "" && idm.Name(one) == planned })
	}
}
