# All applications of the client. Existing assignments in this list (here crm and wiki) are adopted. The first apply fails for an assigned application that is
# not in the list; later plans show its removal.
resource "idm_client_applications" "acme" {
  application_ext_ids = ["crm", "wiki", "billing"]
}
