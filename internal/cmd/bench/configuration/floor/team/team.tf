resource "terraform_data" "team" {
  input = { ext_id = var.ext_id, name = var.ext_id, belongs_to = var.parent_ext_id }
}

resource "terraform_data" "member" {
  for_each = var.members

  input = { ext_id = each.key, name = each.value.user, belongs_to = terraform_data.team.input.ext_id }
}

resource "terraform_data" "grant" {
  for_each = local.grants

  input = { ext_id = each.key, name = each.key, belongs_to = terraform_data.member[each.value.profile].input.ext_id }
}

resource "terraform_data" "enterprise_grant" {
  for_each = var.members

  input = { ext_id = "${each.key}.${each.value.enterprise_role}", name = each.key, belongs_to = terraform_data.member[each.key].input.ext_id }
}
