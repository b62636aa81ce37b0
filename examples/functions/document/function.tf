# In jobs.yaml, the job on and the role 08989 are texts:
#
#   on: [crm-reader, "08989"]
#   support: [wiki-editor]
locals {
  jobs = provider::idm::document(file("${path.module}/jobs.yaml"))
}

resource "idm_enterprise_role" "job" {
  for_each = local.jobs

  ext_id = "job-${each.key}"
  name   = each.key
}
