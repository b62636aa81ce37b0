# An application that the portal shows.
resource "idm_application" "travel" {
  ext_id      = "travel"
  name        = "Travel"
  description = "Books and settles business trips"
  url         = "https://travel.acme.example.com"
  displayed   = true

  display_name = {
    en = "Business trips"
    de = "Geschäftsreisen"
  }
}

# Users of the provider's client may be granted its roles.
resource "idm_client_application" "travel" {
  application_ext_id = idm_application.travel.ext_id
}
