# These are all applications of the client. What is assigned already (here crm and wiki) is taken over; an application that is not named stops the first apply,
# and later shows in the plan as its removal.
resource "idm_client_applications" "acme" {
  application_ext_ids = ["crm", "wiki", "billing"]
}
