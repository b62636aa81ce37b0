rule "admins" {
  roles = ["crm-admin"]
}
