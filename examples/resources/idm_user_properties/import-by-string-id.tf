import {
  to = idm_user_properties.example
  id = "acme/u-ben"
}
