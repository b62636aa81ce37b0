package write

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
)

// Error explains why a write stopped when more is known than the service's response.
type Error struct {
	// Outcome is Conflict when another writer changed an attribute of this update to a different value;
	// Duplicate when a different object exists in place of the planned one; Lost when it is not known
	// whether a create made an object, because the service may have chosen its external ID.
	Outcome Outcome
	// ExtID is the external ID of the existing object, for a Duplicate.
	ExtID string
	// Refusal is the error response to the create, nil when the response was lost.
	Refusal error
	// Cause is the error received in place of the response to a Lost create, nil for others.
	Cause error
	// ByName reports whether the existing object has the planned name and a different external ID.
	ByName bool
	// Candidates are the external IDs of the objects one of which a Lost create may have made; nil when
	// none is known.
	Candidates []string
	// Unread is the error of looking up the external ID that was sent, after which it is not known
	// whether the object exists; nil when it does.
	Unread error
	text   string
}

// Error returns the service's error response if there is one. Otherwise it names the attributes
// that differ or the object to look for, without the values of sensitive attributes.
func (e *Error) Error() string {
	switch {
	case e.Refusal != nil:
		return e.Refusal.Error()
	case e.Cause != nil:
		return trimmed(e.Cause.Error()) + ". " + e.text
	}
	return e.text
}

// Reason is Error without the Cause.
func (e *Error) Reason() string { return e.text }

// Unwrap returns the service's error response.
func (e *Error) Unwrap() error { return e.Refusal }

// conflict returns an error that shows the planned, the found and the desired value of each
// attribute.
func conflict(compared []comparison) *Error {
	return &Error{Outcome: Conflict,
		text: "Another writer changed these attributes after the plan:\n\n" + table(compared) +
			"\nThe current values are kept"}
}

// anotherObject returns an error that lists the changed values. Terraform plans the delete of a
// resource that has left the configuration without the refreshed values.
func anotherObject(changes []string) *Error {
	return &Error{Outcome: Conflict,
		text: "Another writer deleted the object, and created one with the same external ID:\n\n" +
			strings.Join(changes, "\n") + "\n\nThe new object is kept as it is. " +
			"If its resource has left the configuration, first run \"terraform apply -refresh-only\""}
}

// taken returns an error that names the differences of the existing object.
func taken(extID string, others []comparison) *Error {
	lines := make([]string, len(others))
	for i, other := range others {
		lines[i] = fmt.Sprintf("%s is %s instead of %s", other.at, other.remote, other.desired)
		if other.sensitive {
			lines[i] = fmt.Sprintf("%s differs (sensitive, not shown)", other.at)
		}
	}
	slices.Sort(lines)
	return &Error{Outcome: Duplicate,
		ExtID: extID, text: "the response to the create was lost, and another object has its external ID: " +
			strings.Join(lines, "; ")}
}

// lost returns the error of a create if it is not known whether it made an object. why is the
// reason, and cause the error received in place of the response.
func (c *creation) lost(ctx context.Context, cause error, why string) *Error {
	stopped := &Error{Outcome: Lost, Cause: cause, text: fmt.Sprintf("The response to the create was lost, and it is not known whether "+
		"the object was created: %s. Look in the service for a new object with %s", trimmed(why), knownValues(ctx, c.plan))}
	if other, _ := errors.AsType[*mislocatedError](cause); other != nil && other.isUnread {
		stopped.Candidates = []string{other.extID}
		stopped.text = fmt.Sprintf("The service has probably created the object under this ID. It is not in the state, because an ID "+
			"that cannot be read may belong to another object: %s. Look in the service for an object with %s", trimmed(why),
			knownValues(ctx, c.plan))
	}
	return stopped
}

// unread is lost for a create whose external ID could not be looked up. If the service keeps the IDs
// that it receives, a cause other than a mislocated response is enough.
func (c *creation) unread(ctx context.Context, cause, failed error) error {
	known := c.run.idPolicy(c.kind) == clientAssigned
	if _, named := errors.AsType[*mislocatedError](cause); !named && (known || ctx.Err() != nil) {
		return cause
	}
	stopped := c.lost(ctx, cause, fmt.Sprintf("looking up the external ID that was sent, %q, failed: %s. The service may also have "+
		"assigned another one", c.sent, trimmed(failed.Error())))
	if known || c.idConfigured(ctx) {
		stopped.Candidates = []string{c.sent}
	}
	return stopped
}

// several is lost for a create that may have made one of several candidates, or an object with
// other values.
func (c *creation) several(ctx context.Context, cause error, candidates []string) *Error {
	if cause == nil {
		cause = errLate
	}
	stopped := c.lost(ctx, cause, "these similar objects have been created in the meantime: "+strings.Join(candidates, ", "))
	stopped.Candidates = candidates
	return stopped
}

// errLate is the cause of several when only an earlier attempt had no response.
var errLate = errors.New("a repeated create was carried out, and perhaps the first one as well")

func trimmed(sentence string) string { return strings.TrimSuffix(sentence, ".") }

// knownValues lists the planned values of a create, except its external ID, in the syntax of a
// configuration.
func knownValues(ctx context.Context, plan tfsdk.Plan) string {
	attributes := plan.Schema.GetAttributes()
	var known []string
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		var value attr.Value
		if diags := plan.GetAttribute(ctx, path.Root(name), &value); diags.HasError() || attributes[name].IsSensitive() {
			continue
		}
		if name != extID && name != "id" && !value.IsNull() && !value.IsUnknown() {
			known = append(known, fmt.Sprintf("%s = %s", name, value))
		}
	}
	return strings.Join(known, ", ")
}
