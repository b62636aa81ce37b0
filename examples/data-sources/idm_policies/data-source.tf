data "idm_policies" "all" {}

output "default_policies" {
  description = "External ID of the default policy of each type."
  value       = { for policy in data.idm_policies.all.policies : policy.policy_type => policy.ext_id if policy.default_policy }
}
