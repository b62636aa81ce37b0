# A root unit that only groups other units.
resource "idm_unit" "europe" {
  ext_id      = "europe"
  name        = "Europe"
  profileless = true
}

# A unit with profiles. The provider generates its external ID.
resource "idm_unit" "sales" {
  parent_unit_ext_id = idm_unit.europe.ext_id
  name               = "Sales Europe"
  description        = "Sells to customers in Europe"
  location           = "Zurich"
  profileless        = false

  display_name = {
    en = "Sales Europe"
    de = "Verkauf Europa"
    fr = "Ventes Europe"
    it = "Vendite Europa"
  }

  abbreviation = {
    en = "SE"
    de = "VE"
  }

  validity = {
    from = "2027-01-01T00:00:00Z"
    to   = "2031-12-31T23:59:59Z"
  }
}
