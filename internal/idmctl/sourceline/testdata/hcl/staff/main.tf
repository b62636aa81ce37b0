resource "idm_user" "each" {
  for_each = { for p in csvdecode(file("${path.module}/people.csv")) : p.login => p }
}

resource "idm_profile" "each" {
  for_each = fileset("${path.module}/teams", "*.yaml")
}
