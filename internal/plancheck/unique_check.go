package plancheck

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/references"
)

// Unique is an attribute that no two objects share whose attribute Scope is the same. Where names
// them in a sentence. Of a flag only true is unique.
type Unique struct{ Attr, Scope, Where string }

// claims are the unique values of the objects that a run plans.
type claims struct {
	mu sync.Mutex
	by map[string]claimant
}

// claimant is what is known of the objects that will have a value: the id of one that the state
// holds, and whether a new one is among them, with its id if that is known. successor is set if one
// replaces an object that is destroyed first.
type claimant struct {
	kept, madeID    string
	made, successor bool
}

// add notes that an object has a value, and returns what was known before.
func (c *claims) add(key, id string, made, successor bool) claimant {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.by == nil {
		c.by = map[string]claimant{}
	}
	before := c.by[key]
	now := before
	now.successor = before.successor || successor
	if made {
		now.made, now.madeID = true, id
	} else {
		now.kept = id
	}
	c.by[key] = now
	return before
}

// get returns what is known of a value.
func (c *claims) get(key string) claimant {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.by[key]
}

func (c *claims) has(key string) bool { return c.get(key) != claimant{} }

// Retire notes that the plan archives an object, which keeps a unique value, and reports whether the
// plan gives the value to another object. Of both plans, the second reports it.
func (p *Planned) Retire(value string) (reused bool) {
	key := p.claimKey(p.Recorded(clientPart), "", value)
	p.run.claims.add(retired+key, p.Recorded("ext_id"), false, false)
	return p.run.claims.has(key)
}

// Retired returns the external ID of the object that the plan archives with a unique value, "" for
// none.
func (p *Planned) Retired(value string) (extID string) {
	return p.run.claims.get(retired + p.claimKey(p.Text(clientPart), "", value)).kept
}

// retired begins the key of a value that an archived object keeps.
const retired = "archived "

// unique is the unique attribute of the type.
func (p *Planned) unique() Unique {
	if p.of.Unique.Attr != "" {
		return p.of.Unique
	}
	return Unique{p.of.Type.Unique.Attr, p.of.Type.RefTo(p.of.Type.Owner), p.of.Type.Unique.Where}
}

// claim compares the unique value of an object with the values of the others of this configuration.
func (p *Planned) claim() {
	unique := p.unique()
	if unique.Attr == "" || p.req.Plan.Raw.IsNull() || !p.Creates() && p.deletes() {
		return
	}
	value, known := p.claimed(unique)
	if !known {
		return
	}
	id := rawID(p.resp.Plan.Raw)
	before := p.run.claims.add(p.claimKey(p.Text(clientPart), p.Text(unique.Scope), value), id, p.Creates(), p.successor)
	var other string
	switch {
	case before.kept != "" && before.kept != id && !p.replaces(before.kept):
		other = fmt.Sprintf(" %q", before.kept)
	case before.made && (before.madeID == "" || before.madeID != id):
		other = strings.TrimSuffix(fmt.Sprintf(" %q", before.madeID), ` ""`)
	default:
		return
	}
	title := strings.TrimSuffix(unique.Attr, "_ext_id")
	detail := fmt.Sprintf("Another resource of this configuration is the %s%s with the same %s %q, which is unique %s. Choose another "+
		"value for one of the two, or remove one.", p.of.Type.Title, other, title, brief(value), unique.Where)
	if before.successor && !p.successor {
		p.Refuse(path.Root(unique.Attr), "Not unique in this configuration", detail+"\n\nThis plan replaces the other one "+
			"and destroys it first: the create would fail, and the object would be lost. Nothing was changed.")
		return
	}
	p.Warn(path.Root(unique.Attr), "Not unique in this configuration", detail)
}

// brief returns a value for a message: a digest of a text with several lines, such as a certificate.
func brief(value string) string {
	if !strings.Contains(value, "\n") {
		return value
	}
	sum := sha256.Sum256([]byte(value))
	return "SHA-256 " + hex.EncodeToString(sum[:8])
}

// replaces reports whether the object replaces the one with an id.
func (p *Planned) replaces(id string) bool {
	if id == p.predecessor {
		return true
	}
	was := p.run.objects.add(p.of.Type.Name, id, plannedObject{})
	return was.read && !was.kept
}

// claimed is the value of the unique attribute, when it and its scope are known.
func (p *Planned) claimed(unique Unique) (value string, known bool) {
	if scope := p.after(unique.Scope); unique.Scope != "" && (scope == nil || scope.IsUnknown()) {
		return "", false
	}
	switch v := p.after(unique.Attr).(type) {
	case types.String:
		return v.ValueString(), v.ValueString() != ""
	case types.Bool:
		return "true", v.ValueBool()
	}
	return "", false
}

func (p *Planned) claimKey(client, scope, value string) string {
	return claimKey(p.of.Type, client, scope, value)
}

func claimKey(of *objecttype.Type, client, scope, value string) string {
	return of.Name + " " + objecttype.ImportID(cmp.Or(client, "-"), cmp.Or(scope, "-"), value)
}

// Claimed reports whether another object of the plan in the same client has a unique value. The
// successor of a replaced object is not another one, nor is one whose ID is not known yet.
func (p *Planned) Claimed(scope, value string) bool {
	by := p.run.claims.get(p.claimKey(p.Recorded(clientPart), scope, value))
	if p.req.Plan.Raw.IsNull() {
		return by != claimant{}
	}
	return by.kept != "" && by.kept != p.RecordedID() || by.madeID != "" && by.madeID != rawID(p.resp.Plan.Raw)
}

// Removed reports whether this run destroys or replaces an object of a type with a key.
func (p *Planned) Removed(of *objecttype.Type, key ...string) bool {
	known := p.run.objects.add(of.Name, objecttype.ImportID(key...), plannedObject{})
	return known.removed || known.replaced
}

// WarnUnless is Warn, unless an object of the plan that comes later makes a condition true. It never
// blocks by default: another provider may keep the CLI busy for so long that the plan seems to be
// over.
func (p *Planned) WarnUnless(met func() bool, at path.Path, summary, detail string) {
	p.ask(severalWait, question{
		open:   func() bool { return !met() },
		report: func(last *Planned) { last.Warn(at, summary, detail) },
	})
}

// Leaves reports whether this run destroys or replaces another object of the same type and client, or
// plans another parent for it.
func (p *Planned) Leaves(extID, parent string) bool {
	return p.leaves(references.NewTarget(p.of.Type, p.Recorded(clientPart), extID), parent)
}

func (p *Planned) leaves(object references.Target, parent string) bool {
	above, planned := p.Catalog.PlannedParent(object)
	return p.Removed(object.Type, object.Client, object.ExtID) || planned && above != parent
}
