variable "first_password" {
  type      = string
  ephemeral = true
}

# To change the password, change the version.
resource "idm_password" "first" {
  user_ext_id         = "u-dev-bot"
  password_wo         = var.first_password
  password_wo_version = 1
}
