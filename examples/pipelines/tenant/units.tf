resource "idm_unit" "sales" {
  ext_id             = "acme-sales"
  parent_unit_ext_id = idm_unit.hq.ext_id
  name               = "Sales"
  profileless        = false

  display_name = {
    en = "Sales"
    de = "Verkauf"
  }
}

resource "idm_unit" "sales_north" {
  ext_id             = "acme-sales-north"
  parent_unit_ext_id = idm_unit.sales.ext_id
  name               = "Sales North"
  profileless        = false
}
