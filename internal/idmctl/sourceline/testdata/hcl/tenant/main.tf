variable "file" {}

locals {
  file = yamldecode(file("${path.root}/${var.file}"))
}

resource "idm_unit" "all" {
  for_each = local.file.units
}

resource "idm_authorization" "all" {
  for_each = {}
}
