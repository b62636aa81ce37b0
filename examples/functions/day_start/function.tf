# Access begins with the day: 2027-01-01T00:00:00+01:00.
resource "idm_user" "eva" {
  login_id = "eva"
  name     = { first_name = "Eva", family_name = "Egger" }
  validity = { from = provider::idm::day_start("2027-01-01", "Europe/Zurich") }
}
