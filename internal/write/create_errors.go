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

// TakenError says that the object found after a lost answer is not the one that was to be created.
type TakenError struct {
	// KeyValues are the key of the object that is there.
	KeyValues []string
	others    []difference
}

// Error names what is different.
func (e *TakenError) Error() string {
	others := make([]string, len(e.others))
	for i, other := range e.others {
		others[i] = fmt.Sprintf("%s is %s there, and was to be %s", other.at, other.remote, other.desired)
		if other.sensitive {
			others[i] = fmt.Sprintf("%s is another one (sensitive, not shown)", other.at)
		}
	}
	slices.Sort(others)
	return "the answer to the create was lost, and the object that is there is another one: " + strings.Join(others, "; ")
}

// ExistsError says that a create was refused because of an object that is there already, and which one that is.
type ExistsError struct {
	// Err is what the service answered.
	Err error
	// KeyValues are the key of the object that is there.
	KeyValues []string
	// ByName says that the object has the name that was sent, and another external id.
	ByName bool
	// Unread is why the object with the external id that was sent could not be looked up, so that it is not known whether it
	// is there; nil when it is.
	Unread error
}

// Error is what the service answered.
func (e *ExistsError) Error() string { return e.Err.Error() }

// Unwrap returns what the service answered.
func (e *ExistsError) Unwrap() error { return e.Err }

// UnsettledError says that it is not known whether a create whose answer was lost made an object, because the service may
// have chosen its external id.
type UnsettledError struct {
	// Err is what came instead of the answer.
	Err error
	// Remaining is a second object, made by sending the create again, that could not be deleted because of Cause; "" when
	// there is none.
	Remaining string
	Cause     error
	// values are what was sent.
	values string
}

// Error says what to look for.
func (e *UnsettledError) Error() string {
	text := fmt.Sprintf("%s.\n\nAn answer to the create was lost, and there is nothing under the external id that was sent. Where the service chooses another one itself, "+
		"it is not known whether the object was made. Look in the service for one that was made just now with %s", strings.TrimSuffix(e.Err.Error(), "."), e.values)
	if e.Remaining != "" {
		text += fmt.Sprintf(". Sending it again made %q, which could not be deleted: %s. Delete it", e.Remaining, strings.TrimSuffix(e.Cause.Error(), "."))
	}
	return text
}

// knownValues lists the planned values of a create as they stand in a configuration, but for the id.
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
