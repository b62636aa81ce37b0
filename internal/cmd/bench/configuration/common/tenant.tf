locals {
  tenant = jsondecode(file("${path.module}/tenant.json"))
}
