data "idm_applications" "assigned" {}

output "portal" {
  description = "Name and address of each application that the portal shows."
  value       = { for app in data.idm_applications.assigned.applications : app.name => app.url if app.displayed }
}

# All of the service, whatever clients they are assigned to.
data "idm_applications" "all" {
  all_clients = true
}
