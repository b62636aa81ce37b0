package export

import (
	"context"

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
	o.Layout = Data
	e, err := newExporter(folder, t, o)
	if err != nil {
		return nil, err
	}
	e.starting = true
	e.gather()
	e.openApplications()
	if err := e.render(); err != nil {
		return nil, err
	}
	if !exists {
		delete(e.files, "imports.tf")
	}
	e.append(objecttype.Application.Export.File, []byte(placeOfApplications))
	if e.t.Applications == nil {
		e.append(objecttype.Application.Export.File, []byte(addedApplications))
	}
	e.summarize()
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

// The parts of the configuration that reads the files, with the zone, the columns, and the unit
// above the tree.
const (
	headOfModules = `# The modules check units.yaml, jobs.yaml, people.csv and exceptions.yaml. A plan names the file, the line and what is expected.
locals {
  zone = %[1]q # The time zone of the days in the files, such as Europe/Zurich: a day ends with its last second.
`
	allColumns = `
  # The columns that people.csv may have, and the line for errors.
  columns = [
    %[1]s
  ]
`
	moduleUnits = `}

# terraform apply -var 'adopt=["*"]' takes over objects that exist already, such as those that idmctl export --update has added.
variable "adopt" {
  type    = set(string)
  default = null
}

# terraform apply -var on_destroy=keep leaves in the service what another folder is to adopt.
variable "on_destroy" {
  type    = string
  default = null
}

# terraform apply -var max_removals=25 lets one plan remove more than 10 units, people or functions, or more than 5 %% of them.
variable "max_removals" {
  type    = number
  default = null
}

module "units" {
  source = "./modules/units"
  %[1]sunits = provider::idm::document(file("${path.module}/units.yaml"))
  lines  = provider::idm::document_lines(file("${path.module}/units.yaml"))
  zone   = local.zone
  adopt  = var.adopt
  on_destroy = var.on_destroy
  max_removals = var.max_removals
}
`
	modulePeople = `
module "people" {
  source = "./modules/people"
  people = provider::idm::table(file("${path.module}/people.csv"), "id", local.columns...)
  jobs         = provider::idm::document(file("${path.module}/jobs.yaml"))
  exceptions   = provider::idm::document(file("${path.module}/exceptions.yaml"))
  lines        = { for name in ["jobs", "exceptions"] : name => provider::idm::document_lines(file("${path.module}/${name}.yaml")) }
  units        = module.units.keys
  unit_ext_ids = module.units.ext_ids
  zone         = local.zone
  adopt        = var.adopt
  on_destroy   = var.on_destroy
  max_removals = var.max_removals
}
`
)
