variable "ext_id" {
  type = string
}

variable "parent_ext_id" {
  type = string
}

variable "members" {
  type = map(object({
    user            = string
    roles           = set(string)
    enterprise_role = string
  }))
}
