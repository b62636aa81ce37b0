package export

import (
	"context"
	"fmt"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/tenant"
)

// StartLayouts are the layouts for the folder of a new tenant.
var StartLayouts = []Layout{Flat, Data}

// EmptyTenant returns an empty tenant. With a name, the folder declares the client.
func EmptyTenant(extID, name string) *tenant.Tenant {
	return &tenant.Tenant{Client: idm.Client{ExtID: extID, Name: name}}
}

// Start writes the folder of a new tenant: the export of an empty client, and files for units,
// people and jobs with commented examples. If the client does not exist yet, the folder has no
// import blocks.
func Start(ctx context.Context, folder string, t *tenant.Tenant, exists bool, o Options) (*Summary, error) {
	if !slices.Contains(StartLayouts, o.Layout) {
		return nil, fmt.Errorf("a new tenant has the layout flat or data, not %q; give one of the two", o.Layout)
	}
	e, err := newExporter(folder, t, o)
	if err != nil {
		return nil, err
	}
	e.gather()
	e.openApplications()
	if err := e.render(); err != nil {
		return nil, err
	}
	if !exists {
		delete(e.files, "imports.tf")
	}
	e.places(exists)
	e.summarize()
	return e.summary, install(ctx, folder, e.files)
}

// openApplications appends the list in placeOfApplications to the assigned applications.
func (e *exporter) openApplications() {
	for _, r := range e.b.resources {
		if own, ok := r.args[0].value.(list); ok && r.kind == kindClientApplications && e.o.Layout == Flat {
			r.args[0].value = concat{own, "local.applications"}
		}
	}
}

// places writes the files in which a new tenant grows. If the client does not exist yet, the folder
// also declares the assignments of the added applications.
func (e *exporter) places(exists bool) {
	e.append(".gitignore", []byte(ignoredFiles))
	if e.o.Layout == Data {
		e.append("data/"+partTenant+".yaml", []byte(placesInData))
		return
	}
	e.append(objecttype.Application.Export.File, []byte(placeOfApplications))
	if !exists {
		e.append(objecttype.Application.Export.File, []byte(addedApplications))
	}
	e.append(objecttype.Unit.Export.File, []byte(placeOfUnits))
	e.append("jobs.tf", []byte(placeOfJobs))
	e.append("people.tf", []byte(placeOfPeople))
	e.append("people.csv", []byte("id,first,family,unit,job\n"))
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

const addedApplications = `resource "idm_client_application" "all" {
  for_each           = toset(local.applications)
  application_ext_id = each.key
}
`

const placeOfUnits = `# The tree of units by external ID. A parent is the key of another unit; a unit without one is at the top.
resource "idm_unit_tree" "all" {
  units = {
    # sales      = { name = "Sales", profileless = false }
    # sales-emea = { name = "EMEA", profileless = false, parent = "sales" }
  }
}
`

const placeOfJobs = `# The roles of each job, by external ID. Changing the job of a person changes the roles of the person. The application
# of each role must be in the list of applications.tf.
locals {
  jobs = {
    # seller = ["crm-reader", "wiki-editor"]
  }
}
`

const placeOfPeople = `# A line of people.csv is a person with a job in a unit, for example: eva,Eva,Egger,sales-emea,seller
# The unit must be a key of units.tf, and the job a key of jobs.tf.
locals {
  people = { for person in csvdecode(file("${path.module}/people.csv")) : person.id => person }
}

resource "idm_user" "all" {
  for_each = local.people
  ext_id   = "u-${each.key}"
  login_id = each.key
  name     = { first_name = each.value.first, family_name = each.value.family }
}

resource "idm_profile" "all" {
  for_each    = local.people
  ext_id      = "p-${each.key}"
  user_ext_id = idm_user.all[each.key].ext_id
  unit_ext_id = idm_unit_tree.all.ext_ids[each.value.unit]
}

resource "idm_profile_authorizations" "all" {
  for_each       = local.people
  profile_ext_id = idm_profile.all[each.key].ext_id
  authorizations = { for role in local.jobs[each.value.job] : role => {} }
}
`

const placesInData = `# The applications of the client, by external ID. A role has no effect unless its application is in this list.
application_ext_ids:
  # - crm
  # - wiki

# By key. A parent is the key of another unit, a unit without one is at the top.
units:
  # sales:
  #   ext_id: sales
  #   name: Sales
  # sales-emea:
  #   ext_id: sales-emea
  #   parent: sales
  #   name: EMEA

users:
  # eva:
  #   ext_id: u-eva
  #   login_id: eva
  #   name:
  #     first_name: Eva
  #     family_name: Egger

# A profile puts a user into a unit. Its roles are below it.
profiles:
  # eva:
  #   ext_id: p-eva
  #   user: eva
  #   unit: sales-emea
  #   authorizations:
  #     crm_reader:
  #       role_ext_id: crm-reader
`
