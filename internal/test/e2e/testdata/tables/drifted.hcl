# Changes by hand, and the access beyond the configuration that they make, or the access that is missing.

drift "a role of an unmanaged enterprise role" {
  calls = [
    "PUT eroles/er-sales/roles/crm-admin",
  ]
  made = ["u-anna crm-admin gained", "u-ben crm-admin gained"]
}

drift "a role of an ignored enterprise role" {
  calls = [
    "PUT eroles/office/roles/crm-admin",
  ]
  made = ["u-robert crm-admin gained"]
}

drift "an application" {
  calls = [
    "PUT /clients/acme/applications/hr/",
  ]
  made = ["u-ben hr-viewer gained"]
}

drift "a credential" {
  calls = [
    "POST users/u-robert/kerberos/ {\"kerberosId\":\"robert@EXAMPLE\",\"extId\":\"by-hand\"}",
  ]
  made = ["u-robert by-hand credential"]
}

drift "an ignored data room" {
  calls = [
    "PATCH profiles/p-ben/authorizations/a-ben {\"clientGlobal\":true}",
  ]
  made = ["u-ben crm-reader opened"]
}

drift "a data room" {
  calls = [
    "PATCH profiles/p-ben/authorizations/a-unassigned {\"unitGlobal\":true}",
    "PUT /clients/acme/applications/hr/",
  ]
  made = ["u-ben hr-viewer gained"]
}

drift "an ignored state of a profile" {
  calls = [
    "PATCH profiles/p-asleep {\"profileState\":\"active\"}",
  ]
  made = ["u-ben crm-admin gained"]
}

drift "an ignored state of a user" {
  calls = [
    "PATCH users/u-olga {\"userState\":\"active\"}",
  ]
  made = ["u-olga crm-admin gained"]
}

drift "an ignored validity" {
  calls = [
    "PATCH profiles/p-ben/authorizations/a-ended {\"validity\":{\"to\":\"2099-01-01T00:00:00Z\"}}",
  ]
  made = ["u-ben crm-admin gained"]
}

drift "a grant in an ignored map" {
  calls = [
    "POST profiles/p-robert/authorizations/ {\"extId\":\"map-by-hand\",\"roleExtId\":\"crm-admin\"}",
  ]
  made = ["u-robert crm-admin gained"]
}

drift "a grant" {
  calls = [
    "POST profiles/p-ben/authorizations/ {\"extId\":\"by-hand\",\"roleExtId\":\"wiki-editor\",\"appGlobal\":true}",
  ]
  made = ["u-ben wiki-editor opened"]
}

drift "an enterprise role" {
  calls = [
    "POST profiles/p-robert/eauthorizations/ {\"extId\":\"by-hand\",\"enterpriseRoleExtId\":\"er-manager\"}",
  ]
  made = ["u-robert crm-admin gained", "u-robert er-manager gained"]
}

drift "a profile" {
  calls = [
    "POST users/u-robert/profiles {\"extId\":\"p-hand\"}",
    "POST profiles/p-hand/authorizations/ {\"extId\":\"by-hand\",\"roleExtId\":\"crm-admin\"}",
  ]
  made = ["u-robert crm-admin gained"]
}

drift "a grant with the ID of another" {
  calls = [
    "DELETE profiles/p-olga/authorizations/a-olga",
    "POST profiles/p-olga/authorizations/ {\"extId\":\"a-olga\",\"roleExtId\":\"wiki-editor\"}",
    "PATCH users/u-olga {\"userState\":\"active\"}",
  ]
  made = ["u-olga wiki-editor gained"]
}

drift "a grant that is gone" {
  calls = [
    "DELETE profiles/p-ben/eauthorizations/e-ben",
  ]
  made = ["u-ben er-sales lost", "u-ben wiki-editor lost"]
}

drift "a role of an enterprise role whose grant is gone" {
  calls = [
    "PUT eroles/er-sales/roles/crm-admin",
    "DELETE profiles/p-ben/eauthorizations/e-ben",
  ]
  made = ["u-anna crm-admin gained", "u-ben er-sales lost", "u-ben wiki-editor lost"]
}

drift "another unit" {
  calls = [
    "PUT profiles/p-robert/unit/acme-it",
  ]
  made = ["u-robert crm-reader moved", "u-robert office moved", "u-robert wiki-editor moved"]
}

