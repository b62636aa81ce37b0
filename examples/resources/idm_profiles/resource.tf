locals {
  jobs = {
    clerk   = ["crm-reader"]
    manager = ["crm-reader", "crm-admin"]
  }
  staff = {
    eva = { user = "u-ben", job = "clerk" }
    tom = { user = "u-carla", job = "manager" }
  }
}

resource "idm_profiles" "staff" {
  profiles = { for key, person in local.staff : key => {
    user_ext_id    = person.user
    unit_ext_id    = "acme-hq"
    authorizations = { for role in local.jobs[person.job] : role => {} }
  } }
}
