terraform {
  required_providers {
    bare = {
      source = "registry.terraform.io/identity-iac/bare"
    }
  }
}

variable "roles" {
  type = map(string)
}

variable "jobs" {
  type = map(string)
}

resource "bare_object" "team" {
  ext_id     = var.ext_id
  name       = var.ext_id
  belongs_to = var.parent_ext_id
}

resource "bare_object" "user" {
  for_each = var.members

  ext_id = each.value.user
  name   = each.value.user
}

resource "bare_object" "member" {
  for_each = var.members

  ext_id     = each.key
  name       = "${each.key}.${bare_object.user[each.key].ext_id}"
  belongs_to = bare_object.team.ext_id
}

resource "bare_object" "grant" {
  for_each = local.grants

  ext_id     = each.key
  name       = "${each.key}.${var.roles[each.value.role]}"
  belongs_to = bare_object.member[each.value.profile].ext_id
}

resource "bare_object" "enterprise_grant" {
  for_each = var.members

  ext_id     = "${each.key}.${each.value.enterprise_role}"
  name       = "${each.key}.${var.jobs[each.value.enterprise_role]}"
  belongs_to = bare_object.member[each.key].ext_id
}
