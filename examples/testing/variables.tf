variable "name" {
  type        = string
  description = "Name of the team, in lower case."

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]*$", var.name))
    error_message = "A team's name has small letters, digits and hyphens."
  }
}

variable "parent" {
  type        = string
  description = "External ID of the unit that the team is in."
}

variable "members" {
  type        = map(string)
  default     = {}
  description = "The roles of the team's people, by the external IDs of their users."

  validation {
    condition     = !contains(values(var.members), "crm-admin")
    error_message = "Membership in a team must not make a user an administrator of the CRM."
  }
}
