variable "password" {
  description = "Password of the user that the provider is logged in as."
  type        = string
  sensitive   = true
  ephemeral   = true
}

# A token for the caller's own protected values, for a write-only argument or another provider.
ephemeral "idm_token" "own" {
  username = "anna"
  password = var.password
}
