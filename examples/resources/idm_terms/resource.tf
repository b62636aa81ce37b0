# After a change of terms_version, all users must accept the terms again.
resource "idm_terms" "travel" {
  name              = "Terms of business travel"
  active            = true
  silent_acceptance = false
  terms_version     = "2026-01"

  urls = {
    EN = "https://travel.acme.example.com/terms"
    DE = "https://travel.acme.example.com/de/terms"
  }
}
