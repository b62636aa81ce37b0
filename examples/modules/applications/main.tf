locals {
  roles = merge([for app, application in var.applications : {
    for name, description in application.roles : "${app}/${name}" => { application = app, name = name, description = description }
  }]...)
}

resource "idm_application" "this" {
  for_each = var.applications

  ext_id       = each.key
  name         = coalesce(each.value.name, each.key)
  description  = each.value.description
  url          = each.value.url
  displayed    = each.value.displayed
  display_name = each.value.display_name
}

resource "idm_role" "this" {
  for_each = local.roles

  ext_id             = replace(each.key, "/", "-")
  application_ext_id = idm_application.this[each.value.application].ext_id
  name               = each.value.name
  description        = each.value.description
}

# The client has the applications, so that grants of their roles take effect.
resource "idm_client_application" "this" {
  for_each = { for app, application in var.applications : app => application if application.assigned }

  application_ext_id = idm_application.this[each.key].ext_id
}
