data "idm_policy" "passwords" {
  ext_id = "policy-password"
}

output "shortest_password" {
  description = "Fewest characters of a password."
  value       = tonumber(data.idm_policy.passwords.parameters["minLength"])
}
