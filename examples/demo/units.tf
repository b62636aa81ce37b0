# The sales department is below the head office, which exists already.
resource "idm_unit" "sales" {
  ext_id             = "acme-sales"
  parent_unit_ext_id = "acme-hq"
  name               = "Sales"
  location           = "Zurich"
  profileless        = false

  display_name = {
    en = "Sales"
    de = "Verkauf"
    fr = "Ventes"
    it = "Vendite"
  }
}

# One unit for each region. The provider generates their external IDs.
resource "idm_unit" "region" {
  for_each = {
    north = { en = "Sales North", de = "Verkauf Nord" }
    south = { en = "Sales South", de = "Verkauf Süd" }
  }

  parent_unit_ext_id = idm_unit.sales.ext_id
  name               = each.value.en
  display_name       = each.value
  profileless        = false
}

resource "idm_unit_properties" "sales" {
  unit_ext_id = idm_unit.sales.ext_id

  properties = {
    costCenter = "4711"
    phone      = "+41 44 000 00 00"
  }
}
