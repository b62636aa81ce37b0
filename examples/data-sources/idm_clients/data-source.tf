# Every client that the caller may see.
data "idm_clients" "visible" {}

output "clients" {
  value = { for client in data.idm_clients.visible.clients : client.ext_id => client.name }
}
