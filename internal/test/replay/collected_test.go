package replay

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

// editable is an object with a value of its edited attribute.
type editable struct {
	of *objecttype.Type
	// key is its key in a collection; "" for a single resource.
	key, extID, value string
}

// based returns the objects of a resource that the other writer edits, as the plan knows them.
func (w *world) based(address string) []editable { return editables(address, w.base[address]) }

// editables returns the objects in the values of a resource that the other writer edits.
func editables(address string, values acctest.Values) (all []editable) {
	kind, _, _ := strings.Cut(address, ".")
	of := objecttype.ByTypeName(kind)
	if values == nil {
		return nil
	}
	elements, ids := acctest.Values{"": values}, acctest.Values{"": values["ext_id"]}
	if of.Class == objecttype.Collection {
		elements, _ = values[of.Elements].(acctest.Values)
		ids, _ = values["ext_ids"].(acctest.Values)
		of = of.Single()
	}
	if edited[of.TypeName()] == "" {
		return nil
	}
	for _, key := range slices.Sorted(maps.Keys(elements)) {
		element, _ := elements[key].(acctest.Values)
		id, _ := ids[key].(string)
		value, _ := element[edited[of.TypeName()]].(string)
		if id != "" {
			all = append(all, editable{of, key, id, value})
		}
	}
	return all
}

// edits returns the values that the plans of an apply change, by the addresses of their objects.
func (w *world) edits() map[string][]editable {
	all := map[string][]editable{}
	for address, planned := range w.plans {
		if planned.Empty || planned.Replaces {
			continue
		}
		known := w.based(address)
		for _, becomes := range editables(address, planned.Values) {
			was := slices.IndexFunc(known, func(one editable) bool { return one.key == becomes.key && one.extID == becomes.extID })
			if was >= 0 && known[was].value != becomes.value {
				all[address] = append(all[address], becomes)
			}
		}
	}
	return all
}

// judge checks each planned edit of an apply: the service has accepted it, or an error at its address
// names the attribute, or the fault that prevented it.
func (p *player) judge(diags acctest.Diagnostics) {
	for address, edits := range p.world.edits() {
		for _, one := range edits {
			attribute := edited[one.of.TypeName()]
			if p.accepted[fmt.Sprint(one.extID, " ", one.value)] || p.world.skipped[address] {
				continue
			}
			if !slices.ContainsFunc(diags, func(d *tfprotov6.Diagnostic) bool {
				at, text, _ := strings.Cut(fmt.Sprint(d.Summary, ": ", d.Detail, d.Attribute), ": ")
				return at == address && d.Severity == tfprotov6.DiagnosticSeverityError && strings.Contains(text, one.key) &&
					(p.Rate > 0 || strings.Contains(text, attribute) || strings.HasPrefix(text, missing[0].Summary))
			}) {
				p.find("%s planned the %s %q of %s: it was not done, and no error names it: %s", address, attribute, one.value, one.extID,
					diags)
			}
		}
	}
}

// accept records the value that the service has accepted from this run.
func (p *player) accept(x *exchange) {
	if x.request.Method != http.MethodPatch || x.response.Code != http.StatusOK {
		return
	}
	var sent map[string]any
	if json.Unmarshal(x.body, &sent) != nil {
		return
	}
	for _, attribute := range edited {
		if value, ok := sent[attribute].(string); ok {
			p.accepted[fmt.Sprint(path.Base(x.request.URL.Path), " ", value)] = true
		}
	}
}

// remains reports whether objects have left a collection and still exist, because another resource
// used them during the apply.
func (w *world) remains() bool {
	for _, i := range w.state {
		if left, _ := i.Values["remaining"].(acctest.Values); len(left) > 0 {
			return true
		}
	}
	return false
}

// adoptElements follows the errors of collections: it lets them adopt the objects that exist.
func (p *player) adoptElements(resources []tenantgen.Resource, diags acctest.Diagnostics) []tenantgen.Resource {
	for _, d := range diags {
		if address, _, _ := strings.Cut(d.Summary, ": "); strings.Contains(d.Detail, "adopt = [") {
			p.adopting[address] = true
		}
	}
	return changed(resources, func(r tenantgen.Resource) acctest.Values {
		if p.adopting[r.Address()] {
			return acctest.Values{"adopt": []string{"*"}}
		}
		return nil
	})
}

// changed returns resources with other arguments.
func changed(resources []tenantgen.Resource, more func(r tenantgen.Resource) acctest.Values) []tenantgen.Resource {
	all := slices.Clone(resources)
	for i, r := range all {
		all[i].Arguments = maps.Clone(r.Arguments)
		maps.Copy(all[i].Arguments, more(r))
	}
	return all
}

// cutOff checks that a plan that removes more elements than max_removals allows is an error that
// changes nothing.
func (p *player) cutOff(resources []tenantgen.Resource) {
	for _, r := range resources {
		of := objecttype.ByTypeName(r.Type)
		if of.Class != objecttype.Collection || p.world.state[r.Address()] == nil || p.world.state[r.Address()].Values == nil {
			continue
		}
		left, declared := 0, r.Arguments[of.Elements].(tenantgen.Block)
		recorded, _ := p.world.state[r.Address()].Values[of.Elements].(acctest.Values)
		for key := range recorded {
			if declared[key] == nil {
				left++
			}
		}
		if left == 0 {
			continue
		}
		before := len(p.server.Requests())
		diags := p.world.plan(changed(resources, func(other tenantgen.Resource) acctest.Values {
			if other.Address() == r.Address() {
				return acctest.Values{"max_removals": left - 1}
			}
			return nil
		}))
		if !strings.Contains(diags.String(), "Too many removals") {
			p.find("%s: a plan without %d elements is not refused: %s", r.Address(), left, diags)
		}
		for _, request := range p.server.Requests()[before:] {
			if request.Method != http.MethodGet && !strings.HasSuffix(request.Path, "/search") {
				p.find("%s: a refused plan sends %s", r.Address(), fmt.Sprint(request.Method, " ", request.Path))
			}
		}
	}
}

// untaint follows the remedy of collections of which a service has assigned the external IDs, and
// reports whether those are the only errors.
func (p *player) untaint(diags acctest.Diagnostics) bool {
	only := true
	for _, d := range diags {
		address, what, _ := strings.Cut(d.Summary, ": ")
		switch {
		case d.Severity != tfprotov6.DiagnosticSeverityError:
		case what == "The service assigned another external ID" && p.world.state[address].Type != "":
			p.world.state[address].Tainted = false
		default:
			only = false
		}
	}
	return only
}

// unrecorded notes the elements that an apply of a collection should have kept, and that the state no
// longer records.
func (w *world) unrecorded(address string, before, planned, after acctest.Values) {
	was, _ := before["ext_ids"].(acctest.Values)
	wanted, _ := planned["ext_ids"].(acctest.Values)
	now, _ := after["ext_ids"].(acctest.Values)
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, key := range slices.Sorted(maps.Keys(was)) {
		if id := was[key]; wanted[key] == id && now[key] != id && w.exists(fmt.Sprint(id)) {
			w.lost = append(w.lost, fmt.Sprintf("%s no longer records %q, which exists as %v", address, key, id))
		}
	}
}

// kill lets the state lose the collections that the first apply has created, as the end of the
// process before its response does.
func (p *player) kill() bool {
	if p.killed || !p.Collected || p.Seed%4 != 0 || tenantgen.For(p.Quirks).Assigned {
		return false
	}
	p.killed = true
	for address, i := range p.world.state {
		if objecttype.ByTypeName(i.Type).Class == objecttype.Collection {
			p.world.state[address] = &acctest.Instance{Type: i.Type}
		}
	}
	return true
}
