data "idm_applications" "assigned" {}

output "portal" {
  description = "Name and address of each application that the portal shows."
  value       = { for app in data.idm_applications.assigned.applications : app.name => app.url if app.displayed }
}

# All applications of the service, assigned to any client or none.
data "idm_applications" "all" {
  all_clients = true
}
