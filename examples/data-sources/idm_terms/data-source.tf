data "idm_terms" "all" {}

output "in_force" {
  description = "The version of each of the terms that people accept now."
  value       = { for terms in data.idm_terms.all.terms : terms.name => terms.terms_version if terms.active }
}
