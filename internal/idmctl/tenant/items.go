package tenant

import (
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Item is an object of a tenant that a resource can manage.
type Item struct {
	idm.Object
	Type *objecttype.Type
	// Owner is the external ID of the object in whose import ID it is, such as the profile of a
	// grant; "" without one. Within is that or another object that contains it: the parent of a
	// unit, the user of a profile, the application of a role.
	Owner, Within string
	Properties    Properties
}

// Visit visits the objects of a tenant, owners before what they own, but not property definitions,
// consents and credentials. An assignment and a member have no record and no value of their own.
func (t *Tenant) Visit(visit func(Item)) {
	visit(Item{Object: idm.Describe(t.Client), Type: objecttype.Client})
	for _, u := range t.Units {
		visit(Item{idm.Describe(u), objecttype.Unit, "", u.ParentUnitExtID, t.UnitProperties[u.ExtID]})
	}
	for _, u := range t.Users {
		visit(Item{Object: idm.Describe(u), Type: objecttype.User, Properties: t.UserProperties[u.ExtID]})
	}
	for _, p := range t.Profiles {
		visit(Item{idm.Describe(p.Profile), objecttype.Profile, "", p.UserExtID, t.ProfileProperties[p.ExtID]})
		for _, a := range p.Authorizations {
			visit(Item{idm.Describe(a.Authorization), objecttype.Authorization, p.ExtID, p.ExtID, a.Properties})
		}
		for _, a := range p.EnterpriseAuthorizations {
			visit(Item{idm.Describe(a), objecttype.EnterpriseAuthorization, p.ExtID, p.ExtID, Properties{}})
		}
	}
	for _, a := range t.Applications {
		visit(Item{Object: idm.Object{ExtID: a.ExtID, Name: a.ExtID}, Type: objecttype.ClientApplication})
	}
	for _, a := range t.AllApplications {
		visit(Item{Object: idm.Describe(a), Type: objecttype.Application})
	}
	for _, r := range t.Roles {
		visit(Item{Object: idm.Describe(r), Type: objecttype.Role, Within: r.ApplicationExtID})
	}
	for _, e := range t.EnterpriseRoles {
		visit(Item{Object: idm.Describe(e.EnterpriseRole), Type: objecttype.EnterpriseRole, Properties: e.Properties})
		for _, member := range e.Members {
			visit(Item{Object: idm.Object{ExtID: member.ExtID, Name: member.ExtID}, Type: objecttype.EnterpriseRoleMember, Owner: e.ExtID,
				Within: e.ExtID})
		}
	}
	for _, row := range Plain() {
		for _, object := range t.Objects[row] {
			visit(Item{Object: object, Type: row})
		}
	}
}
