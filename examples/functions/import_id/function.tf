# The external ID of this unit contains a slash, which an import ID must encode.
output "sales_import_id" {
  value = provider::idm::import_id("acme", "emea/sales")
}
