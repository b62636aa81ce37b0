package write

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
)

// Error is why a write stopped, where more is known than what the service answered.
type Error struct {
	// Outcome is Conflict when somebody else changed what an update changes, to something else;
	// Duplicate when another object is there than the one that was to be created; Lost when it is not
	// known whether a create made an object, because the service may have chosen its external ID.
	Outcome Outcome
	// ExtID is the external ID of the object that is there, for a Duplicate.
	ExtID string
	// Refusal is what the service answered to the create, nil when that answer was lost.
	Refusal error
	// ByName reports whether the object that is there has the name that was sent, and another external
	// id.
	ByName bool
	// Unread is why the object with the external ID that was sent could not be looked up, so that it
	// is not known whether it is there; nil when it is.
	Unread error
	text   string
}

// Error is what the service answered; otherwise it names the attributes that differ, or says what
// to look for. Values of sensitive attributes are left out.
func (e *Error) Error() string {
	if e.Refusal != nil {
		return e.Refusal.Error()
	}
	return e.text
}

// Unwrap returns what the service answered.
func (e *Error) Unwrap() error { return e.Refusal }

// conflict shows each attribute three ways.
func conflict(compared []comparison) *Error {
	return &Error{Outcome: Conflict,
		text: "Another writer changed what this update changes, after its plan was made:\n\n" + table(compared) +
			"\nWhat was found stays as it is"}
}

// taken names what is different in the object that is there.
func taken(extID string, others []difference) *Error {
	lines := make([]string, len(others))
	for i, other := range others {
		lines[i] = fmt.Sprintf("%s is %s there, and was to be %s", other.at, other.remote, other.desired)
		if other.sensitive {
			lines[i] = fmt.Sprintf("%s is another one (sensitive, not shown)", other.at)
		}
	}
	slices.Sort(lines)
	return &Error{Outcome: Duplicate,
		ExtID: extID, text: "the answer to the create was lost, and the object that is there is another one: " + strings.Join(lines, "; ")}
}

// createLost says what to look for; lost is what came instead of the answer.
func createLost(ctx context.Context, plan tfsdk.Plan, lost error) *Error {
	return &Error{Outcome: Lost,
		text: fmt.Sprintf("%s.\n\n"+
			"An answer to the create was lost, and there is nothing under the external id that was sent. Where the service chooses "+
			"another one "+
			"itself, "+
			"it is not known whether the object was made. Look in the service for one that was made just now with %s",
			strings.TrimSuffix(lost.Error(), "."), knownValues(ctx, plan))}
}

// with adds that a second object, made by sending the create again, could not be deleted.
func (e *Error) with(remaining string, cause error) *Error {
	e.text += fmt.Sprintf(". Sending it again made %q, which could not be deleted: %s. Delete it", remaining,
		strings.TrimSuffix(cause.Error(), "."))
	return e
}

// knownValues lists the planned values of a create as they stand in a configuration, but for the
// id.
func knownValues(ctx context.Context, plan tfsdk.Plan) string {
	attributes := plan.Schema.GetAttributes()
	var known []string
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		var value attr.Value
		if diags := plan.GetAttribute(ctx, path.Root(name), &value); diags.HasError() || attributes[name].IsSensitive() {
			continue
		}
		if name != extID && !value.IsNull() && !value.IsUnknown() {
			known = append(known, fmt.Sprintf("%s = %s", name, value))
		}
	}
	return strings.Join(known, ", ")
}
