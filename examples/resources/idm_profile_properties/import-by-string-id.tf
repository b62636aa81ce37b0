import {
  to = idm_profile_properties.example
  id = "acme/p-anna-hq"
}
