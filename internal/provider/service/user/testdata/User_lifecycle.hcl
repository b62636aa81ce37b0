idm_user {
  needs    = ["ExtIDs"]
  id       = "@Client/@user"
  identity = { client_ext_id = "@Client", ext_id = "@user" }
  first    = { ext_id = "@first" }
  minimal  = { ext_id = "@user" }
  post     = "/core/v1/@Client/users"
  create   = { extId = "@user" }
  path     = "/core/v1/@Client/users/@user"
  theirs   = { remarks = "theirs" }
}
remarks {
  from    = "A"
  to      = "B"
  sent    = { remarks = "B" }
  filled  = { remarks = "A" }
  cleared = { remarks = "" }
}
login_id {
  from   = "@A"
  to     = "@B"
  sent   = { loginId = "@B" }
  filled = { loginId = "@A" }
}
user_state {
  from   = "disabled"
  to     = "active"
  sent   = { userState = "active" }
  filled = { userState = "disabled" }
}
language_code {
  from   = "DE"
  to     = "FR"
  sent   = { languageCode = "FR" }
  filled = { languageCode = "DE" }
  fixed  = true
}
name {
  from    = { family_name = "A", title = "Dr." }
  to      = { family_name = "B", first_name = "B" }
  sent    = { name = { familyName = "B", firstName = "B", title = "" } }
  filled  = { name = { familyName = "A", title = "Dr." } }
  cleared = { name = { familyName = "", title = "" } }
  needs   = ["Clearing"]
}
sex {
  from   = "female"
  to     = "male"
  sent   = { sex = "male" }
  filled = { sex = "female" }
  fixed  = true
}
gender {
  from   = "female"
  to     = "male"
  sent   = { gender = "male" }
  filled = { gender = "female" }
  fixed  = true
}
birth_date {
  from    = "1980-12-31"
  to      = "1981-01-01"
  sent    = { birthDate = "1981-01-01" }
  filled  = { birthDate = "1980-12-31" }
  cleared = { birthDate = "" }
}
address {
  from    = { city = "Bern", country_code = "CH", house_number = "7a" }
  to      = { city = "Basel", country_code = "CH", post_office_box_number = "12" }
  sent    = { address = { city = "Basel", houseNumber = "", postOfficeBoxNumber = 12 } }
  filled  = { address = { city = "Bern", countryCode = "CH", houseNumber = "7a" } }
  cleared = { address = { city = "", countryCode = "", houseNumber = "" } }
  needs   = ["Clearing"]
}
contacts {
  from    = { email = "@a@example.com", mobile = "+41790000000" }
  to      = { email = "@b@example.com", mobile = "+41790000000" }
  sent    = { contacts = { email = "@b@example.com" } }
  filled  = { contacts = { email = "@a@example.com", mobile = "+41790000000" } }
  cleared = { contacts = { email = "", mobile = "" } }
}
validity {
  from   = { to = "2030-01-01T00:00:00Z" }
  to     = { to = "2031-01-01T00:00:00Z" }
  sent   = { validity = { to = "2031-01-01T00:00:00Z" } }
  filled = { validity = { to = "2030-01-01T00:00:00Z" } }
  fixed  = true
}
modification_comment {
  from    = "A"
  to      = "B"
  sent    = { modificationComment = "B" }
  filled  = { modificationComment = "A" }
  cleared = { modificationComment = "" }
}
