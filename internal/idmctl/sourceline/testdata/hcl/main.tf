resource "idm_unit" "hq" {
  ext_id = "hq"
}

locals {
  people = {
    anna = { login = "anna" }
    "ben" = { login = "ben" }
  }
  units = { shared = {} }
  more  = [{ login = "fay", name = "Fay" }]
}

resource "idm_user" "all" {
  for_each = local.people
}

resource "idm_role" "all" {
  for_each = toset([
    "clerk",
    "approver",
  ])
}

module "region" {
  source = "./tenant"
  file   = "data/region.yaml"
}

module "staff" {
  source = "./staff"
}

module "elsewhere" {
  source = "example/other/idm"
}

removed {
  from = idm_unit.old
  lifecycle {
    destroy = false
  }
}
