data "idm_enterprise_authorization" "anna_sales" {
  profile_ext_id = "p-anna-hq"
  ext_id         = "ea-anna-sales"
}

output "anna_sells_until" {
  value = try(data.idm_enterprise_authorization.anna_sales.validity["to"], null)
}
