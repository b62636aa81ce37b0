package plancheck

import (
	"fmt"
	"slices"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
)

// holders remember for each object of a plan, or each element of one that holds several, the type
// of the resource that keeps it and the type of the resource that removes it.
type holders struct {
	mu sync.Mutex
	by map[string]holder
}

type holder struct{ keeps, removes string }

// add notes one element, and returns all that is known of it.
func (h *holders) add(key string, now holder) holder {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.by == nil {
		h.by = map[string]holder{}
	}
	known := h.by[key]
	if now.keeps != "" {
		known.keeps = now.keeps
	}
	if now.removes != "" {
		known.removes = now.removes
	}
	h.by[key] = known
	return known
}

// refuseHandover reports an object that one resource of the plan keeps and another one removes. An
// apply makes no call for what stays unchanged, as after an import, so the provider cannot protect
// the object then. The second of the two calls reports it.
func (p *Planned) refuseHandover() {
	before := heldBy(p.of.Type, p.req.State.Raw)
	after := map[string]bool{}
	for _, key := range heldBy(p.of.Type, p.resp.Plan.Raw) {
		after[key] = true
	}
	replaced := len(after) > 0 && p.deletes()
	for _, key := range before {
		now := holder{removes: p.of.Type.Name}
		if after[key] {
			now = holder{keeps: p.of.Type.Name}
		}
		if after[key] && replaced {
			continue
		}
		if known := p.run.holders.add(key, now); known.keeps != "" && known.removes != "" {
			p.RefuseAll(diag.Diagnostics{diag.NewErrorDiagnostic("Kept and destroyed by the same plan", handover(key, known))})
			return
		}
	}
}

func handover(key string, of holder) string {
	return fmt.Sprintf("Object: %s\n\nOne resource idm_%s keeps the object, and this plan removes it from another resource, idm_%s: the "+
		"apply would delete it from the service, and the next plan would create it again. Nothing was changed. To hand the object over, "+
		"remove the other resource with a `removed` block that has destroy = false, so that only the state changes. Where no block can "+
		"name it, as for a deposed object, use `terraform state rm` and import it again. To destroy everything, use "+
		"`terraform destroy -refresh=false`: a CLI plans the configuration once more before it destroys.", key, of.keeps, of.removes)
}

// heldBy returns what an object holds: the elements of a type that holds several, the grant or
// member that an authoritative type can hold too, otherwise the object itself. It reads the raw
// value, because almost every object of a large plan is unchanged, and decoding is expensive.
func heldBy(t *objecttype.Type, object tftypes.Value) []string {
	if object.IsNull() || !object.IsKnown() {
		return nil
	}
	whole, _ := sharing(t)
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

// heldKeys names elements of the parent of an object.
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

// rawElements returns the keys of a map or object, or the texts of a set; none for an attribute that
// is null or not fully known.
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
