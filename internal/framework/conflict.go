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
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"

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
}

// NewChange takes the request of an update.
func NewChange(ctx context.Context, req resource.UpdateRequest, diags *diag.Diagnostics) Change {
	return Change{req.State, req.Plan, Version(ctx, req.Private, diags)}
}

// ConflictError says that somebody else changed what an update changes, to something else.
type ConflictError struct{ table string }

// Error shows each attribute three ways. Values of sensitive attributes are left out.
func (e *ConflictError) Error() string {
	return "Somebody else changed what this update changes, after its plan was made:\n\n" + e.table + "\nWhat was found stays as it is"
}

// Send sends an update with a version. When the service refuses it, because the object has another version by now, the object is read again: what
// somebody else changed and this update does not is kept, and the update is sent again with the new version, at most three times. When both changed
// the same attribute it is not sent again, and the error is a *ConflictError.
func Send[T any](ctx context.Context, c Change, version int64, send func(version int64) (T, error), read func() (Keyed, int64, error)) (T, error) {
	object, err := send(version)
	for range repeats {
		if !errors.Is(err, rest.ErrConflict) {
			return object, err
		}
		found, version, failed := read()
		if failed != nil {
			return object, failed
		}
		if conflict := c.Conflict(ctx, found); conflict != nil {
			return object, conflict
		}
		object, err = send(version)
	}
	if errors.Is(err, rest.ErrConflict) {
		return object, fmt.Errorf("the object was changed again and again, each of the %d times that this update was sent: %w", repeats+1, err)
	}
	return object, err
}

// Conflict compares an object as it is now with what the plan was made from and with what is wanted. It is a *ConflictError when an attribute that the
// plan changes was changed to something else meanwhile. The names limit it to some attributes, for a move, which carries no version.
func (c Change) Conflict(ctx context.Context, found Keyed, names ...string) error {
	now := tfsdk.State{Schema: c.from.Schema, Raw: c.from.Raw}
	diags := now.Set(ctx, found)
	compared, more := c.compare(ctx, now)
	diags.Append(more...)
	if diags.HasError() {
		return fmt.Errorf("the object cannot be compared with the plan: %s", diags[0].Detail())
	}
	compared = slices.DeleteFunc(compared, func(three comparison) bool {
		return !three.touched || !three.foreign || three.agrees || len(names) > 0 && !slices.Contains(names, three.attribute)
	})
	if len(compared) == 0 {
		return nil
	}
	return &ConflictError{table(compared)}
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
			diags.Append(three.kept())
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
		diags.Append(c.wanted.GetAttribute(ctx, path.Root(three.attribute), &planned)...)
		diags.Append(to.State.SetAttribute(ctx, path.Root(three.attribute), planned)...)
	}
	if c.Version > 0 {
		diags.Append(to.Private.SetKey(ctx, versionKey, strconv.AppendInt(nil, c.Version, 10))...)
	}
	return diags
}

func (three comparison) kept() diag.Diagnostic {
	return difference{three.at, three.wanted, three.found, three.sensitive}.kept()
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
