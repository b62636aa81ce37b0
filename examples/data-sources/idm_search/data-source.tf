# Users by their family name.
data "idm_search" "arnolds" {
  kind  = "users"
  query = "name:arnold AND state:active"
}

# At most five objects of any kind.
data "idm_search" "any" {
  query       = "acme"
  max_results = 5
}

# A hit has the attributes of the index, with the names of the index.
output "arnolds" {
  value = [for hit in data.idm_search.arnolds.hits : "${hit.firstName} ${hit.name} (${hit.extid})"]
}

output "found" {
  value = "${length(data.idm_search.any.hits)} of ${data.idm_search.any.total}"
}
