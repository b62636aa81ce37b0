# The provider's own client.
data "idm_client" "own" {}

data "idm_client" "globex" {
  ext_id = "globex"
}

output "names" {
  value = [data.idm_client.own.name, data.idm_client.globex.display_name["en"]]
}
