import {
  to = idm_authorization_properties.carla_crm
  id = "acme/p-carla/a-carla-crm"
}
