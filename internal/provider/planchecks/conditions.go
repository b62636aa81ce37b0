package planchecks

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/lookups"
)

// ConditionsKey is the key in the private state of the plan of a replacement for its conditions.
const ConditionsKey = "conditions"

// condition is what the create of a replacement requires of the service, and what its plan has found.
// An apply checks it again before the destroy, because a saved plan can be old.
type condition struct {
	// Of is the type of the replaced object: this one, or one that it refers to.
	Of string `json:"of"`
	// Refers is the attribute that refers to the object with Type, Client and ExtID, which must exist.
	// Without it, no object of Type may have ExtID or, among its siblings below Owner, Name.
	Refers string `json:"refers,omitempty"`
	Type   string `json:"type"`
	Client string `json:"client,omitempty"`
	ExtID  string `json:"ext_id,omitempty"`
	Owner  string `json:"owner,omitempty"`
	// Attr is the attribute with the unique value Name. Except is the external ID of the destroyed
	// object, which may have it.
	Attr   string `json:"attr,omitempty"`
	Name   string `json:"name,omitempty"`
	Except string `json:"except,omitempty"`
}

func (c condition) target() lookups.Target {
	return lookups.NewTarget(objecttype.ByName(c.Type), c.Client, c.ExtID)
}

// requires records a condition of the create of a replacement.
func (p *Planned) requires(c condition) {
	if p.successor {
		c.Of, c.Client = p.of.Type.Name, p.Text(clientPart)
		p.conditions = append(p.conditions, c)
	}
}

// requiresOf adds the conditions of a replaced object to those of a replacement that refers to it,
// because a CLI destroys that one first.
func (p *Planned) requiresOf(object lookups.Target) {
	all, _ := p.run.conditions.Load(object)
	if planned, ok := all.([]condition); ok && p.successor {
		p.conditions = append(p.conditions, planned...)
	}
}

// noteConditions records the conditions of a replacement for the objects that refer to it.
func (p *Planned) noteConditions() {
	if extID := p.Text("ext_id"); extID != "" && p.conditions != nil {
		p.run.conditions.Store(lookups.NewTarget(p.of.Type, p.Text(clientPart), extID), p.conditions)
	}
}

// destroyed returns the external ID of the object that the create of a replacement follows.
func (p *Planned) destroyed() string {
	if key := p.Predecessor(); key != nil {
		return key[len(key)-1]
	}
	return p.Text("ext_id")
}

// RequiresFree records that no other object of an owner, or of the client or service if it is "", may
// have the external ID of a new object.
func (p *Planned) RequiresFree(extID, owner string) {
	if except := p.destroyed(); extID != except {
		p.requires(condition{Type: p.of.Type.Name, ExtID: extID, Owner: owner, Except: except})
	}
}

// conditions are the conditions of the replacement of an object with an id.
type conditions struct {
	ID  string      `json:"id"`
	All []condition `json:"all"`
}

// Conditions returns what the create of a replacement requires, for Unmet, or nil.
func (p *Planned) Conditions() []byte {
	if len(p.conditions) == 0 {
		return nil
	}
	text, _ := json.Marshal(conditions{cmp.Or(p.predecessor, rawID(p.resp.Plan.Raw)), p.conditions}) // Texts always have a JSON form.
	return text
}

// Unmet returns an error unless the conditions of a replacement certainly still hold: what can no
// longer be read counts as changed. It omits references to objects that this run has deleted, because
// it creates them again.
func (r *Run) Unmet(ctx context.Context, of *Subject, text []byte) diag.Diagnostic {
	var planned conditions
	var unmet []string
	if len(text) > 0 && json.Unmarshal(text, &planned) != nil {
		unmet = []string{"- The recorded results of the plan are unreadable."}
	}
	for _, c := range planned.All {
		reason := ""
		switch {
		case objecttype.ByName(c.Type) == nil:
		case c.Refers != "":
			reason = r.unreferable(ctx, of, c)
		default:
			reason = r.occupied(ctx, c)
		}
		if line := "- " + reason; reason != "" && !slices.Contains(unmet, line) {
			unmet = append(unmet, line)
		}
	}
	if unmet == nil {
		return nil
	}
	return diag.NewErrorDiagnostic("The replacement is no longer possible",
		fmt.Sprintf("Object: %s %q\n\nThe object was not destroyed, because the service would refuse its successor, or might. Since the "+
			"plan, this has changed or become unreadable:\n\n%s\n\nPlan again.", of.Type.Title, planned.ID, strings.Join(unmet, "\n")))
}

// unreferable returns why an object can no longer be referred to, or "".
func (r *Run) unreferable(ctx context.Context, of *Subject, c condition) string {
	target := c.target()
	if _, deleted := r.deleted.Load(target); deleted {
		return ""
	}
	found := r.Catalog.Read(ctx, target)
	reason := ""
	switch unusable := of.Unusable[c.Refers]; {
	case found.Status == lookups.Unknown:
		reason = "cannot be read"
	case found.Status == lookups.Missing:
		reason = "no longer exists"
	case unusable != nil && c.Of == of.Type.Name:
		reason = unusable(found)
	}
	if reason == "" {
		return ""
	}
	return fmt.Sprintf("The %s %q (%s) %s.", target.Type.Title, c.ExtID, c.Refers, reason)
}

// occupied returns which object has the external ID or the unique value, or "". An object that this
// run has written is the successor, which create_before_destroy creates first.
func (r *Run) occupied(ctx context.Context, c condition) string {
	title := c.target().Type.Title
	holder, known := r.holder(ctx, c, false, func(extID string) bool { return r.wrote(c, extID) })
	switch {
	case !known:
		return fmt.Sprintf("It cannot be read whether a %s has the values of the new one.", title)
	case holder == "":
		return ""
	case c.ExtID != "":
		return fmt.Sprintf("The %s %q exists.", title, holder)
	}
	return fmt.Sprintf("The %s %q has %s = %q.", title, holder, c.Attr, c.Name)
}

// loginPart is an attribute that is unique in a client, not only in a list.
const loginPart = "login_id"

// holder returns the external ID of an object that has the external ID or the unique value and may
// not have it, "" for none, and whether that is known. A quick answer limits the requests, and is
// known if there is one.
func (r *Run) holder(ctx context.Context, c condition, quick bool, may func(extID string) bool) (extID string, known bool) {
	target, held := c.target(), []string{""}
	single := c.Attr == "" && c.Owner == "" && target.Type.Class != objecttype.Grant
	switch known = true; {
	case c.Attr == loginPart && quick:
		held[0] = r.Catalog.UserByLogin(ctx, c.Client, c.Name)
	case c.Attr == loginPart:
		held[0], known = r.Catalog.HasLogin(ctx, c.Client, c.Name)
	case single && quick:
		if r.Catalog.Taken(ctx, target) {
			held[0] = c.ExtID
		}
	case single:
		found := r.Catalog.Read(ctx, target)
		held[0], known = found.ExtID, found.Status != lookups.Unknown
	default:
		all := r.Catalog.Siblings(ctx, target.Type, c.Client, c.Owner)
		known = all != nil
		for _, one := range all {
			if one.ExtID == c.ExtID || c.Name != "" && one.Name == c.Name {
				held = append(held, one.ExtID)
			}
		}
	}
	for _, extID := range held {
		if extID != "" && extID != c.Except && !may(extID) {
			return extID, known
		}
	}
	return "", known
}

// NoteWritten records that the run creates an object or has changed it, or, with false, that a create
// has failed. A create counts from its beginning, because the object exists before the response.
func (r *Run) NoteWritten(noun string, key []string, written bool) {
	if id := noun + " " + objecttype.ImportID(key...); written {
		r.written.Store(id, true)
	} else {
		r.written.Delete(id)
	}
}

// Wrote reports whether the run has created or changed the object of a state.
func (r *Run) Wrote(of *objecttype.Type, state tftypes.Value) bool {
	_, written := r.written.Load(of.Name + " " + rawID(state))
	return written
}

// wrote reports whether the run has written the object of a condition with an external ID.
func (r *Run) wrote(c condition, extID string) bool {
	parts := []string{c.Client, c.Owner, extID}
	of := c.target().Type
	switch len(of.Key) {
	case 1:
		parts = parts[2:]
	case 2:
		parts = []string{c.Client, extID}
	}
	_, written := r.written.Load(keyOf(of, parts...))
	return written
}

// NoteDeleted records that the run deletes the object with a key: what referred to it is created
// again after it.
func (r *Run) NoteDeleted(noun string, key []string) {
	if of := objecttype.ByName(noun); of != nil && len(key) <= 2 {
		r.deleted.Store(lookups.NewTarget(of, key[0], key[len(key)-1]), true)
	}
}
