locals {
  grants = merge([
    for profile, member in var.members : {
      for role in member.roles : "${profile}.${role}" => { profile = profile, role = role }
    }
  ]...)
}
