variable "people" {
  description = "The people by a key that never changes, each with the columns of people.csv. An empty column counts as absent."
  type        = map(map(string))
}

variable "jobs" {
  description = "The jobs by name, such as the content of jobs.yaml: each has roles and enterprise_roles, as lists of external IDs or as mappings to data rooms and validity."
  type        = any
  default     = {}
  nullable    = false
}

variable "exceptions" {
  description = "What single people have beyond their job, by their keys and in the form of a job, and roles that they do not have (without). The key of a second function is that of the person and -2."
  type        = any
  default     = {}
  nullable    = false
}

variable "lines" {
  description = "The lines of the files jobs and exceptions for errors: of each the result of provider::idm::document_lines."
  type        = map(map(number))
  default     = {}
  nullable    = false
}

variable "unit_ext_ids" {
  description = "External IDs of units by the names that people use, such as the keys of the module units."
  type        = map(string)
}

variable "units" {
  description = "The names in unit_ext_ids, where they are known before the units are planned: one plan then shows the mistakes of all files."
  type        = list(string)
  default     = null
}

variable "zone" {
  description = "The time zone of days, such as Europe/Zurich."
  type        = string
  default     = "UTC"
}

variable "max_removals" {
  description = "How many users, and how many profiles, one plan may delete or archive: 10 or 5 % of them, whichever is more, unless set."
  type        = number
  default     = null
}

variable "adopt" {
  description = "Keys of objects that exist already, or * for all: the next apply takes them over."
  type        = set(string)
  default     = null
}

variable "on_destroy" {
  description = "keep: objects that leave the files stay in the service, so that another state can adopt them."
  type        = string
  default     = null
}
