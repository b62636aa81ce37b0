package write

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// errNotMade is the error of an Update that no constructor made: it sends nothing.
var errNotMade = errors.New("this update was not made by a Lock, so nothing was sent; this is a bug in the provider")

// Update is the update of an object: the base that its plan was made from, and what is desired. The
// zero Update sends nothing, and is an error wherever it is used.
type Update struct {
	run     *Run
	base    tfsdk.State
	desired tfsdk.Plan
	version int64
	// stale says that this run itself has advanced the object since the plan was made, or may have.
	stale bool
}

// Update is the update of the object whose lock is held. The version is that of the read that the
// plan was made from, 0 when none is known: then a PATCH is sent without one.
func (l *Lock) Update(base tfsdk.State, desired tfsdk.Plan, version int64) Update {
	return Update{run: l.run, base: base, desired: desired, version: version, stale: l.stale}
}

// Upsert is the update that sets values on something that was not managed before.
func (l *Lock) Upsert(ctx context.Context, desired tfsdk.Plan) Update {
	nothing := tfsdk.State{Schema: desired.Schema, Raw: tftypes.NewValue(desired.Schema.Type().TerraformType(ctx), nil)}
	return Update{run: l.run, base: nothing, desired: desired}
}

// Version returns the version of the read that the plan was made from.
func (u Update) Version() int64 { return u.version }

// Unversioned is the update of something that has no version: it is always read and compared before
// it is written.
func (u Update) Unversioned() Update {
	u.version, u.stale = 0, true
	return u
}

// At is the rest of an update, once this run itself has just read the object with a version.
func (u Update) At(version int64) Update {
	u.version, u.stale = version, false
	return u
}

// Of is the update of one object among those that a resource holds, with a version of its own.
func (u Update) Of(key LockKey, version int64) Update {
	if u.run == nil {
		return u
	}
	u.version, u.stale = version, u.run.locks.isWritten(key.id())
	return u
}

// PatchWithConflictCheck sends an update with a version. When the service refuses it, because the
// object has another version by now, the object is read again into the resource's model: what
// somebody else changed and this update does not is kept, and the update is sent again with the new
// version, at most three times. When both changed the same attribute it is not sent again, and the
// error is an *Error with the outcome Conflict. An update whose answer is lost is compared in the
// same way: when the object is as desired, the update is done, otherwise it is sent again. An
// object that this run has written to since the plan was made is read and compared before the first
// time, so that it needs no refusal.
//
// Without an error, the last call is the one that answered with the object as it is now: a patch,
// or a read.
func (u Update) PatchWithConflictCheck(ctx context.Context, patch func(version int64) error,
	read func() (remote any, version int64, err error)) error {
	version, err := u.current(ctx, read)
	if err != nil {
		return err
	}
	err = patch(version)
	unanswered := false
	for n := 0; n < maxRepeats && (u.run.unanswered(err) || u.run.is(err, Conflict)); n++ {
		lost := u.run.unanswered(err)
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
	if u.run.is(err, Conflict) {
		return fmt.Errorf("the object was changed again and again, each of the %d times that this update was sent: %w", maxRepeats+1, err)
	}
	return err
}

// current is the version to send first: that of the plan, or that of a stale object as it is now,
// which must not conflict.
func (u Update) current(ctx context.Context, read func() (remote any, version int64, err error)) (int64, error) {
	if u.run == nil || u.base.Schema == nil || u.desired.Schema == nil {
		return 0, errNotMade
	}
	if !u.stale {
		return u.version, nil
	}
	remote, found, err := read()
	if err != nil {
		return 0, err
	}
	return found, u.Conflict(ctx, remote)
}

// unread is the error of an update after which the object cannot be read: a lost answer says more
// than the read after it.
func (u Update) unread(update, read error) error {
	if u.run.unanswered(update) && !u.run.is(read, Missing) {
		return update
	}
	return read
}

// Conflict compares an object as it is now with the base and with what is desired. It is an *Error
// with the outcome Conflict when an attribute that the plan changes was changed to something else
// in the meantime. The names limit it to some attributes, for a move, which carries no version.
func (u Update) Conflict(ctx context.Context, remote any, names ...string) error {
	_, err := u.remaining(ctx, remote, names...)
	return err
}

// remaining is Conflict that also reports whether there is anything left to change.
func (u Update) remaining(ctx context.Context, remote any, names ...string) (bool, error) {
	if u.base.Schema == nil || u.desired.Schema == nil {
		return false, errNotMade
	}
	now := tfsdk.State{Schema: u.base.Schema, Raw: u.base.Raw}
	diags := now.Set(ctx, remote)
	compared, more := u.compare(ctx, now)
	diags.Append(more...)
	if diags.HasError() {
		return false, fmt.Errorf("the object cannot be compared with the plan: %s", diags[0].Detail())
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

// VerifyUpdate compares what an update asked for with what the service answered. An attribute that
// the update changes and that the service kept is an error that names it; the state holds the
// truth. An attribute that the update does not change was changed by somebody else: it stays so, a
// warning names it, and because an apply must end in what was planned, the state keeps the planned
// value until the next read. Then it reports true, and the version of the base belongs to the
// state.
func (u Update) VerifyUpdate(ctx context.Context, state *tfsdk.State) (keepsBase bool, _ diag.Diagnostics) {
	compared, diags := u.compare(ctx, *state)
	var merged []comparison
	for _, c := range compared {
		switch {
		case c.desired.IsUnknown() || c.converged:
		case c.plannedChange:
			for _, kept := range (difference{c.at, c.desired, c.remote, c.sensitive}).byElement(ctx) {
				diags.Append(kept.kept())
			}
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

func (c comparison) changedRemotely() diag.Diagnostic {
	values := fmt.Sprintf("from %s to %s", c.cell(c.base), c.cell(c.remote))
	if c.sensitive {
		values = "(sensitive, not shown)"
	}
	return diag.NewAttributeWarningDiagnostic(c.at, "Changed outside of Terraform",
		fmt.Sprintf("After the plan was made, somebody else or the service itself changed %s %s. This update does not change it, so that "+
			"change was kept. "+
			"The state holds the planned value until the next refresh; the next plan shows the difference.", c.at, values))
}

// table shows comparisons in columns; the CLI leaves lines alone that begin with a space.
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
