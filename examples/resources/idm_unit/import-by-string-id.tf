import {
  to = idm_unit.sales
  id = "acme/sales"
}
