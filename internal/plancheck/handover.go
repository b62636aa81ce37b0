package plancheck

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
)

// holders remembers, for each object in a plan or each element of an authoritative one, the types
// of the resources that keep, create and remove it.
type holders struct {
	mu sync.Mutex
	by map[string]holder
}

// holder holds names of types, or "". A replacement removes an object, too, but Terraform can create
// it after that at an address that refers to the replaced one.
type holder struct{ keeps, creates, removes, replaces string }

// gives returns the type of a resource that loses the element while another one creates it. A
// replacement counts for an authoritative resource: its grants are lost if the create comes first.
func (h holder) gives() string {
	if of := objecttype.ByName(h.replaces); of != nil && of.Class == objecttype.Set {
		return cmp.Or(h.removes, h.replaces)
	}
	return h.removes
}

// add records one element, and returns everything known about it.
func (h *holders) add(key string, now holder) holder {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.by == nil {
		h.by = map[string]holder{}
	}
	known := h.by[key]
	known = holder{
		keeps: cmp.Or(now.keeps, known.keeps), creates: cmp.Or(now.creates, known.creates),
		removes: cmp.Or(now.removes, known.removes), replaces: cmp.Or(now.replaces, known.replaces),
	}
	h.by[key] = known
	return known
}

// refuseHandover reports an object that one resource in the plan keeps or creates and another one
// removes. An apply makes no call for unchanged resources, such as after an import, so the provider
// could not protect the object. A create and a destroy of the same object have no defined order:
// either the create fails, or the destroy first deletes the object and everything that belongs to
// it. The second of the two calls reports it.
func (p *Planned) refuseHandover() {
	for key, now := range p.holds() {
		known := p.run.holders.add(key, now)
		removed := cmp.Or(known.removes, known.replaces)
		switch {
		case known.keeps != "" && removed != "":
			p.RefuseAll(diag.Diagnostics{diag.NewErrorDiagnostic("Kept and destroyed by the same plan",
				keptHandover(key, known.keeps, removed))})
			return
		case known.creates != "" && known.gives() != "":
			p.RefuseAll(diag.Diagnostics{diag.NewErrorDiagnostic("Destroyed at one address and created at another",
				createdHandover(key, known))})
			return
		}
	}
}

// holds yields what the plan does to each element that the object holds before or after it. It
// omits the create of a replacement, and of an existing element if that create succeeds.
func (p *Planned) holds() iter.Seq2[string, holder] {
	return func(yield func(string, holder) bool) {
		name, before, after := p.of.Type.Name, heldBy(p.of.Type, p.req.State.Raw), map[string]bool{}
		for _, key := range heldBy(p.of.Type, p.resp.Plan.Raw) {
			after[key] = true
		}
		replaced := len(after) > 0 && len(before) > 0 && p.deletes()
		for _, key := range before {
			now := holder{removes: name}
			switch {
			case after[key] && replaced:
				continue
			case after[key]:
				now = holder{keeps: name}
			case replaced:
				now = holder{replaces: name}
			}
			if !yield(key, now) {
				return
			}
		}
		switch {
		case p.req.Plan.Raw.IsNull():
			yield(p.named(p.req.State.Raw), holder{removes: name})
		case len(before) > 0 || p.predecessor != "" || p.of.Type.Idempotent():
		case len(after) == 0:
			yield(p.named(p.resp.Plan.Raw), holder{creates: name})
		default:
			for key := range after {
				if !yield(key, holder{creates: name}) {
					return
				}
			}
		}
	}
}

// named identifies an object by its unique value, to match a new object whose external ID is not
// known yet. Without a unique value it uses the id, which matches no new object.
func (p *Planned) named(object tftypes.Value) string {
	unique := p.unique()
	texts := rawTexts(object, unique.Attr, clientPart, unique.Scope, "id")
	if texts[0] == "" {
		return p.of.Type.Name + " " + texts[3]
	}
	return fmt.Sprintf("%s with the %s %s", p.of.Type.Title, unique.Attr, objecttype.ImportID(slices.DeleteFunc(
		[]string{texts[1], texts[2], brief(texts[0])}, func(part string) bool { return part == "" })...))
}

func keptHandover(key, keeps, removes string) string {
	return fmt.Sprintf("Object: %s\n\nOne resource idm_%s keeps the object, and this plan removes it from another resource, idm_%s: the "+
		"apply would delete it from the service, and the next plan would create it again. Nothing was changed. To hand the object over, "+
		"remove the other resource with a `removed` block that has destroy = false, so that only the state changes. If no block can "+
		"name it, such as a deposed object, use `terraform state rm` and import it again.", key, keeps, removes)
}

func createdHandover(key string, of holder) string {
	const handOver = "To hand the object over, remove the other resource with a `removed` block that has destroy = false, and import the " +
		"object into the new one"
	remedy := "If only the address has changed, such as a key of for_each, add a `moved` block: then the plan changes nothing."
	switch removes := of.gives(); {
	case removes != of.removes:
		remedy = handOver + ". The other resource is replaced: declare it under a new name, and let the block name the old one."
	case of.creates != removes:
		remedy = handOver + ": then the plan changes nothing."
	}
	return fmt.Sprintf("Object: %s\n\nThis plan removes the object from a resource idm_%s, and creates it again as another resource, "+
		"idm_%s. Their order is not defined: either the create finds the existing object and fails, or the service first deletes the "+
		"object and everything that belongs to it. Nothing was changed. %s To replace the object, destroy it in an earlier apply.",
		key, of.gives(), of.creates, remedy)
}

// heldBy returns what an object holds: the elements of an authoritative type, the grant or member
// that an authoritative type can also hold, otherwise the object itself. It reads the raw value
// because almost every object in a large plan is unchanged, and decoding is expensive.
func heldBy(t *objecttype.Type, object tftypes.Value) []string {
	if object.IsNull() || !object.IsKnown() {
		return nil
	}
	whole := sharing(t)
	switch {
	case whole == nil && t.Class != objecttype.Properties:
		if id := rawID(object); id != "" {
			return []string{t.Name + " " + id}
		}
		return nil
	case whole == nil:
		return heldKeys(t, object, slices.Concat(rawElements(object, "properties"), rawElements(object, "sensitive_properties")))
	case t == whole:
		return heldKeys(whole, object, rawElements(object, t.Gives.Attr))
	default:
		return heldKeys(whole, object, rawTexts(object, t.Gives.Attr))
	}
}

// heldKeys returns the keys of elements of the object's parent.
func heldKeys(whole *objecttype.Type, object tftypes.Value, elements []string) []string {
	parent := rawTexts(object, whole.Key...)
	if slices.Contains(parent, "") {
		return nil
	}
	var keys []string
	for _, element := range elements {
		if element != "" {
			keys = append(keys, whole.Name+" "+objecttype.ImportID(append(slices.Clone(parent), element)...))
		}
	}
	return keys
}

// rawElements returns the keys of a map or object, or the texts of a set; it is empty if the
// attribute is null or not fully known.
func rawElements(object tftypes.Value, name string) []string {
	var values map[string]tftypes.Value
	if object.As(&values) != nil || !values[name].IsKnown() || values[name].IsNull() {
		return nil
	}
	var byKey map[string]tftypes.Value
	var set []tftypes.Value
	var names []string
	switch value := values[name]; {
	case value.As(&byKey) == nil:
		for key := range byKey {
			names = append(names, key)
		}
	case value.As(&set) == nil:
		for _, element := range set {
			var text string
			if element.IsKnown() && element.As(&text) == nil {
				names = append(names, text)
			}
		}
	}
	return names
}
