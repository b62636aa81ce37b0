package review

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

// remoteFacts are the contents of clients of a service.
type remoteFacts struct {
	service string
	clients []string
	*access.Tenant
}

// Facts records the contents of clients of a service: all access, and the names of the objects.
// Lists that could not be read are gaps of the tenant.
func (d *Directory) Facts(service string, clients []string, held *access.Tenant) {
	d.facts = append(d.facts, remoteFacts{service, clients, held})
}

// covers reports whether the client of an object was read.
func (f remoteFacts) covers(id access.ID) bool {
	return f.service == id.Service && (id.Kind.Global() || slices.Contains(f.clients, id.Client))
}
