data "idm_me" "current" {}

output "signed_in_as" {
  value = "${data.idm_me.current.login_id} in ${data.idm_me.current.client_name}"
}
