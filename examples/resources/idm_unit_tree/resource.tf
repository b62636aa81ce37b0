resource "idm_unit_tree" "asia" {
  units = {
    asia       = { name = "Asia", profileless = true }
    asia-sales = { parent = "asia", name = "Sales", profileless = false }
    asia-tokyo = { parent = "asia-sales", name = "Tokyo", profileless = false, location = "Tokyo" }
  }
}

# Other resources refer to external IDs by key.
resource "idm_unit_properties" "tokyo" {
  unit_ext_id = idm_unit_tree.asia.ext_ids["asia-tokyo"]
  properties  = { costCenter = "4711" }
}
