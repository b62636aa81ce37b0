terraform {
  required_providers {
    idm = {
      source = "registry.terraform.io/identity-iac/idm"
    }
  }
}

resource "idm_unit" "team" {
  ext_id             = var.ext_id
  parent_unit_ext_id = var.parent_ext_id
  name               = var.ext_id
  profileless        = false
}

resource "idm_profile" "member" {
  for_each = var.members

  ext_id      = each.key
  user_ext_id = each.value.user
  unit_ext_id = idm_unit.team.ext_id
  name        = each.key
}
