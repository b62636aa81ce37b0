package rehearsal

import (
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/accessquery"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// difference returns what people gain and lose between two states of the copy, and the grants without
// an effect that are added or removed.
func difference(before, after *tenant.Facts, now time.Time) []accessquery.Row {
	return accessquery.Diff(before, after, [2]string{}, "", now).Rows
}

// clock returns the time at which access is compared: the time of the plan, as in the review.
func clock(planned string) time.Time {
	at, err := time.Parse(time.RFC3339, planned)
	if err != nil {
		return time.Now()
	}
	return at
}

// addUnread copies the clients whose applications the copy lacks, because they could not be read.
func addUnread(to, from *access.Tenant) {
	clients, assigned := map[access.ID]bool{}, map[access.ID]bool{}
	for o := range from.Objects() {
		client := access.NewID(o.Service, o.Client, access.Assignment, "")
		clients[client] = true
		assigned[client] = assigned[client] || o.Kind == access.Assignment
	}
	for client := range clients {
		if client.Client != "" && !assigned[client] {
			to.NotRead(access.Gap{ID: client})
		}
	}
}
