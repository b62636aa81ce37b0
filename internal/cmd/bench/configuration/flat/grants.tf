locals {
  members = merge([
    for team, content in local.tenant.teams : {
      for profile, member in content.members : profile => merge(member, { team = team })
    }
  ]...)
  grants = merge([
    for profile, member in local.members : {
      for role in member.roles : "${profile}.${role}" => { profile = profile, role = role }
    }
  ]...)
}
