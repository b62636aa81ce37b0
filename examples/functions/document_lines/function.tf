# A precondition that names the line of a job without roles.
locals {
  text  = file("${path.module}/jobs.yaml")
  lines = provider::idm::document_lines(local.text)
  empty = [for name, job in provider::idm::document(local.text) : "jobs.yaml line ${local.lines[name]}: ${name} has no roles" if !can(job.roles)]
}

resource "idm_enterprise_role" "seller" {
  ext_id = "job-seller"
  name   = "seller"

  lifecycle {
    precondition {
      condition     = length(local.empty) == 0
      error_message = join("\n", local.empty)
    }
  }
}
