import {
  to = idm_enterprise_authorization.carla_sales
  id = "acme/p-carla/ea-carla-sales"
}
