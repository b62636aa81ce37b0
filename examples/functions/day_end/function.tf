# Access ends at midnight after the day: 2027-06-30T23:59:59+02:00.
resource "idm_user" "eva" {
  login_id = "eva"
  name     = { first_name = "Eva", family_name = "Egger" }
  validity = { to = provider::idm::day_end("2027-06-30", "Europe/Zurich") }
}
