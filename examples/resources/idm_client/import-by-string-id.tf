import {
  to = idm_client.initech
  id = "initech"
}
