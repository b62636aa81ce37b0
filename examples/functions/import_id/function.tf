# The external ID of this unit holds a slash, which the import ID needs encoded.
output "sales_import_id" {
  value = provider::idm::import_id("acme", "emea/sales")
}
