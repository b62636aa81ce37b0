package framework

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// repeats bounds how often a write is sent again after the first time.
const repeats = 3

// Change is the update of an object: what its plan was made from, and what is wanted.
type Change struct {
	from   tfsdk.State
	wanted tfsdk.Plan
	// Version is that of the read that the plan was made from, 0 when none is known: then a PATCH is sent without one.
	Version int64
	// Behind says that this run itself has advanced the object since that read, or may have: see Turn.
	Behind bool

	turn *Turn
}

// NewChange takes the request of an update.
func NewChange(ctx context.Context, req resource.UpdateRequest, turn *Turn, diags *diag.Diagnostics) Change {
	return Change{req.State, req.Plan, Version(ctx, req.Private, diags), turn.Behind, turn}
}

// NewObject takes the request of a create.
func NewObject(ctx context.Context, req resource.CreateRequest) Change {
	nothing := tfsdk.State{Schema: req.Plan.Schema, Raw: tftypes.NewValue(req.Plan.Schema.Type().TerraformType(ctx), nil)}
	return Change{from: nothing, wanted: req.Plan}
}

// Unversioned is the change of something that has no version: it is always read and compared before it is written.
func (c Change) Unversioned() Change {
	c.Behind = true
	return c
}

// Of is the change of one object among those that a resource holds.
func (c Change) Of(o Object) Change {
	c.Behind = c.turn != nil && c.turn.turns.written(o)
	return c
}

// Found is an object as it is now.
type Found[T any] struct {
	// Object is what the service answered, Model the resource's model of it.
	Object  T
	Model   Keyed
	Version int64
}

// ConflictError says that somebody else changed what an update changes, to something else.
type ConflictError struct{ table string }

// Error shows each attribute three ways. Values of sensitive attributes are left out.
func (e *ConflictError) Error() string {
	return "Somebody else changed what this update changes, after its plan was made:\n\n" + e.table + "\nWhat was found stays as it is"
}

// Send sends an update with a version. When the service refuses it, because the object has another version by now, the object is read again: what
// somebody else changed and this update does not is kept, and the update is sent again with the new version, at most three times. When both changed
// the same attribute it is not sent again, and the error is a *ConflictError. An update whose answer is lost is compared in the same way: when the object is as
// wanted the update is done, otherwise it is sent again. An object that is Behind is read and compared before the first time, so that it needs no refusal.
func Send[T any](ctx context.Context, c Change, version int64, send func(version int64) (T, error), read func() (Found[T], error)) (T, error) {
	var object T
	if c.Behind {
		found, err := read()
		if err == nil {
			_, err = c.left(ctx, found.Model)
		}
		if err != nil {
			return object, err
		}
		version = found.Version
	}
	object, err := send(version)
	unanswered := false
	for n := 0; n < repeats && (lost(err) || errors.Is(err, rest.ErrConflict)); n++ {
		unanswered = unanswered || lost(err)
		if lost(err) && pause(ctx, n) != nil {
			return object, err
		}
		found, failed := read()
		if failed != nil {
			return object, failure(err, failed)
		}
		left, conflict := c.left(ctx, found.Model)
		switch {
		case conflict != nil:
			return object, conflict
		case unanswered && !left:
			return found.Object, nil
		}
		object, err = send(found.Version)
	}
	if errors.Is(err, rest.ErrConflict) {
		return object, fmt.Errorf("the object was changed again and again, each of the %d times that this update was sent: %w", repeats+1, err)
	}
	return object, err
}

// failure is the error of an update that cannot be settled, because the object cannot be read: a lost answer says more than the read after it.
func failure(update, read error) error {
	if lost(update) && !errors.Is(read, rest.ErrNoRecord) {
		return update
	}
	return read
}

// Conflict compares an object as it is now with what the plan was made from and with what is wanted. It is a *ConflictError when an attribute that the
// plan changes was changed to something else meanwhile. The names limit it to some attributes, for a move, which carries no version.
func (c Change) Conflict(ctx context.Context, found Keyed, names ...string) error {
	_, err := c.left(ctx, found, names...)
	return err
}

// left is Conflict that also tells whether there is anything left to change.
func (c Change) left(ctx context.Context, found Keyed, names ...string) (bool, error) {
	now := tfsdk.State{Schema: c.from.Schema, Raw: c.from.Raw}
	diags := now.Set(ctx, found)
	compared, more := c.compare(ctx, now)
	diags.Append(more...)
	if diags.HasError() {
		return false, fmt.Errorf("the object cannot be compared with the plan: %s", diags[0].Detail())
	}
	compared = slices.DeleteFunc(compared, func(three comparison) bool {
		return !three.touched || three.agrees || len(names) > 0 && !slices.Contains(names, three.attribute)
	})
	left := len(compared) > 0
	compared = slices.DeleteFunc(compared, func(three comparison) bool { return !three.foreign })
	if len(compared) > 0 {
		return left, &ConflictError{table(compared)}
	}
	return left, nil
}

// Updated compares what an update asked for with what the service answered. An attribute that the update changes and that the service kept is an error
// that names it; the state holds the truth. An attribute that the update does not change was changed meanwhile: it stays so, a warning names it, and
// because an apply must end in what was planned, the state keeps the planned value, with the version that belongs to it, until the next read.
func (c Change) Updated(ctx context.Context, to Answer) diag.Diagnostics {
	compared, diags := c.compare(ctx, *to.State)
	var meanwhile []comparison
	for _, three := range compared {
		switch {
		case three.wanted.IsUnknown() || three.agrees:
		case three.touched:
			for _, kept := range (difference{three.at, three.wanted, three.found, three.sensitive}).parts(ctx) {
				diags.Append(kept.kept())
			}
		default:
			meanwhile = append(meanwhile, three)
		}
	}
	if diags.HasError() || len(meanwhile) == 0 {
		return diags
	}
	for _, three := range meanwhile {
		var planned attr.Value
		diags.Append(three.changedMeanwhile())
		diags.Append(c.wanted.GetAttribute(ctx, three.set, &planned)...)
		diags.Append(to.State.SetAttribute(ctx, three.set, planned)...)
	}
	if c.Version > 0 {
		diags.Append(to.Private.SetKey(ctx, versionKey, strconv.AppendInt(nil, c.Version, 10))...)
	}
	return diags
}

func (three comparison) changedMeanwhile() diag.Diagnostic {
	values := fmt.Sprintf("from %s to %s", three.cell(three.from), three.cell(three.found))
	if three.sensitive {
		values = "(sensitive, not shown)"
	}
	return diag.NewAttributeWarningDiagnostic(three.at, "Changed meanwhile",
		fmt.Sprintf("After the plan was made, somebody else or the service itself changed %s %s. This update does not touch it, so that change was kept. "+
			"The state holds the planned value until the next refresh; the next plan shows the difference.", three.at, values))
}

// table shows comparisons in columns; the CLI leaves lines alone that begin with a space.
func table(compared []comparison) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "  attribute\tplanned from\tfound\twanted")
	for _, three := range compared {
		fmt.Fprintf(w, "  %s\t%s\t%s\t%s\n", three.at, three.cell(three.from), three.cell(three.found), three.cell(three.wanted))
	}
	_ = w.Flush()
	return b.String()
}

func (three comparison) cell(value attr.Value) string {
	switch {
	case three.sensitive:
		return "(sensitive)"
	case value.IsNull():
		return "null"
	}
	return value.String()
}
