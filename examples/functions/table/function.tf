# Excel in German writes semicolons and a byte order mark:
#
#   id;first;family;unit;job;until
#   eva;Eva;Egger;sales-emea;seller;
#   finn;Finn;Fischer;sales-apac;support;31.12.2031
#
# LibreOffice writes commas and quotes, and an HR system tabs and empty columns. All read the same.
locals {
  people = provider::idm::table(file("${path.module}/people.csv"), "id", "first", "family", "unit", "job", "until")
}

resource "idm_users" "staff" {
  users = { for id, person in local.people : "u-${id}" => {
    login_id = id
    name     = { first_name = person.first, family_name = person.family }
    validity = person.until == null ? null : { to = provider::idm::day_end(person.until, "Europe/Zurich") }
  } }
}
