package review

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/plan"
)

// cannotAsk returns the reason why --names would not show more of a client, "" if it would.
func (x *analysis) cannotAsk(service string, client id) string {
	shown := slices.ContainsFunc(x.plan.Services, func(s plan.Service) bool { return s.ID == service && s.Known })
	switch {
	case x.names.withholds(service, client):
		return "the service does not show all of them to this caller"
	case client.unknown:
		return "the plan does not show the client"
	case len(x.plan.Services) > 0 && !shown:
		return "the plan does not show the address of the service"
	case x.names.source != "":
		return "the facts of the review do not contain all of them"
	}
	return ""
}
