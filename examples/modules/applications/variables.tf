variable "applications" {
  description = "The applications by external ID, each with its roles: descriptions (or null) by name."
  type = map(object({
    name         = optional(string)
    description  = optional(string)
    url          = optional(string)
    displayed    = optional(bool, true)
    display_name = optional(map(string))
    assigned     = optional(bool, true)
    roles        = map(string)
  }))

  validation {
    condition     = alltrue([for application in var.applications : length(application.roles) > 0])
    error_message = "An application without roles grants no access: give each at least one role."
  }

  validation {
    condition = length(flatten([for application in var.applications : keys(application.roles)])) == length(distinct(flatten([
      for app, application in var.applications : [for role in keys(application.roles) : "${app}-${role}"]
    ])))
    error_message = "Two roles have the same external ID, which is made of the application and the name. Rename one of them."
  }
}
