import {
  to = idm_authorization.carla_crm
  id = "acme/p-carla/a-carla-crm"
}
