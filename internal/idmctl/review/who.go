package review

import (
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

// lacks reports whether a list of an owner has a gap. An owner without an external ID is any owner
// in the client, and one without a client any owner in the service.
func (x *analysis) lacks(owner access.ID, kinds ...access.Kind) bool {
	return slices.ContainsFunc(x.before.Gaps(), func(g access.Gap) bool {
		return g.Service == owner.Service && slices.Contains(kinds, g.Kind) &&
			(g.Client == "" || owner.Client == "" || g.Client == owner.Client) &&
			(owner.ExtID == "" || g.Owner == "" && g.ExtID == "" || g.Owner == owner.ExtID) &&
			!x.fresh(access.NewID(g.Service, "", access.Client, g.Client))
	})
}

// complete reports whether all who may have a role, an enterprise role, an application or something
// in a client are known.
func (x *analysis) complete(of access.ID) bool {
	client := of.Client
	if of.Kind == access.Client {
		client = of.ExtID
	}
	return x.fresh(of) || (client != "" || x.names.Everywhere[of.Service]) &&
		!x.lacks(access.ID{Service: of.Service, Client: client}, access.Client, access.User, access.Profile, access.Grant,
			access.EnterpriseGrant, access.Role)
}
