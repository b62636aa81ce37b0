package export

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"go.yaml.in/yaml/v3"

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
	if d.hasUnits {
		if err := d.document(datafiles.UnitsFile, headOfUnits, d.unitNodes()); err != nil {
			return err
		}
	}
	if d.hasPeople {
		if err := cmp.Or(d.document(datafiles.JobsFile, headOfJobs, d.jobNodes()),
			d.document(datafiles.ExceptionsFile, headOfExceptions, d.exceptionNodes())); err != nil {
			return err
		}
	}
	if d.files != nil {
		return d.addRows()
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

// document writes a YAML file: its text so far, or else a head, and new entries.
func (d *dataRoot) document(name, head string, entries *yaml.Node) error {
	text := head
	if d.given != nil {
		if before, has := d.given.Texts[name]; has {
			text = before
		}
	}
	added, err := datafiles.Encode(entries)
	if added != "" {
		text = strings.TrimRight(text, "\n") + "\n\n" + added
	}
	if _, invalid := sheet.Document(text); cmp.Or(err, invalid) != nil {
		return fmt.Errorf("%s: %w", name, cmp.Or(err, invalid))
	}
	d.e.files[d.folder+name] = []byte(text)
	return nil
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
			profiles = append(profiles, keyed{f.key, f.extID})
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

// unitNodes returns the new units.
func (d *dataRoot) unitNodes() *yaml.Node {
	all := &yaml.Node{}
	for _, u := range d.units {
		n := &yaml.Node{Kind: yaml.MappingNode}
		if u.key != u.unit.ExtID {
			datafiles.Put(n, "ext_id", datafiles.Text(u.unit.ExtID))
		}
		for _, a := range u.from.args {
			if to, isRef := a.value.(ref); isRef && d.unitKeys[to.extID] != "" {
				datafiles.Put(n, "parent", datafiles.Text(d.unitKeys[to.extID]))
			} else if !isRef && a.name != "ext_id" && a.value != flag(false) {
				datafiles.Put(n, a.name, yamlValue(a.value))
			}
		}
		datafiles.Put(all, u.key, n)
	}
	return all
}

// yamlValue returns a value of a unit.
func yamlValue(v value) *yaml.Node {
	switch v := v.(type) {
	case text:
		return datafiles.Text(string(v))
	case flag:
		return datafiles.Flag(bool(v))
	case fixed:
		n := &yaml.Node{}
		for _, a := range v {
			datafiles.Put(n, a.name, yamlValue(a.value))
		}
		return n
	}
	panic(fmt.Sprintf("a unit has no %T", v))
}

// jobNodes returns the new jobs.
func (d *dataRoot) jobNodes() *yaml.Node {
	all := &yaml.Node{}
	for _, j := range d.jobs {
		if j.fresh {
			datafiles.Put(all, j.name, datafiles.Entry(j.grants, nil, d.e.zone, d.nameRole))
		}
	}
	return all
}

// exceptionNodes returns the exceptions of the new people.
func (d *dataRoot) exceptionNodes() *yaml.Node {
	all := &yaml.Node{}
	for _, e := range d.exceptions {
		datafiles.Put(all, e.key, datafiles.Entry(e.beyond, e.without, d.e.zone, d.nameRole))
	}
	return all
}

// nameRole adds the name of a role whose external ID does not contain it.
func (d *dataRoot) nameRole(kind string, role, at *yaml.Node) {
	row := objecttype.Role
	if kind == "enterprise_roles" || d.e.b.labels[kindRole][role.Value] == "" {
		row = objecttype.EnterpriseRole
	}
	at.LineComment = datafiles.Comment(d.e.b.ref(row, role.Value).comment())
}
