resource "idm_unit" "first" {
}
