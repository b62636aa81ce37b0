package export

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"go.yaml.in/yaml/v3"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/sheet"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/datafiles"
)

// The comments at the top of the files, with examples.
const (
	headOfUnits = `# The units by key, which is also the external ID unless ext_id is set. A parent is the key of another unit; a unit without
# one is at the top.
# sales: { name: Sales }
# sales-emea: { name: EMEA, parent: sales }
`
	headOfJobs = `# The roles and enterprise roles of each job, by external ID, as a list or with data rooms and validity. The application of
# each role must be in the list of applications.tf.
# seller: { roles: [crm-reader, wiki-editor] }
# support: { roles: { wiki-editor: { unit_global: true, validity: { to: 2099-12-31 } } } }
`
	headOfExceptions = `# What a single person has beyond the job, and does not have of it, by the id of people.csv; ID-2 is the second function.
# eva: { roles: [crm-admin], without: [wiki-editor] }
`
)

// write writes the files of the root.
func (d *dataRoot) write() error {
	files := map[string]*node{}
	if d.hasUnits {
		files[datafiles.UnitsFile] = d.unitNodes()
	}
	if d.hasPeople {
		files[datafiles.JobsFile], files[datafiles.ExceptionsFile] = d.jobNodes(), d.exceptionNodes()
	}
	heads := map[string]string{datafiles.UnitsFile: headOfUnits, datafiles.JobsFile: headOfJobs, datafiles.ExceptionsFile: headOfExceptions}
	for name, entries := range files {
		var b bytes.Buffer
		if err := entries.write(&b, ""); err != nil {
			return err
		}
		text := heads[name]
		if d.files != nil || d.given != nil && name == datafiles.JobsFile {
			text = d.given.Texts[name]
		}
		if b.Len() > 0 {
			text = strings.TrimRight(text, "\n") + "\n\n" + b.String()
		}
		if _, err := sheet.Document(text); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		d.e.files[d.folder+name] = []byte(text)
	}
	d.report()
	if d.files != nil && d.hasPeople {
		text, err := d.addedRows(d.files.Texts[datafiles.PeopleFile])
		if d.e.files[d.folder+datafiles.PeopleFile] = text; err != nil {
			return err
		}
	}
	if d.files != nil {
		d.e.summary.Gone = append(d.e.summary.Gone, d.gone()...)
		d.e.summary.adopts = d.e.summary.adopts || slices.ContainsFunc(d.taken, func(t taken) bool { return t.fresh })
		return nil
	}
	if d.hasPeople {
		d.e.files[d.folder+datafiles.PeopleFile] = d.table()
	}
	d.e.append(d.folder+".gitignore", []byte(ignoredFiles))
	if !d.hasUnits {
		return nil
	}
	d.e.append(d.folder+"main.tf", d.main())
	d.imports()
	return d.copyModules()
}

// report adds the jobs, and what an update has added, to the summary.
func (d *dataRoot) report() {
	people := map[string]int{}
	for _, p := range d.people {
		for _, f := range p.functions {
			people[f.job]++
		}
		if p.fresh && d.files != nil {
			d.e.summary.Added = append(d.e.summary.Added, d.folder+datafiles.PeopleFile+": "+p.key)
		}
	}
	for _, j := range d.jobs {
		d.e.summary.Jobs = append(d.e.summary.Jobs, Job{j.name, people[j.name], j.fresh})
	}
	for _, u := range d.units {
		if u.fresh && d.files != nil {
			d.e.summary.Added = append(d.e.summary.Added, d.folder+datafiles.UnitsFile+": "+u.key)
		}
	}
}

// main returns the configuration that reads the files.
func (d *dataRoot) main() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, headOfModules, cmp.Or(d.e.o.Zone, "UTC"))
	if d.hasPeople {
		var quoted []string
		for _, column := range append(columns[1:], sheet.Line) {
			quoted = append(quoted, quote(column))
		}
		fmt.Fprintf(&b, allColumns, wrapped(quoted))
	}
	parent := ""
	if d.top != "" {
		parent = "parent = " + quote(d.top) + "\n"
	}
	fmt.Fprintf(&b, moduleUnits, parent)
	if d.hasPeople {
		b.WriteString(modulePeople)
	}
	return hclwrite.Format(b.Bytes())
}

// wrapped returns the elements of a list, several on a line.
func wrapped(elements []string) string {
	const longest = 110
	var b strings.Builder
	length := 0
	for _, element := range elements {
		if length += len(element) + 2; length > longest {
			b.WriteString("\n")
			length = len(element) + 2
		}
		b.WriteString(element + ", ")
	}
	return strings.ReplaceAll(strings.TrimSuffix(b.String(), " "), ", \n", ",\n")
}

// imports writes an import block for each collection.
func (d *dataRoot) imports() {
	var units, users, profiles []keyed
	for _, u := range d.units {
		units = append(units, keyed{u.key, u.unit.ExtID})
	}
	for _, p := range d.people {
		users = append(users, keyed{p.key, p.user.ExtID})
		for _, f := range p.functions {
			profiles = append(profiles, keyed{f.key, f.profile.ExtID})
		}
	}
	for _, of := range []struct {
		to  string
		ids []keyed
	}{{"units.idm_unit_tree", units}, {"people.idm_users", users}, {"people.idm_profiles", profiles}} {
		if len(of.ids) > 0 {
			d.e.summary.Imports++
			block := fmt.Appendf(nil, "import {\nto = module.%s.this\nid = %s\n}\n", of.to, quote(d.collectionID(of.ids)))
			d.e.append(d.folder+"imports.tf", hclwrite.Format(block))
		}
	}
}

// keyed is an object of a collection.
type keyed struct{ key, extID string }

// collectionID returns the import ID of a collection: its objects by key.
func (d *dataRoot) collectionID(objects []keyed) string {
	listed := strings.NewReplacer(",", "%2C", "=", "%3D", "*", "%2A")
	all := make([]string, len(objects))
	for i, o := range objects {
		all[i] = listed.Replace(objecttype.ImportID(o.extID))
		if o.key != o.extID {
			all[i] = listed.Replace(objecttype.ImportID(o.key)) + "=" + all[i]
		}
	}
	return objecttype.ImportID(d.e.t.Client.ExtID) + "/" + strings.Join(all, ",")
}

// unitNodes returns the units that the file does not have.
func (d *dataRoot) unitNodes() *node {
	all := &node{}
	for _, u := range d.units {
		if u.fresh {
			all.below = append(all.below, d.unitNode(u))
		}
	}
	return all
}

func (d *dataRoot) unitNode(u *unitRow) *node {
	n := &node{key: u.key}
	if u.key != u.unit.ExtID {
		n.child("ext_id").fill(text(u.unit.ExtID))
	}
	for _, a := range u.from.args {
		switch v := a.value.(type) {
		case ref:
			if key := d.unitKeys[v.extID]; key != "" {
				n.child("parent").fill(text(key))
			}
		default:
			if a.name != "ext_id" && v != flag(false) {
				n.child(a.name).fill(v)
			}
		}
	}
	return n
}

// jobNodes returns the jobs that the file does not have.
func (d *dataRoot) jobNodes() *node {
	all := &node{}
	for _, j := range d.jobs {
		if j.fresh {
			n := &node{key: j.name}
			all.below = append(all.below, n)
			d.grantNodes(n, j.grants)
		}
	}
	onOneLine(all)
	return all
}

// exceptionNodes returns the exceptions of the new people.
func (d *dataRoot) exceptionNodes() *node {
	all := &node{}
	for _, e := range d.exceptions {
		n := &node{key: e.key}
		all.below = append(all.below, n)
		d.grantNodes(n, e.beyond)
		for _, role := range e.without {
			n.child("without").item(role, d.roleLabel(datafiles.Role{ExtID: role}))
		}
	}
	onOneLine(all)
	return all
}

// roleLabel returns the name of a role whose external ID does not contain it.
func (d *dataRoot) roleLabel(of datafiles.Role) string {
	row := objecttype.Role
	if of.Enterprise || d.e.b.labels[kindRole][of.ExtID] == "" {
		row = objecttype.EnterpriseRole
	}
	return d.e.b.ref(row, of.ExtID).comment()
}

// grantNodes writes grants as lists, or as mappings if one has data rooms or a validity.
func (d *dataRoot) grantNodes(n *node, of datafiles.Grants) {
	plain := map[bool]bool{false: true, true: true}
	for role, grant := range of {
		plain[role.Enterprise] = plain[role.Enterprise] && grant == datafiles.Grant{}
	}
	for _, role := range sortedRoles(of) {
		section := n.child(map[bool]string{false: "roles", true: "enterprise_roles"}[role.Enterprise])
		comment := d.roleLabel(role)
		if plain[role.Enterprise] {
			section.item(role.ExtID, comment)
			continue
		}
		c := section.child(role.ExtID)
		c.comment, c.flow = comment, comment == ""
		for i, open := range of[role].Rooms {
			if open {
				c.child(grants.Rooms[i].Attribute).fill(flag(true))
			}
		}
		bounds := fixedArg("validity", textArg("from", datafiles.Day(of[role].From, false, d.e.zone)),
			textArg("to", datafiles.Day(of[role].To, true, d.e.zone)))
		if bounds.value != nil {
			c.child("validity").fill(bounds.value)
		}
	}
	onOneLine(n)
}

// onOneLine writes lists without comments on one line, and grants without details as {}.
func onOneLine(n *node) {
	for _, c := range n.below {
		onOneLine(c)
		if len(c.below) == 0 && c.value == nil {
			c.value = &yaml.Node{Kind: yaml.MappingNode, Style: yaml.FlowStyle}
		}
		commented := func(item *yaml.Node) bool { return item.LineComment != "" }
		if c.value != nil && c.value.Kind == yaml.SequenceNode && !slices.ContainsFunc(c.value.Content, commented) {
			c.value.Style = yaml.FlowStyle
		}
	}
}
