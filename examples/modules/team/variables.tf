variable "name" {
  description = "Name of the team in external IDs."
  type        = string

  validation {
    condition     = can(regex("^[a-z][a-z0-9-]*$", var.name))
    error_message = "The name of a team has lowercase letters, digits and hyphens."
  }
}

variable "display_name" {
  description = "Name of the team's unit; the name by default."
  type        = string
  default     = null
}

variable "parent" {
  description = "External ID of the unit above the team."
  type        = string
}

variable "roles" {
  description = "External IDs of the roles of all members."
  type        = set(string)
  default     = []
}

variable "members" {
  description = "The further roles of each member, by the external ID of the user."
  type        = map(set(string))
  default     = {}
}
