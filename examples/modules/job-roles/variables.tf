variable "jobs" {
  description = "The jobs by key, each with the external IDs of its roles."
  type = map(object({
    roles        = set(string)
    name         = optional(string)
    description  = optional(string)
    display_name = optional(map(string))
  }))

  validation {
    condition     = alltrue([for job in var.jobs : length(job.roles) > 0])
    error_message = "A job has at least one role."
  }

  validation {
    condition     = length(var.jobs) == length(distinct([for key, job in var.jobs : coalesce(job.name, key)]))
    error_message = "Two jobs have the same name."
  }
}

variable "prefix" {
  description = "Text before the key in the external ID of an enterprise role."
  type        = string
  default     = "job-"
}
