package write

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// Update is the update of an object: the base from which its plan was made, and the desired values.
// A Lock makes it.
type Update struct {
	// lock is released before the update is sent again.
	lock    *Lock
	base    tfsdk.State
	desired tfsdk.Plan
	version int64
	// stale reports that this run has, or may have, advanced the object's version since the plan was
	// made.
	stale bool
	// upserts reports that the object was not managed before, so there is nothing to compare.
	upserts bool
}

// freshVersion is the version of an object that was not changed since its creation.
const freshVersion = 1

// Update returns the update of the locked object. version is the one that the plan was made from,
// or 0 if it is unknown: the object is then read and compared before the PATCH.
func (l *Lock) Update(base tfsdk.State, desired tfsdk.Plan, version int64) Update {
	return Update{lock: l, base: base, desired: desired, version: version, stale: l.stale}
}

// Upsert returns an update that sets values on an object that was not managed before.
func (l *Lock) Upsert(ctx context.Context, desired tfsdk.Plan) Update {
	nothing := tfsdk.State{Schema: desired.Schema, Raw: tftypes.NewValue(desired.Schema.Type().TerraformType(ctx), nil)}
	return Update{lock: l, base: nothing, desired: desired, upserts: true}
}

// Version returns the version that the plan was made from.
func (u Update) Version() int64 { return u.version }

// Unversioned returns the update of an object without a version, which is always read and compared
// before it is written.
func (u Update) Unversioned() Update {
	u.version, u.stale = 0, true
	return u
}

// At returns the rest of an update after this run has read the object with the given version.
func (u Update) At(version int64) Update {
	u.version, u.stale = version, false
	return u
}

// Of returns the update of one of several objects that a resource holds, each with its own version.
func (u Update) Of(key LockKey, version int64) Update {
	u.version, u.stale = version, u.lock.run.entry(key.id()).written.Load()
	return u
}

// PatchWithConflictCheck sends an update with a version. If the service refuses it because the
// version has changed, PatchWithConflictCheck reads the object again into the resource's model,
// keeps the other writer's changes to all attributes that this update leaves alone, and sends the
// update with the new version, at most three times. If both changed the same attribute, the update
// is not sent again and the error is an *Error with the outcome Conflict. After a lost response the
// object is compared in the same way: the update is complete if the object has the desired values;
// otherwise it is sent again. An object that this run has written to since the plan was made is
// read and compared before the first attempt, which avoids a refusal. An update that is refused
// because another object has its unique value is sent again for some seconds, because another change
// of the apply may free the value.
//
// On success, the last call, a patch or a read, returned the object in its current state.
func (u Update) PatchWithConflictCheck(ctx context.Context, patch func(version int64) error,
	read func() (remote any, version int64, err error)) error {
	return u.lock.run.Repeat(ctx, u.lock, func() error {
		err := u.send(ctx, patch, read)
		u.stale = !u.upserts // Another call can have changed the object during the pause.
		return err
	}, u.lock.run.isTaken)
}

// send sends an update until it has an effect or a conflict.
func (u Update) send(ctx context.Context, patch func(version int64) error, read func() (remote any, version int64, err error)) error {
	version, err := u.current(ctx, read)
	if err != nil {
		return err
	}
	err = patch(version)
	run, unanswered := u.lock.run, false
	for n := 0; n < maxRepeats && (run.unanswered(err) || run.is(err, Conflict)); n++ {
		lost := run.unanswered(err)
		unanswered = unanswered || lost
		if lost && backOff(ctx, n) != nil {
			return err
		}
		remote, found, failed := read()
		if failed != nil {
			return u.unread(err, failed)
		}
		remaining, conflict := u.remaining(ctx, remote)
		switch {
		case conflict != nil:
			return conflict
		case unanswered && !remaining:
			return nil
		}
		err = patch(found)
	}
	if run.is(err, Conflict) {
		return fmt.Errorf("another writer changed the object before each of the %d attempts to update it: %w", maxRepeats+1, err)
	}
	return err
}

// current returns the version to send first: the plan's version or, for a stale object, its current
// version, provided that the object does not conflict. An object that was deleted and created again,
// such as the grant of another role, has the version of a fresh one, so a fresh one is read too.
func (u Update) current(ctx context.Context, read func() (remote any, version int64, err error)) (int64, error) {
	if u.upserts || !u.stale && u.version != 0 && (!u.lock.Bound || u.version != freshVersion) {
		return u.version, nil
	}
	remote, found, err := read()
	if err != nil {
		return 0, err
	}
	return found, u.Conflict(ctx, remote)
}

// unread returns the error of an update after which the object cannot be read. The lost response
// explains more than the failed read.
func (u Update) unread(update, read error) error {
	if u.lock.run.unanswered(update) && !u.lock.run.is(read, Missing) {
		return update
	}
	return read
}

// Conflict compares the current object with the base and the desired values. It returns an *Error
// with the outcome Conflict if another writer changed an attribute that the plan changes to a
// different value. names limits the comparison to some attributes, for a move, which carries no
// version.
func (u Update) Conflict(ctx context.Context, remote any, names ...string) error {
	_, err := u.remaining(ctx, remote, names...)
	return err
}

// remaining works like Conflict and also reports whether anything is left to change.
func (u Update) remaining(ctx context.Context, remote any, names ...string) (bool, error) {
	now := tfsdk.State{Schema: u.base.Schema, Raw: u.base.Raw}
	diags := now.Set(ctx, remote)
	compared, more := compare(ctx, u.base, u.desired, now)
	diags.Append(more...)
	if diags.HasError() {
		return false, fmt.Errorf("the object cannot be compared with the plan: %s", diags[0].Detail())
	}
	if other := another(compared, u.lock.Distinctive); other != nil {
		return true, other
	}
	compared = slices.DeleteFunc(compared, func(c comparison) bool {
		return !c.plannedChange || c.converged || len(names) > 0 && !slices.Contains(names, c.attribute)
	})
	remaining := len(compared) > 0
	compared = slices.DeleteFunc(compared, func(c comparison) bool { return !c.remoteChange })
	if len(compared) > 0 {
		return remaining, conflict(compared)
	}
	return remaining, nil
}

// VerifyUpdate compares the update with the service's response. An attribute that the service did
// not change is an error that names it, and the state records the service's value. A difference in
// any other attribute is another writer's change: it is kept and named in a warning, and the state
// keeps the planned value until the next refresh, because an apply must end with the planned
// values. In this case keepsBase is true, and the state keeps the version of the base.
func (u Update) VerifyUpdate(ctx context.Context, state *tfsdk.State) (keepsBase bool, _ diag.Diagnostics) {
	compared, diags := compare(ctx, u.base, u.desired, *state)
	var merged []comparison
	for _, c := range compared {
		switch {
		case c.desired.IsUnknown() || c.converged:
		case c.plannedChange:
			diags.Append(c.kept())
		case c.replaces(u.lock.Distinctive):
			diags.Append(c.updatedAnother())
		default:
			merged = append(merged, c)
		}
	}
	if diags.HasError() || len(merged) == 0 {
		return false, diags
	}
	for _, c := range merged {
		var planned attr.Value
		diags.Append(c.changedRemotely())
		diags.Append(u.desired.GetAttribute(ctx, c.settable, &planned)...)
		diags.Append(state.SetAttribute(ctx, c.settable, planned)...)
	}
	return true, diags
}

// replaces reports whether the remote object is another one with the same external ID, which differs
// in a distinctive attribute.
func (c comparison) replaces(distinctive []string) bool {
	return c.remoteChange && !c.plannedChange && !c.base.IsNull() && slices.Contains(distinctive, c.attribute)
}

// another returns an error with the values that only another object can have, or nil.
func another(compared []comparison, distinctive []string) error {
	var changes []string
	for _, c := range compared {
		if c.replaces(distinctive) {
			changes = append(changes, fmt.Sprintf("- %s changed %s", c.at, c.change()))
		}
	}
	if changes == nil {
		return nil
	}
	return anotherObject(changes)
}

// SameObject returns an error if an object that was read again differs in one of the
// distinctive attributes, so that it is another one with the same external ID.
func SameObject(ctx context.Context, before, now tfsdk.State, distinctive []string) error {
	if len(distinctive) == 0 {
		return nil
	}
	compared, diags := compare(ctx, before, tfsdk.Plan(before), now, distinctive...)
	if diags.HasError() {
		return nil
	}
	return another(compared, distinctive)
}

func (c comparison) updatedAnother() diag.Diagnostic {
	return diag.NewAttributeErrorDiagnostic(c.at, "Changed outside of Terraform",
		fmt.Sprintf("After the plan was made, another writer deleted the object and created one with the same external ID: %s changed %s. "+
			"Only the response to the update showed this, so the update has changed the new object. Check its values, and plan again.",
			c.at, c.change()))
}

func (c comparison) changedRemotely() diag.Diagnostic {
	return diag.NewAttributeWarningDiagnostic(c.at, "Changed outside of Terraform",
		fmt.Sprintf("After the plan was made, another writer or the service itself changed %s %s. This update does not change it, so that "+
			"change was kept. "+
			"The state holds the planned value until the next refresh; the next plan shows the difference.", c.at, c.change()))
}

// change describes what another writer changed.
func (c comparison) change() string {
	if c.sensitive {
		return "(sensitive, not shown)"
	}
	return fmt.Sprintf("from %s to %s", c.cell(c.base), c.cell(c.remote))
}

// table shows comparisons in columns. The CLI does not wrap lines that begin with a space.
func table(compared []comparison) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "  attribute\tplanned from\tfound\twanted")
	for _, c := range compared {
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\n", c.at, c.cell(c.base), c.cell(c.remote), c.cell(c.desired))
	}
	_ = w.Flush()
	return b.String()
}

func (c comparison) cell(value attr.Value) string {
	switch {
	case c.sensitive:
		return "(sensitive)"
	case value.IsNull():
		return "null"
	}
	return value.String()
}
