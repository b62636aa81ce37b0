variable "units" {
  description = "The units by a key that never changes, such as the content of units.yaml. A parent is the key of another unit; a unit without one is a top. The other arguments are those of idm_unit. Without a name or an ext_id, the key is both."
  type        = any
  default     = {}
  nullable    = false
}

variable "lines" {
  description = "The lines of the file of units for errors: the result of provider::idm::document_lines."
  type        = map(number)
  default     = {}
  nullable    = false
}

variable "parent" {
  description = "External ID of the unit above the tree; null for the top."
  type        = string
  default     = null
}

variable "zone" {
  description = "The time zone of days, such as Europe/Zurich."
  type        = string
  default     = "UTC"
}

variable "max_removals" {
  description = "How many units one plan may delete: 10 or 5 % of them, whichever is more, unless set."
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
