terraform {
  required_version = ">= 1.11"
  required_providers {
    idm = {
      source = "identity-iac/idm"
    }
  }
}

# A team is a unit with a profile for each of its people.
resource "idm_unit" "team" {
  ext_id             = "team-${var.name}"
  name               = "Team ${var.name}"
  parent_unit_ext_id = var.parent
  profileless        = false
}

resource "idm_profile" "member" {
  for_each    = var.members
  user_ext_id = each.key
  ext_id      = "${each.key}-${var.name}"
  unit_ext_id = idm_unit.team.ext_id
}

resource "idm_authorization" "member" {
  for_each       = var.members
  profile_ext_id = idm_profile.member[each.key].ext_id
  role_ext_id    = each.value
}
