resource "idm_enterprise_role" "buyer" {
  ext_id      = "buyer"
  name        = "Buyer"
  description = "All that a buyer needs"

  display_name = {
    en = "Buyer"
    de = "Einkauf"
    fr = "Achats"
    it = "Acquisti"
  }
}
