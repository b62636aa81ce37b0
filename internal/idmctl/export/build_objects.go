package export

import (
	"cmp"
	"strconv"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// settings writes the client and the objects of plain types.
func (b *builder) settings() {
	if c := b.t.Client; c.Name != "" {
		id := objecttype.ImportID(c.ExtID)
		b.add(resource{kind: kindClient, id: id, name: b.names[kindClient][id], part: partTenant, args: []arg{
			textArg("ext_id", c.ExtID), textArg("name", c.Name), localizedArg("display_name", c.DisplayName), textArg("remarks", c.Remarks),
		}})
	}
	for _, t := range plainTypes {
		b.plain(t)
	}
}

// applicationsAndRoles writes the applications of the client, their assignments, and then their
// roles.
func (b *builder) applicationsAndRoles() {
	for _, a := range b.t.Applications {
		id := objecttype.ImportID(a.ExtID)
		if b.t.Roles != nil {
			b.add(resource{kind: kindApplication, id: id, name: b.names[kindApplication][id], part: partTenant, args: []arg{
				textArg("ext_id", a.ExtID), textArg("name", a.Name), textArg("description", a.Description), textArg("url", a.URL),
				flagArg("displayed", a.Displayed), localizedArg("display_name", a.DisplayName),
			}})
		}
	}
	b.assignments()
	for _, r := range b.t.Roles {
		id := objecttype.ImportID(r.ExtID)
		if b.names[kindApplication][objecttype.ImportID(r.ApplicationExtID)] == "" {
			continue
		}
		b.add(resource{kind: kindRole, id: id, name: b.names[kindRole][id], part: partTenant, args: []arg{
			textArg("ext_id", r.ExtID), refArg("application_ext_id", b.applicationRef(r.ApplicationExtID)), textArg("name", r.Name),
			textArg("description", r.Description),
		}})
	}
}

// assignments writes which applications the client has.
func (b *builder) assignments() {
	if b.o.Grants == Authoritative && b.t.Applications != nil && !b.incomplete.Has(objecttype.ClientApplication, "") {
		all := list{}
		for _, a := range b.t.Applications {
			all = append(all, b.applicationRef(a.ExtID))
		}
		b.add(resource{kind: kindClientApplications, id: b.inClient(), name: "all", part: partTenant,
			args: []arg{{name: "application_ext_ids", value: all}}})
		return
	}
	for _, a := range b.t.Applications {
		b.add(resource{kind: kindClientApplication, id: b.inClient(a.ExtID),
			name: b.names[kindApplication][objecttype.ImportID(a.ExtID)],
			part: partTenant, args: []arg{refArg("application_ext_id", b.applicationRef(a.ExtID))}})
	}
}

// enterpriseRolesWithMembers writes the members of an enterprise role as one list, which defines
// the role. A list that could not be read completely is left out, because it would remove the
// missing roles.
func (b *builder) enterpriseRolesWithMembers() {
	for _, e := range b.t.EnterpriseRoles {
		id := b.inClient(e.ExtID)
		name := b.names[kindEnterpriseRole][id]
		b.add(resource{kind: kindEnterpriseRole, id: id, name: name, part: partTenant, args: []arg{
			textArg("ext_id", e.ExtID), textArg("name", e.Name), textArg("description", e.Description),
			localizedArg("display_name", e.DisplayName),
		}})
		if e.Members != nil && !b.incomplete.Has(objecttype.EnterpriseRoleMember, e.ExtID) {
			members := list{}
			for _, role := range e.Members {
				members = append(members, b.roleRef(role.ExtID))
			}
			b.add(resource{kind: kindEnterpriseRoleMembers, id: id, name: name, part: partTenant, args: []arg{
				refArg("enterprise_role_ext_id", b.enterpriseRoleRef(e.ExtID)), {name: "role_ext_ids", value: members},
			}})
		}
		b.properties(e.Properties, enterpriseRoleScopes, resource{kind: kindEnterpriseRoleProperties, id: id, name: name,
			part: partTenant,
			args: []arg{refArg("enterprise_role_ext_id", b.enterpriseRoleRef(e.ExtID))}})
	}
}

// users writes the users if the options include people.
func (b *builder) users() {
	if !b.o.People {
		return
	}
	for _, u := range b.sortedUsers() {
		id := b.inClient(u.ExtID)
		name := b.names[kindUser][id]
		if b.leavesOut(kindUser, u.ExtID, u.UserState) {
			continue
		}
		b.add(resource{kind: kindUser, id: id, name: name, part: partPeople, args: []arg{
			textArg("ext_id", u.ExtID), textArg("login_id", u.LoginID),
			stateArg("user_state", u.UserState, "disabled", "archived"),
			textArg("language_code", u.LanguageCode), yesArg("is_technical_user", u.IsTechnicalUser),
			fixedArg("name", textArg("title", u.Name.Title), textArg("first_name", u.Name.FirstName),
				textArg("family_name", u.Name.FamilyName)),
			textArg("sex", u.Sex), textArg("gender", u.Gender), textArg("birth_date", u.BirthDate), address(u.Address),
			fixedArg("contacts", textArg("telephone", u.Contacts.Telephone), textArg("telefax", u.Contacts.Telefax),
				textArg("mobile", u.Contacts.Mobile), textArg("email", u.Contacts.Email)),
			validityArg(u.Validity), textArg("remarks", u.Remarks), textArg("modification_comment", u.ModificationComment),
		}})
		b.properties(b.t.UserProperties[u.ExtID], userScopes, resource{kind: kindUserProperties, id: id, name: name, part: partPeople,
			args: []arg{refArg("user_ext_id", b.userRef(u.ExtID))}})
	}
}

// leavesOut reports whether a user or a profile is left out because it is archived for good and no
// earlier export contains it. It records the object.
func (b *builder) leavesOut(kind, extID, state string) bool {
	id := b.inClient(extID)
	if state != "archived" || b.namer.fixed[kind][id] != "" {
		return false
	}
	if kind != kindUser || b.o.wants(kind) {
		b.archived = append(b.archived, kind+" "+id)
	}
	return true
}

func address(a idm.UserAddress) arg {
	box := ""
	if a.PostOfficeBoxNumber != nil {
		box = strconv.FormatInt(*a.PostOfficeBoxNumber, 10)
	}
	return fixedArg("address", textArg("country_code", a.CountryCode), textArg("city", a.City), textArg("postal_code", a.PostalCode),
		textArg("addressline1", a.Addressline1), textArg("addressline2", a.Addressline2), textArg("street", a.Street),
		textArg("house_number", a.HouseNumber), textArg("dwelling_number", a.DwellingNumber),
		textArg("post_office_box_text", a.PostOfficeBoxText), textArg("post_office_box_number", box), textArg("locality", a.Locality))
}

// unit writes a unit and its properties.
func (b *builder) unit(u idm.Unit) {
	id := b.inClient(u.ExtID)
	name, part := b.names[kindUnit][id], b.tops[u.ExtID]
	b.add(resource{kind: kindUnit, id: id, name: name, part: part, args: []arg{
		textArg("ext_id", u.ExtID), refArg("parent_unit_ext_id", b.unitRef(u.ParentUnitExtID)), textArg("name", u.Name),
		textArg("description", u.Description), textArg("location", u.Location), localizedArg("display_name", u.DisplayName),
		localizedArg("abbreviation", u.Abbreviation),
		// The resource requires profileless, so the folder must stay valid if the service omits it.
		flagArg("profileless", u.Profileless), stateArg("state", u.State, "disabled"),
		validityArg(u.Validity),
		textArg("modification_comment", u.ModificationComment),
	}})
	b.properties(b.t.UnitProperties[u.ExtID], unitScopes, resource{kind: kindUnitProperties, id: id, name: name, part: part,
		args: []arg{refArg("unit_ext_id", b.unitRef(u.ExtID))}})
}

func (b *builder) profile(p tenant.Profile) {
	id := b.inClient(p.ExtID)
	name, part := b.names[kindProfile][id], cmp.Or(b.tops[p.UnitExtID], partTenant)
	b.add(resource{kind: kindProfile, id: id, name: name, part: part, args: []arg{
		textArg("ext_id", p.ExtID), refArg("user_ext_id", b.userRef(p.UserExtID)), refArg("unit_ext_id", b.unitRef(p.UnitExtID)),
		textArg("name", p.Name), stateArg("profile_state", p.ProfileState, "disabled", "archived"),
		yesArg("is_default_profile", p.IsDefaultProfile), textArg("remarks", p.Remarks),
		textArg("modification_comment", p.ModificationComment), validityArg(p.Validity),
	}})
	b.properties(b.t.ProfileProperties[p.ExtID], profileScopes, resource{kind: kindProfileProperties, id: id, name: name, part: part,
		args: []arg{refArg("profile_ext_id", b.profileRef(p.ExtID))}})
	if b.o.Grants == Authoritative {
		b.allGrants(p, part)
	} else {
		b.singleGrants(p, part)
	}
	b.grantProperties(p, part)
}
