package planchecks

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
)

// declarations is what the calls of a run declare of each object, of each element of an
// authoritative one, and of each owner of such elements.
type declarations struct {
	mu sync.Mutex
	by map[string]declaration
}

// declaration holds, for each role, the type of a resource that has it, or "". isReplaced is the role
// of a resource that destroys the object in a replacement: Terraform can create it after that at an
// address that refers to the replaced one. An owner has the roles isWhole and isSingle if
// an authoritative and a single resource declare its elements.
type declaration [6]string

const (
	isKept = iota
	isCreated
	isDestroyed
	isReplaced
	isWhole
	isSingle
)

// keyOf returns the key of an object in what the checks of a run remember: its type and its import
// ID.
func keyOf(of *objecttype.Type, parts ...string) string {
	return of.Name + " " + objecttype.ImportID(parts...)
}

// of returns what is declared of an object.
func (d *declarations) of(key string) declaration {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.by[key]
}

// add records a role of a resource, and returns what was known before and what is known now.
func (d *declarations) add(key string, role int, resource string) (before, all declaration) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.by == nil {
		d.by = map[string]declaration{}
	}
	before = d.by[key]
	all = before
	all[role] = resource
	d.by[key] = all
	return before, all
}

// refuseOnce reports an error about an object, unless an earlier call of the run has reported one.
func (p *Planned) refuseOnce(key string, d diag.Diagnostic) {
	if p.run.first("error " + key) {
		p.resp.Diagnostics.Append(d)
	}
}

// contradicts is refuseOnce for a contradiction with another resource.
func (p *Planned) contradicts(key string, d diag.Diagnostic) {
	before := p.resp.Diagnostics.ErrorsCount()
	p.refuseOnce(key, d)
	p.contradictions += p.resp.Diagnostics.ErrorsCount() - before
}

// creates reports whether the run has planned to create an object, or, with the key "", an object
// whose id is not known yet. The key may begin with the client of an object that has none.
func (r *Run) creates(of *objecttype.Type, key ...string) bool {
	if of != nil && len(key) > len(of.Key) {
		key = key[1:]
	}
	return of != nil && r.declared.of(keyOf(of, key...))[isCreated] != ""
}

// MakesOne reports whether the run has planned to create an object.
func (p *Planned) MakesOne(of *objecttype.Type, key ...string) bool { return p.run.creates(of, key...) }

// refuseDeclared reports an object that two resources of the plan declare, or that one declares and
// another one destroys. The second of the two calls reports it, whichever it is.
func (p *Planned) refuseDeclared() {
	defer p.declareOwn()
	if p.refuseShared() {
		return
	}
	declares := p.declares()
	for _, key := range slices.Sorted(maps.Keys(declares)) {
		role := declares[key]
		before, all := p.run.declared.add(key, role, p.of.Type.Name)
		if p.existsElsewhere(key, role, before, all) {
			p.contradicts(p.ownKey(), p.existing(p.ownID()))
		} else if conflict := conflict(key, role, before, all); conflict != nil {
			p.contradicts(key, conflict)
		}
	}
}

// existsElsewhere reports whether one resource creates the object of the plan, and another one of its
// type keeps or destroys it: a lookup of the create finds the same.
func (p *Planned) existsElsewhere(key string, role int, before, all declaration) bool {
	member := p.of.Type.Class == objecttype.Grant && p.of.lastPart() != "ext_id"
	if key != p.ownKey() && !member {
		return false
	}
	return role == isKept && before[isKept] == "" && before[isCreated] == all[isKept] ||
		all[isCreated] != "" && all[isCreated] == all[isDestroyed]
}

// conflict returns the error if a role contradicts those before it; all holds it and them.
func conflict(key string, role int, before, all declaration) diag.Diagnostic {
	destroyed := cmp.Or(all[isDestroyed], all[isReplaced])
	declared := role == isCreated && before[isCreated] != ""
	switch {
	case declared && strings.Contains(key, byName):
		return nil // warnNotUnique reports it.
	case declared || role == isKept && cmp.Or(before[isKept], before[isCreated]) != "":
		return declaredTwice(key)
	case all[isKept] != "" && destroyed != "":
		return diag.NewErrorDiagnostic("Kept and destroyed by the same plan", keptAndDestroyed(key, all[isKept], destroyed))
	case all[isCreated] != "" && all.loses() != "":
		return diag.NewErrorDiagnostic("Destroyed at one address and created at another", createdAndDestroyed(key, all))
	}
	return nil
}

// ownID is the id of the object in the plan, or in the state if the plan destroys it, and ownKey its
// key among the declarations.
func (p *Planned) ownID() string {
	if p.removed() {
		return rawID(p.req.State.Raw)
	}
	return rawID(p.resp.Plan.Raw)
}

func (p *Planned) ownKey() string { return p.of.Type.Name + " " + p.ownID() }

// byName is a part of the key of an object whose external ID is not known.
const byName = " with the "

// declareOwn records the object itself: what refers to a new one does not look it up, and one with a
// plan of its own is not tainted.
func (p *Planned) declareOwn() {
	id, role := rawID(p.req.State.Raw), isKept
	switch {
	case p.Creates():
		id, role = rawID(p.resp.Plan.Raw), isCreated
	case p.removed():
		role = isDestroyed
	case p.deletes():
		role = isReplaced
	}
	p.run.declared.add(p.of.Type.Name+" "+id, role, p.of.Type.Name)
}

// loses returns the type of a resource that loses the element while another one creates it. A
// replacement counts for an authoritative resource: its grants are lost if the create comes first.
func (d declaration) loses() string {
	if of := objecttype.ByName(d[isReplaced]); of != nil && of.Class == objecttype.Set {
		return cmp.Or(d[isDestroyed], d[isReplaced])
	}
	return d[isDestroyed]
}

// declares returns what the call declares of each element that the object holds before or after it.
// It omits the create of a replacement, which the plan of the old object declares.
func (p *Planned) declares() map[string]int {
	held, removes, all := heldBy(p.of.Type, p.resp.Plan.Raw), isDestroyed, map[string]int{}
	if p.replaced() {
		removes = isReplaced
	}
	for _, key := range heldBy(p.of.Type, p.req.State.Raw) {
		all[key] = removes
	}
	creates := !p.replaced() && (!p.successor || p.tainted)
	for _, key := range held {
		if _, kept := all[key]; kept {
			all[key] = isKept
		} else if creates {
			all[key] = isCreated
		}
	}
	if key := p.named(p.req.State.Raw); p.removed() && key != "" {
		all[key] = removes
	}
	if key := p.named(p.resp.Plan.Raw); len(held) == 0 && creates && p.Creates() && key != "" {
		all[key] = isCreated
	}
	return all
}

// named identifies an object by its unique value, to match a new object whose external ID is not
// known yet. It returns "" without a unique value.
func (p *Planned) named(object tftypes.Value) string {
	value := p.uniqueText(object)
	if value == "" {
		return ""
	}
	parts := append(rawTexts(object, clientPart, p.unique().Scope), brief(value))
	return fmt.Sprintf("%s"+byName+"%s %s", p.of.Type.Title, p.unique().Attr,
		objecttype.ImportID(slices.DeleteFunc(parts, func(part string) bool { return part == "" })...))
}

func declaredTwice(key string) diag.Diagnostic {
	return diag.NewErrorDiagnostic("Declared twice", fmt.Sprintf("Object: %s\n\nTwo resources of this configuration are this object. Each "+
		"resets it to its own values, and if one is destroyed, the other loses the object. Nothing was changed. Keep one, and remove the "+
		"other with a `removed` block that has destroy = false, so that the object stays.", titled(key)))
}

func keptAndDestroyed(key, keeps, removes string) string {
	return fmt.Sprintf("Object: %s\n\nOne resource idm_%s keeps the object, and this plan removes it from another resource, idm_%s: the "+
		"apply would delete it from the service, and the next plan would create it again. Nothing was changed. To hand the object over, "+
		"remove the other resource with a `removed` block that has destroy = false, so that only the state changes. If no block can "+
		"name it, such as a deposed object, use `terraform state rm` and import it again.", titled(key), keeps, removes)
}

func createdAndDestroyed(key string, of declaration) string {
	const handOver = "To hand the object over, remove the other resource with a `removed` block that has destroy = false, and import the " +
		"object into the new one"
	remedy := "If only the address has changed, such as a key of for_each, add a `moved` block: then the plan changes nothing."
	switch removes := of.loses(); {
	case removes != of[isDestroyed]:
		remedy = handOver + ". The other resource is replaced: declare it under a new name, and let the block name the old one."
	case of[isCreated] != removes:
		remedy = handOver + ": then the plan changes nothing."
	}
	return fmt.Sprintf("Object: %s\n\nThis plan removes the object from a resource idm_%s, and creates it again as another resource, "+
		"idm_%s. Their order is not defined: either the create finds the existing object and fails, or the service first deletes the "+
		"object and everything that belongs to it. Nothing was changed. %s To replace the object, destroy it in an earlier apply.",
		titled(key), of.loses(), of[isCreated], remedy)
}

// titled returns a key of the declarations for a reader: the object, or the element of an
// authoritative one.
func titled(key string) string {
	name, id, _ := strings.Cut(key, " ")
	of := objecttype.ByName(name)
	if of == nil {
		return key
	}
	if _, err := of.Key.Parse(id); of.Class == objecttype.Set && err != nil {
		of = objecttype.ByName(of.Owns)
	}
	return of.Title + " " + id
}

// refuseShared reports an owner whose elements an authoritative and a single resource declare: the
// first removes everything else, or each apply would undo the other resource. It returns true if both
// exist.
func (p *Planned) refuseShared() bool {
	whole := sharing(p.of.Type)
	if whole == nil || p.removed() {
		return false
	}
	parts := rawTexts(p.resp.Plan.Raw, whole.Key...)
	if slices.Contains(parts, "") {
		return false
	}
	owner := objecttype.ImportID(parts...)
	key := "elements of " + whole.Name + " " + owner
	role := isSingle
	if p.of.Type == whole {
		role = isWhole
	}
	if _, all := p.run.declared.add(key, role, p.of.Type.Name); all[isWhole] == "" || all[isSingle] == "" {
		return false
	}
	last := diagnostics.Title(whole.Key[len(whole.Key)-1])
	p.contradicts(key, diag.NewErrorDiagnostic("Managed twice",
		fmt.Sprintf("Object: %[3]s of %[4]s\n\nBoth idm_%[1]s and idm_%[2]s manage the %[3]s of %[4]s. The first is authoritative and "+
			"removes all others, so each apply would undo the other resource. Nothing was changed. Use one of the two for each %[5]s, and "+
			"remove the other from the configuration with a `removed` block that has destroy = false.",
			whole.Name, whole.Owns, whole.Title, owner, last)))
	return true
}

// sharing returns the authoritative type that can manage the same objects as t, which can be t
// itself, otherwise nil.
func sharing(t *objecttype.Type) *objecttype.Type {
	if t.Single() != nil {
		return t
	}
	for _, whole := range objecttype.OfClass(objecttype.Set) {
		if whole.Single() == t {
			return whole
		}
	}
	return nil
}

// heldBy returns what an object holds: an authoritative object and its elements, the element that an
// authoritative type can also hold, the values of properties, otherwise the object itself. It reads
// the raw value because almost every object in a large plan is unchanged, and decoding is expensive.
func heldBy(t *objecttype.Type, object tftypes.Value) []string {
	if object.IsNull() || !object.IsKnown() {
		return nil
	}
	whole := sharing(t)
	var held []string
	if id := rawID(object); id != "" && t.Class != objecttype.Properties && (whole == nil || whole == t) {
		held = append(held, t.Name+" "+id)
	}
	switch {
	case whole != nil:
		return append(held, heldKeys(whole, object, t.Gives.Attr)...)
	case t.Class == objecttype.Properties:
		return append(heldKeys(t, object, "properties"), heldKeys(t, object, "sensitive_properties")...)
	}
	return held
}

// heldKeys returns the keys of the elements in an attribute, which belong to the object's parent.
func heldKeys(whole *objecttype.Type, object tftypes.Value, attribute string) (keys []string) {
	parent := rawTexts(object, whole.Key...)
	if slices.Contains(parent, "") {
		return nil
	}
	for _, element := range rawElements(object, attribute) {
		if element != "" {
			keys = append(keys, keyOf(whole, append(slices.Clone(parent), element)...))
		}
	}
	return keys
}

// rawElements returns the keys of a map or object, the texts of a set, or a single text; it is empty
// if the attribute is null or not fully known.
func rawElements(object tftypes.Value, name string) (names []string) {
	var byKey map[string]tftypes.Value
	value := rawValue(object, name)
	set := []tftypes.Value{value}
	if value.As(&byKey) == nil {
		return slices.Collect(maps.Keys(byKey))
	}
	_ = value.As(&set) // An unknown set has no texts.
	for _, element := range set {
		var text string
		if element.As(&text) == nil {
			names = append(names, text)
		}
	}
	return names
}
