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

resource "idm_user" "member" {
  for_each = var.members

  ext_id        = each.value.user
  login_id      = each.value.user
  user_state    = "active"
  language_code = "DE"
  name          = { first_name = "First", family_name = each.value.user }
  contacts      = { email = "${each.value.user}@example.com" }
}

resource "idm_profile" "member" {
  for_each = var.members

  ext_id      = each.key
  user_ext_id = idm_user.member[each.key].ext_id
  unit_ext_id = idm_unit.team.ext_id
  name        = each.key
}
