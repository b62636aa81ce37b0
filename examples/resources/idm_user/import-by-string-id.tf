import {
  to = idm_user.dora
  id = "acme/u-dora"
}
