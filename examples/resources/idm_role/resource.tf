resource "idm_application" "travel" {
  name      = "Travel"
  displayed = true
}

# Each role of the application, by its external ID.
resource "idm_role" "travel" {
  for_each = {
    "travel-booker"   = "Books trips"
    "travel-approver" = "Approves trips"
  }

  ext_id             = each.key
  application_ext_id = idm_application.travel.ext_id
  name               = trimprefix(each.key, "travel-")
  description        = each.value
}

resource "idm_role" "auditor" {
  ext_id             = "travel-auditor"
  application_ext_id = idm_application.travel.ext_id
  name               = "auditor"
}
