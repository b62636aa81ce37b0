package export

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclwrite"

	"github.com/identity-iac/terraform-provider-idm/examples/modules"
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// EmptyTenant returns an empty tenant. With a name, the folder declares the client.
func EmptyTenant(extID, name string) *tenant.Tenant {
	t := &tenant.Tenant{Client: idm.Client{ExtID: extID, Name: name}}
	if name == "" {
		t.Applications = []idm.Application{}
	}
	return t
}

// Start writes the folder of a new tenant: the export of an empty client, and the files units.yaml,
// jobs.yaml, people.csv and exceptions.yaml with the modules that read them. If the client does not
// exist yet, the folder has no import blocks.
func Start(ctx context.Context, folder string, t *tenant.Tenant, exists bool, o Options) (*Summary, error) {
	o.Layout = Flat
	e, err := newExporter(folder, t, o)
	if err != nil {
		return nil, err
	}
	e.gather()
	e.openApplications()
	units := e.takeUnits()
	if err := e.render(); err != nil {
		return nil, err
	}
	// The names of an export are those of resources, not of the keys in the files.
	delete(e.files, NamesFile)
	if !exists {
		delete(e.files, "imports.tf")
	}
	if err := e.places(units); err != nil {
		return nil, err
	}
	e.summarize()
	if exists && len(units) > 0 {
		e.summary.Imports++
	}
	return e.summary, install(ctx, folder, e.files)
}

// openApplications appends the list in placeOfApplications to the assigned applications.
func (e *exporter) openApplications() {
	for _, r := range e.b.resources {
		if own, ok := r.args[0].value.(list); ok && r.kind == kindClientApplications {
			r.args[0].value = concat{own, "local.applications"}
		}
	}
}

// takeUnits removes the units from the resources: the tree declares them.
func (e *exporter) takeUnits() []*resource {
	var units []*resource
	e.b.resources = slices.DeleteFunc(e.b.resources, func(r *resource) bool {
		if r.kind == kindUnit && r.name != "" {
			units = append(units, r)
		}
		return r.kind == kindUnit
	})
	delete(e.byID, kindUnit)
	return units
}

// treeElement returns the node of a unit in units.yaml.
func (e *exporter) treeElement(r *resource) *node {
	n := &node{key: r.name}
	for _, a := range r.args {
		switch v := a.value.(type) {
		case nil:
		case ref:
			n.child("parent").fill(text(v.extID))
		default:
			if a.name != "ext_id" || v != text(r.name) {
				n.child(a.name).fill(v)
			}
		}
	}
	return n
}

// places writes the files in which a new tenant grows.
func (e *exporter) places(units []*resource) error {
	e.append(".gitignore", []byte(ignoredFiles))
	e.append(objecttype.Application.Export.File, []byte(placeOfApplications))
	if e.t.Applications == nil {
		e.append(objecttype.Application.Export.File, []byte(addedApplications))
	}
	e.append("main.tf", []byte(placeOfModules))
	e.append("jobs.yaml", []byte(placeOfJobs))
	e.append("exceptions.yaml", []byte(placeOfExceptions))
	e.append("people.csv", []byte("\ufeff"+strings.Join(PeopleColumns(), ",")+"\n"))
	e.append("units.yaml", []byte(placeOfUnits))
	if len(units) > 0 {
		var b bytes.Buffer
		w := dataWriter{e: e}
		all := &node{}
		for _, r := range units {
			all.below = append(all.below, e.treeElement(r))
		}
		if err := all.write(&b, ""); err != nil {
			return err
		}
		e.append("units.yaml", b.Bytes())
		block := fmt.Appendf(nil, "import {\nto = module.units.idm_unit_tree.this\nid = %s\n}\n", quote(w.treeID(units)))
		e.append("imports.tf", hclwrite.Format(block))
	}
	return fs.WalkDir(modules.Files, ".", func(file string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			e.files["modules/"+file], err = modules.Files.ReadFile(file)
		}
		return err
	})
}

const ignoredFiles = `# States and plans hold personal data. Commit .terraform.lock.hcl.
.terraform/
*.tfstate
*.tfstate.*
*.plan
*.tfplan
`

const placeOfApplications = `# The applications of the client, by external ID. A role has no effect unless its application is in this list.
locals {
  applications = [
    # "crm",
    # "wiki",
  ]
}
`

// PeopleColumns returns the columns of the people.csv of a new tenant.
func PeopleColumns() []string {
	return []string{"id", "first", "family", "unit", "job"}
}

const addedApplications = `resource "idm_client_application" "all" {
  for_each           = toset(local.applications)
  application_ext_id = each.key
}
`

const placeOfModules = `# The people of the tenant: units.yaml, jobs.yaml, people.csv and exceptions.yaml. The modules check them, and a plan names
# the file, the line and what is expected. Add columns to people.csv as you need them.
locals {
  zone = "UTC" # The time zone of the days in the files, such as Europe/Zurich: a day ends with its last second.
}

module "units" {
  source = "./modules/units"
  units  = provider::idm::document(file("${path.module}/units.yaml"))
  zone   = local.zone
}

module "people" {
  source = "./modules/people"
  people = provider::idm::table(file("${path.module}/people.csv"), "id", "first", "family", "unit", "job", "login_id", "email",
  "telephone", "language", "state", "from", "until", "unit_2", "job_2", "line")
  jobs         = provider::idm::document(file("${path.module}/jobs.yaml"))
  exceptions   = provider::idm::document(file("${path.module}/exceptions.yaml"))
  unit_ext_ids = module.units.ext_ids
  zone         = local.zone
}
`

const placeOfUnits = `# The units by key, which is also the external ID unless ext_id is set. A parent is the key of another unit; a unit without
# one is at the top.
# sales: { name: Sales }
# sales-emea: { name: EMEA, parent: sales }
`

const placeOfJobs = `# The roles and enterprise roles of each job, by external ID, as a list or with data rooms and validity. The application of
# each role must be in the list of applications.tf.
# seller: { roles: [crm-reader, wiki-editor] }
# support: { roles: { wiki-editor: { unit_global: true, validity: { to: 2099-12-31 } } } }
`

const placeOfExceptions = `# What a single person has beyond the job, and does not have of it, by the id of people.csv.
# eva: { roles: [crm-admin], without: [wiki-editor] }
`
