variable "people" {
  description = "The people by a key that never changes, for example of a CSV file. An empty column counts as absent."
  type = map(object({
    first    = string
    family   = string
    unit     = string
    job      = string
    login_id = optional(string)
    state    = optional(string)
    until    = optional(string)
  }))

  validation {
    condition     = alltrue([for key, person in var.people : alltrue([for text in [key, person.unit, coalesce(person.login_id, key)] : text == trimspace(text)])])
    error_message = "These people have a space at the start or the end of the key, the unit or the login ID: ${join(", ", [for key, person in var.people : jsonencode(key) if anytrue([for text in [key, person.unit, coalesce(person.login_id, key)] : text != trimspace(text)])])}."
  }

  validation {
    condition     = alltrue([for login, people in { for key, person in var.people : coalesce(person.login_id, key) => key... } : length(people) == 1])
    error_message = "These people have the same login ID: ${join("; ", [for login, people in { for key, person in var.people : coalesce(person.login_id, key) => key... } : "${join(", ", people)} (${login})" if length(people) > 1])}."
  }

  validation {
    condition     = alltrue([for person in var.people : contains(keys(var.jobs), person.job)])
    error_message = "These people have a job that var.jobs does not have: ${join(", ", [for key, person in var.people : "${key} (${person.job})" if !contains(keys(var.jobs), person.job)])}."
  }

  validation {
    condition     = alltrue([for person in var.people : contains(["active", "disabled"], coalesce(person.state, "active"))])
    error_message = "The state of a person is active or disabled. These people have another one: ${join(", ", [for key, person in var.people : "${key} (${person.state})" if !contains(["active", "disabled"], coalesce(person.state, "active"))])}."
  }
}

variable "jobs" {
  description = "The external IDs of the roles of each job."
  type        = map(set(string))
}

variable "unit_ext_ids" {
  description = "External IDs of units by the names that people use, such as the paths of the module units. Other names are external IDs."
  type        = map(string)
  default     = {}
}
