variable "units" {
  description = "The units by path, such as sales/emea. A unit without a name has the last part of its path as its name."
  type = map(object({
    ext_id       = optional(string)
    name         = optional(string)
    description  = optional(string)
    display_name = optional(map(string))
    profileless  = optional(bool, false)
  }))

  validation {
    condition     = alltrue([for path in keys(var.units) : can(regex("^[^/]+(/[^/]+)*$", path))])
    error_message = "A path has parts separated by single slashes, such as sales/emea."
  }

  validation {
    condition     = alltrue([for path in keys(var.units) : dirname(path) == "." || contains(keys(var.units), dirname(path))])
    error_message = "These units have no entry for the unit above: ${join(", ", [for path in keys(var.units) : path if dirname(path) != "." && !contains(keys(var.units), dirname(path))])}. Add one for each part of a path."
  }

  validation {
    condition     = length(var.units) == length(distinct([for path, unit in var.units : coalesce(unit.ext_id, replace(path, "/", "-"))]))
    error_message = "Two units have the same external ID. Set ext_id on one of them."
  }
}

variable "parent" {
  description = "External ID of the unit above the tree; null for the top."
  type        = string
  default     = null
}
