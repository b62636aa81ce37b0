package export

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// schemaFile is the name of the JSON schema for the YAML files.
const schemaFile = "tenant.schema.json"

// dataWriter writes the YAML files of the layout data.
type dataWriter struct {
	e     *exporter
	parts map[string]*node
	// owners holds the nodes of objects by type and import ID.
	owners map[string]map[string]*node
	// orphans lists the import IDs of resources without an exported owner, by type.
	orphans map[string][]string
	// imported lists the resources to import by block; blocks keeps the order of the blocks.
	imported map[dataBlock][]*resource
	blocks   []dataBlock
}

// dataBlock identifies a resource block of a module.
type dataBlock struct{ part, kind string }

// data writes a root with one module and one YAML file for each part. Existing files get only the
// new objects.
func (e *exporter) data() error {
	w := dataWriter{e: e, parts: map[string]*node{partTenant: {spaced: true}}, owners: map[string]map[string]*node{},
		orphans: map[string][]string{}, imported: map[dataBlock][]*resource{}}
	if e.o.People {
		w.parts[partPeople] = &node{spaced: true}
	}
	e.stayInPart()
	for _, r := range e.b.resources {
		if r.name != "" && w.resource(r) && (e.updating == nil || e.isNew(r)) && !w.adopts(r) {
			w.imports(r)
		}
	}
	w.writeImports()
	for _, part := range sortedKeys(w.parts) {
		if e.updating != nil && e.existing("data/"+part+".yaml") != nil {
			if err := w.addTo(part, w.parts[part]); err != nil {
				return err
			}
			continue
		}
		var b bytes.Buffer
		fmt.Fprintf(&b, "# yaml-language-server: $schema=../%s\n\n", schemaFile)
		if err := w.parts[part].write(&b, ""); err != nil {
			return err
		}
		e.files["data/"+part+".yaml"] = b.Bytes()
	}
	if e.updating == nil {
		e.files["provider.tf"] = e.providerBlocks("")
	}
	w.modules()
	e.files["part/main.tf"] = e.module()
	e.files[schemaFile] = schema(e.o.Grants)
	w.reportOrphans()
	return nil
}

// adopts lets the tree of an earlier export take over a new unit, because a CLI imports whole
// resources only.
func (w *dataWriter) adopts(r *resource) bool {
	if r.kind != kindUnit || w.e.existing("data/"+r.part+".yaml") == nil {
		return false
	}
	mark := w.owners[r.kind][r.id].child("adopt")
	mark.fill(flag(true))
	mark.comment = "taken over by the next apply; then remove this line"
	return true
}

// imports adds a resource to import.
func (w *dataWriter) imports(r *resource) {
	block := dataBlock{r.part, r.kind}
	if w.imported[block] == nil {
		w.blocks = append(w.blocks, block)
	}
	w.imported[block] = append(w.imported[block], r)
}

// writeImports writes one import block for each resource block instead of one for each instance,
// because a CLI compares every import block with all others when it reads a configuration.
func (w *dataWriter) writeImports() {
	for _, block := range w.blocks {
		var b bytes.Buffer
		if block.kind == kindUnit {
			fmt.Fprintf(&b, "import {\nto = module.%s.idm_unit_tree.all[0]\nid = %s\n}\n", block.part, quote(w.treeID(w.imported[block])))
			w.e.append("imports.tf", hclwrite.Format(b.Bytes()))
			continue
		}
		b.WriteString("import {\nfor_each = {\n")
		for _, r := range w.imported[block] {
			fmt.Fprintf(&b, "%s = %s\n", quote(r.name), quote(r.id))
		}
		fmt.Fprintf(&b, "}\nto = module.%s.%s.all[each.key]\nid = each.value\n}\n", block.part, block.kind)
		w.e.append("imports.tf", hclwrite.Format(b.Bytes()))
	}
}

// treeID returns the import ID of a tree: its units by key.
func (w *dataWriter) treeID(units []*resource) string {
	listed := strings.NewReplacer(",", "%2C", "=", "%3D", "*", "%2A")
	all := make([]string, len(units))
	for i, r := range units {
		_, extID, _ := strings.Cut(r.id, "/")
		if all[i] = listed.Replace(extID); extID != r.name {
			all[i] = r.name + "=" + all[i]
		}
	}
	return w.e.b.inClient() + "/" + strings.Join(all, ",")
}

// stayInPart keeps the objects of earlier exports in their modules.
func (e *exporter) stayInPart() {
	for _, r := range e.b.resources {
		if module, found := strings.CutPrefix(e.names.addresses[r.kind][r.id], "module."); found && e.updating != nil {
			r.part, _, _ = strings.Cut(module, ".")
		}
	}
	// A tree has one unit above it, so a new unit is in the module of its parent.
	for _, r := range e.b.resources {
		if parent := e.parentOf(r); parent != nil && e.updating != nil && e.isNew(r) {
			r.part = parent.part
		}
	}
	// An object that is written inside another one is in the module of its owner.
	for _, r := range e.b.resources {
		if owner := e.ownerOf(r); owner != nil && e.updating != nil {
			r.part = owner.part
		}
	}
}

// parentOf returns the exported unit above another one; nil for other resources.
func (e *exporter) parentOf(r *resource) *resource {
	for _, a := range r.args {
		if to, ok := a.value.(ref); ok && r.kind == kindUnit && to.kind == kindUnit {
			return e.byID[to.kind][to.id]
		}
	}
	return nil
}

// ownerOf returns the profile or enterprise role that contains a resource; nil if no exported
// object does.
func (e *exporter) ownerOf(r *resource) *resource {
	row := objecttype.ByTypeName(r.kind)
	if row == nil || len(r.args) == 0 {
		return nil
	}
	to, ok := r.args[0].value.(ref)
	if !ok || to.kind != "idm_"+row.Owner {
		return nil
	}
	return e.byID[to.kind][to.id]
}

// dataAddress returns the address of an instance in the layout data.
func dataAddress(part, kind, name string) string {
	if kind == kindUnit {
		return fmt.Sprintf("module.%s.idm_unit_tree.all[0].units[%q]", part, name)
	}
	return fmt.Sprintf("module.%s.%s.all[%q]", part, kind, name)
}

func (w *dataWriter) reportOrphans() {
	for _, kind := range types {
		if ids := w.orphans[kind]; len(ids) > 0 {
			slices.Sort(ids)
			w.e.summary.Missing = append(w.e.summary.Missing, tenant.Missing{What: kind, ExtIDs: ids,
				Reason: "the layout data writes it inside the object that it belongs to, which is not exported",
				WayOut: "Export that kind too, or choose another layout"})
		}
	}
}

// resource writes a resource to the file of its part, and reports whether the file has a place for
// it.
func (w *dataWriter) resource(r *resource) bool {
	if w.parts[r.part] == nil {
		w.parts[r.part] = &node{spaced: true}
	}
	if s := sectionOf(r.kind); s.kind != "" {
		w.object(s, r)
		return true
	}
	if r.kind == kindClientApplications || r.kind == kindClientApplication {
		return w.assign(r)
	}
	owner := w.owner(r)
	if owner == nil {
		delete(w.e.byID[r.kind], r.id)
		w.orphans[r.kind] = append(w.orphans[r.kind], r.id)
		return false
	}
	w.inside(r, owner)
	return true
}

// object writes an object to its section.
func (w *dataWriter) object(s section, r *resource) {
	section := w.parts[r.part].child(s.name)
	section.spaced = s.kind != kindRole
	n := &node{key: r.name, fresh: w.e.isNew(r)}
	section.below = append(section.below, n)
	put(w.owners, r.kind, r.id, n)
	for _, a := range r.args {
		// The module sets these defaults itself.
		if (a.name == "profileless" || a.name == "displayed") && a.value == flag(false) {
			continue
		}
		w.field(s, r.part, n, a)
	}
}

// field writes one argument. A reference is the key of the object, or its external ID if no
// accessible file has the object.
func (w *dataWriter) field(s section, part string, n *node, a arg) {
	to, isRef := a.value.(ref)
	if !isRef {
		n.child(a.name).fill(a.value)
		return
	}
	if name := w.reachableKey(part, to); name != "" {
		for _, f := range s.fields {
			if f.attribute == a.name {
				n.child(f.name).fill(text(name))
			}
		}
		return
	}
	c := n.child(a.name)
	c.value, c.comment = yamlText(to.extID), to.comment()
}

// reachableKey returns the key of an object in the same part, in tenant or in people; "" for other
// objects, which a file cannot refer to by key.
func (w *dataWriter) reachableKey(part string, to ref) string {
	r := w.e.byID[to.kind][to.id]
	if r == nil || r.part != part && r.part != partTenant && r.part != partPeople {
		return ""
	}
	return r.name
}

// modules writes a module block for each file of data.
func (w *dataWriter) modules() {
	const header = `# A module for each file in data. A new file needs a block like these. The units of a file are one tree, below one
# unit of another file or at the top.

locals {
  # The time zone of the days in data, such as Europe/Zurich: a day is the first or the last second of a validity.
  zone = "UTC"
}

`
	if w.e.updating == nil {
		w.e.append("main.tf", []byte(header))
	}
	for _, part := range w.order() {
		if w.e.updating != nil && w.e.existing("data/"+part+".yaml") != nil {
			continue
		}
		w.e.append("main.tf", hclwrite.Format(fmt.Appendf(nil,
			"module %q {\nsource = \"./part\"\nfile = \"data/%s.yaml\"\nzone = local.zone\n%s%s}\n",
			part, part, w.known(part), w.providers())))
	}
}

// providers returns the module argument with the provider configuration of the root; "" for the
// default one.
func (w *dataWriter) providers() string {
	for _, provider := range w.e.provider("") {
		return fmt.Sprintf("providers = {\nidm = %s\n}\n", new(printer).value(provider.value))
	}
	return ""
}

// order returns the parts, those with the targets of references first.
func (w *dataWriter) order() []string {
	var order []string
	for _, part := range []string{partPeople, partTenant} {
		if w.parts[part] != nil {
			order = append(order, part)
		}
	}
	for _, r := range w.e.b.resources {
		if r.name != "" && !slices.Contains(order, r.part) {
			order = append(order, r.part)
		}
	}
	return order
}

// known returns the module argument with the external IDs of other modules.
func (w *dataWriter) known(part string) string {
	var known []string
	if part != partPeople && w.parts[partPeople] != nil {
		known = append(known, "users = module.people.ids.users")
	}
	if part != partPeople && part != partTenant {
		for _, name := range []string{"units", "roles", "enterprise_roles"} {
			known = append(known, fmt.Sprintf("%s = module.tenant.ids.%s", name, name))
		}
	}
	if len(known) == 0 {
		return ""
	}
	return "known = {\n" + strings.Join(known, "\n") + "\n}\n"
}
