import {
  to = idm_profile.carla_sales
  id = "acme/p-carla-sales"
}
