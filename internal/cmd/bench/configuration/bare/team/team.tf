terraform {
  required_providers {
    bare = {
      source = "registry.terraform.io/identity-iac/bare"
    }
  }
}

resource "bare_object" "team" {
  ext_id     = var.ext_id
  name       = var.ext_id
  belongs_to = var.parent_ext_id
}

resource "bare_object" "member" {
  for_each = var.members

  ext_id     = each.key
  name       = each.value.user
  belongs_to = bare_object.team.ext_id
}

resource "bare_object" "grant" {
  for_each = local.grants

  ext_id     = each.key
  name       = each.key
  belongs_to = bare_object.member[each.value.profile].ext_id
}

resource "bare_object" "enterprise_grant" {
  for_each = var.members

  ext_id     = "${each.key}.${each.value.enterprise_role}"
  name       = "${each.key}.${each.value.enterprise_role}"
  belongs_to = bare_object.member[each.key].ext_id
}
