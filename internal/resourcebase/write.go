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

	"github.com/identity-iac/terraform-provider-idm/internal/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/remedy"
	"github.com/identity-iac/terraform-provider-idm/internal/write"
)

// LockKey names the object of a resource's model.
func (r *Resource) LockKey(m Keyed) write.LockKey {
	return append(write.LockKey{r.Type.Name}, m.KeyValues()...)
}

// LockExclusive waits until no other resource of this run writes to an object, and keeps the others
// away until Unlock. Objects that the write changes along with it, such as the parent unit, are
// locked shared.
func (r *Resource) LockExclusive(ctx context.Context, diags *diag.Diagnostics, own write.LockKey, alongWith ...write.LockKey) *write.Lock {
	lock, err := r.writes.LockExclusive(ctx, own, alongWith...)
	r.addInterrupted(diags, err)
	return lock
}

// LockShared waits until no other resource of this run holds the lock of any of the objects
// exclusively.
func (r *Resource) LockShared(ctx context.Context, diags *diag.Diagnostics, keys ...write.LockKey) *write.Lock {
	lock, err := r.writes.LockShared(ctx, keys...)
	r.addInterrupted(diags, err)
	return lock
}

func (r *Resource) addInterrupted(diags *diag.Diagnostics, err error) {
	if err != nil {
		diags.AddError("Interrupted", "The run ended while the "+r.Type.Title+
			" waited for another write to the same object. Nothing was sent.")
	}
}

// Await waits until the run has created an object, or keeps work until then; see write.Run.
func (r *Resource) Await(ctx context.Context, of write.LockKey, work write.Work) write.Awaited {
	return r.writes.Await(ctx, of, work)
}

// FinishAwait ends an Await; see write.Run.
func (r *Resource) FinishAwait(ctx context.Context, a write.Awaited) diag.Diagnostics {
	return r.writes.Finish(ctx, a)
}

// Release runs the work that was kept for an object; see write.Run.
func (r *Resource) Release(ctx context.Context, of write.LockKey, created bool) diag.Diagnostics {
	return r.writes.Release(ctx, of, created)
}

// DeleteAfter deletes an object after others that the run deletes; see write.Run.
func (r *Resource) DeleteAfter(ctx context.Context, send func() error, inUse func(error) bool) error {
	return r.writes.DeleteAfter(ctx, send, inUse)
}

// NewExtID returns the configured external id, or a UUID: it is fixed before the call, so that a
// create whose answer is lost can be looked up.
func NewExtID(configured types.String) types.String {
	if configured.IsNull() || configured.IsUnknown() {
		return types.StringValue(uuid.NewString())
	}
	return configured
}

// CreateIdempotent creates the object of a model and returns its external id, also when the answer
// is lost.
func (r *Resource) CreateIdempotent(ctx context.Context, plan tfsdk.Plan, m Keyed, ops write.CreateOps) (string, error) {
	return r.writes.CreateIdempotent(ctx, r.LockKey(m), plan, ops)
}

// CreateInUnit is CreateIdempotent for an object in a unit, which the run may be about to create.
func (r *Resource) CreateInUnit(ctx context.Context, plan tfsdk.Plan, m Keyed, ops write.CreateOps) (string, error) {
	extID, err := r.CreateIdempotent(ctx, plan, m, ops)
	if errors.Is(err, idm.ErrNoRecord) && r.Settle(ctx) {
		return r.CreateIdempotent(ctx, plan, m, ops)
	}
	return extID, err
}

// Settle waits until the run keeps no work; see write.Run.
func (r *Resource) Settle(ctx context.Context) bool { return r.writes.Settle(ctx) }

// CreateUnique creates an object of which the service itself refuses a second one, also when the
// answer is lost.
func (r *Resource) CreateUnique(ctx context.Context, post, find func() (extID string, err error)) (string, error) {
	return r.writes.CreateUnique(ctx, post, find)
}

// CreateAssigned creates an object whose external id the service assigns and of which it would make
// a second one, also when the answer is lost.
func (r *Resource) CreateAssigned(ctx context.Context, plan tfsdk.Plan, post func() (extID string, err error),
	similar func() (extIDs []string, err error)) (string, error) {
	return r.writes.CreateAssigned(ctx, plan, post, similar)
}

// ListGrants turns the list of the grants that a profile has into what a create looks through after
// a lost answer.
func ListGrants[T any](list func(context.Context) iter.Seq2[T, error], of func(T) grants.Grant) func(context.Context,
	func(extID, role string) bool) error {
	return func(ctx context.Context, found func(extID, role string) bool) error {
		for element, err := range list(ctx) {
			if err != nil {
				return err
			}
			if grant := of(element); !found(grant.ExtID, grant.RoleExtID) {
				return nil
			}
		}
		return nil
	}
}

// RefusesExtID reports whether the service refused a create because of the field extId, which some
// releases do not accept for authorizations; roleExtId is another one.
func RefusesExtID(err error) bool {
	answer, ok := errors.AsType[*idm.Error](err)
	return ok && errors.Is(err, idm.ErrInvalid) && !errors.Is(err, idm.ErrDuplicate) &&
		slices.ContainsFunc(answer.Problems, func(p idm.Problem) bool { return strings.Contains(p.Message, "extId") })
}

// VerifyExtID checks that the service kept the configured external id. One that it ignored cannot
// be kept: the state records the real one.
func (r *Resource) VerifyExtID(ctx context.Context, plan tfsdk.Plan, extID string) diag.Diagnostics {
	var configured types.String
	at := path.Root("ext_id")
	diags := plan.GetAttribute(ctx, at, &configured)
	if configured.IsUnknown() || configured.ValueString() == extID {
		return diags
	}
	diags.AddAttributeError(at, "The service assigned another external ID",
		fmt.Sprintf("The %s was created, but as %q and not as %q: this release of the service chooses the ids itself. The state "+
			"records it under its real id. "+
			"Take ext_id out of the configuration, so that the provider uses the id that the service chose, and run `terraform "+
			"untaint` on this resource to keep it.",
			r.Type.Title, extID, configured.ValueString()))
	return diags
}

// WarnReadAfterCreate warns that an object was created and could not be read afterwards. It is no
// error: that would make Terraform destroy and recreate the object.
func (r *Resource) WarnReadAfterCreate(m Keyed, err error) diag.Diagnostic {
	return r.failure("read", m, err).Warning("Created "+r.Type.Title+", but could not read it",
		"The object exists and is recorded in the state. What the service assigned is not known yet; the next plan or refresh reads it.")
}

// NewUpdate is the update of a request, whose lock is held.
func NewUpdate(ctx context.Context, req resource.UpdateRequest, lock *write.Lock, diags *diag.Diagnostics) write.Update {
	return lock.Update(req.State, req.Plan, Version(ctx, req.Private, diags))
}

// VerifyCreate compares what a create asked for with what the service answered; see write.Run.
func (r *Resource) VerifyCreate(ctx context.Context, plan tfsdk.Plan, state *tfsdk.State) diag.Diagnostics {
	return r.writes.VerifyCreate(ctx, plan, state)
}

// VerifyUpdate compares what an update asked for with what the service answered; see write.Update.
// The version of the base stays with a state that keeps planned values, so that an update without a
// refresh in between compares again.
func VerifyUpdate(ctx context.Context, u write.Update, to ResponseState) diag.Diagnostics {
	keepsBase, diags := u.VerifyUpdate(ctx, to.State)
	if keepsBase && u.Version() > 0 {
		diags.Append(to.setVersion(ctx, u.Version())...)
	}
	return diags
}

// Changes reports whether the body of a PATCH, a struct in which the zero value of each field means
// left out, changes anything.
func Changes(patch any) bool { return !reflect.ValueOf(patch).IsZero() }

func (r *Resource) failure(verb string, m Keyed, err error) remedy.Failure {
	return remedy.Failure{Verb: verb, Noun: r.Type.Name, KeyValues: m.KeyValues(), Err: err, Release: remedy.ReleaseOf(r.Type)}
}

// Failed says what could not be done to an object, what the service answered and what to do next.
// The verb read is for a refresh: when the service cannot be used at all, only the first one says
// why.
func (r *Resource) Failed(verb string, m Keyed, err error) diag.Diagnostic {
	if verb == "read" && remedy.Unusable(err) {
		return r.Checks.NotRead(err)
	}
	return r.failure(verb, m, err).Diagnostic()
}

// NotCreated is Failed for a create, with the import block of the object that is in the way or may
// have been made.
func (r *Resource) NotCreated(m Keyed, err error) diag.Diagnostic {
	return r.failure("create", m, err).NotCreated()
}

// NotUpdated is Failed for an update or a move, with the object that has the name which it asks for.
func (r *Resource) NotUpdated(verb string, m Keyed, err error, holder func() (extID string)) diag.Diagnostic {
	return r.failure(verb, m, err).NotUpdated(holder)
}

// NotDeleted is Failed for a delete, with the objects that depend on this one.
func (r *Resource) NotDeleted(m Keyed, err error, dependents iter.Seq[string]) diag.Diagnostic {
	return r.failure("delete", m, err).NotDeleted(dependents)
}

// NotGranted is NotCreated for the grant of a role, among the grants that the profile has.
func NotGranted[T any](r *Resource, m Keyed, role string, err error, granted iter.Seq2[T, error], of func(T) grants.Grant) diag.Diagnostic {
	return r.failure("create", m, err).NotGranted(role, func(yield func(grants.Grant, error) bool) {
		for element, failed := range granted {
			if !yield(of(element), failed) {
				return
			}
		}
	})
}

// Dependents names what depends on an object, as far as it can be read.
func Dependents[T any](all iter.Seq2[T, error], of func(T) string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for one, err := range all {
			if err != nil || !yield(of(one)) {
				return
			}
		}
	}
}

// HolderOf returns the external id of the object among its siblings that has a name, "" when there
// is none. It only makes an error say more, so an error of its own counts as nothing found.
func HolderOf[T any](siblings iter.Seq2[T, error], of func(T) (extID, name string), name string) string {
	for sibling, err := range siblings {
		if err != nil {
			return ""
		}
		if extID, held := of(sibling); name != "" && held == name {
			return extID
		}
	}
	return ""
}
