package export

import (
	"cmp"
	"context"

	"github.com/hashicorp/hcl/v2/hclwrite"
	"github.com/zclconf/go-cty/cty"

	"github.com/identity-iac/terraform-provider-idm/internal/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/tenant"
)

// unit writes a unit and its properties. What the service assigns is written too, so that a change
// by hand shows.
func (e *exporter) unit(ctx context.Context, u idm.Unit) error {
	name := e.names.units[u.ExtID]
	err := e.add(ctx, resource{kind: "idm_unit", name: name, file: "units.tf", key: []string{u.ExtID}, body: func(b body) {
		b.text("ext_id", u.ExtID)
		b.extID("parent_unit_ext_id", "idm_unit", e.names.units[u.ParentUnitExtID], u.ParentUnitExtID)
		b.text("name", u.Name)
		b.text("description", u.Description)
		b.text("location", u.Location)
		b.localized("display_name", u.DisplayName)
		b.localized("abbreviation", u.Abbreviation)
		// The resource demands it, so a service that leaves it out must not make the folder invalid.
		b.flag("profileless", cmp.Or(u.Profileless, new(false)))
		b.state("state", u.State, "active", "disabled")
		b.validity(u.Validity)
		b.text("modification_comment", u.ModificationComment)
	}})
	if err != nil {
		return err
	}
	return e.properties(ctx, e.t.UnitProperties[u.ExtID], resource{
		kind: "idm_unit_properties", name: name, key: []string{u.ExtID},
		body: func(b body) { b.extID("unit_ext_id", "idm_unit", name, u.ExtID) },
	})
}

func (e *exporter) profile(ctx context.Context, p tenant.Profile) error {
	err := e.add(ctx,
		resource{kind: "idm_profile", name: e.names.profiles[p.ExtID], file: "profiles.tf", key: []string{p.ExtID}, body: func(b body) {
			b.text("ext_id", p.ExtID)
			b.text("user_ext_id", p.UserExtID)
			b.extID("unit_ext_id", "idm_unit", e.names.units[p.UnitExtID], p.UnitExtID)
			b.text("name", p.Name)
			b.state("profile_state", p.ProfileState, "active", "disabled", "archived")
			b.flag("is_default_profile", p.IsDefaultProfile)
			b.text("remarks", p.Remarks)
			b.text("modification_comment", p.ModificationComment)
			b.validity(p.Validity)
		}})
	if err != nil {
		return err
	}
	if e.grants == Authoritative {
		err = e.allGrants(ctx, p)
	} else {
		err = e.singleGrants(ctx, p)
	}
	if err != nil {
		return err
	}
	return e.grantProperties(ctx, p)
}

// singleGrants writes a resource for each grant. Its external id is left out, because some releases
// of the service do not take one.
func (e *exporter) singleGrants(ctx context.Context, p tenant.Profile) error {
	profile := e.names.profiles[p.ExtID]
	for _, a := range p.Authorizations {
		name := e.names.authorizations[idm.ImportID(p.ExtID, a.ExtID)]
		err := e.add(ctx,
			resource{kind: "idm_authorization", name: name, file: "authorizations.tf", key: []string{p.ExtID, a.ExtID}, body: func(b body) {
				b.extID("profile_ext_id", "idm_profile", profile, p.ExtID)
				b.text("role_ext_id", a.RoleExtID)
				for _, room := range openRooms(a) {
					b.yes(room)
				}
				b.validity(a.Validity)
			}})
		if err != nil {
			return err
		}
	}
	for _, a := range p.EnterpriseAuthorizations {
		name := e.names.enterpriseAuthorizations[idm.ImportID(p.ExtID, a.ExtID)]
		err := e.add(ctx,
			resource{kind: "idm_enterprise_authorization", name: name, file: "enterprise_authorizations.tf", key: []string{p.ExtID, a.ExtID},
				body: func(b body) {
					b.extID("profile_ext_id", "idm_profile", profile, p.ExtID)
					b.text("enterprise_role_ext_id", a.EnterpriseRoleExtID)
					b.validity(a.Validity)
				}})
		if err != nil {
			return err
		}
	}
	return nil
}

// openRooms are the data rooms of an authorization that are global. The others are left out: the
// provider closes what is not configured.
func openRooms(a tenant.Authorization) []string {
	var open []string
	for i, global := range []*bool{a.ClientGlobal, a.UnitGlobal, a.AppGlobal, a.EnterpriseRoleGlobal} {
		if global != nil && *global {
			open = append(open, grants.Rooms[i].Attribute)
		}
	}
	return open
}

// allGrants writes the two resources that hold all grants of a profile, empty ones too: that is how
// a first grant by hand shows. Grants that could not be read are left out, because an incomplete
// list would take the others away.
func (e *exporter) allGrants(ctx context.Context, p tenant.Profile) error {
	profile := e.names.profiles[p.ExtID]
	var held []grants.Grant
	for _, a := range p.Authorizations {
		held = append(held, grants.Grant{ExtID: a.ExtID, RoleExtID: a.RoleExtID})
	}
	var pairs []pair
	for i, key := range grants.Keys(held, noRecord) {
		pairs = append(pairs, pair{literal(key), objectTokens(grant(p.Authorizations[i]))})
	}
	if p.Authorizations != nil {
		err := e.add(ctx,
			resource{kind: "idm_profile_authorizations", name: profile, file: "authorizations.tf", key: []string{p.ExtID}, body: func(b body) {
				b.extID("profile_ext_id", "idm_profile", profile, p.ExtID)
				b.hcl.SetAttributeRaw("authorizations", objectTokens(pairs))
			}})
		if err != nil {
			return err
		}
	}
	if p.EnterpriseAuthorizations == nil {
		return nil
	}
	held, pairs = nil, nil
	for _, a := range p.EnterpriseAuthorizations {
		held = append(held, grants.Grant{ExtID: a.ExtID, RoleExtID: a.EnterpriseRoleExtID})
	}
	for i, key := range grants.Keys(held, noRecord) {
		a := p.EnterpriseAuthorizations[i]
		var element []pair
		if v := bounds(a.Validity); len(v) > 0 {
			element = []pair{{hclwrite.TokensForIdentifier("validity"), objectTokens(v)}}
		}
		pairs = append(pairs, pair{literal(key), objectTokens(element)})
	}
	return e.add(ctx, resource{
		kind: "idm_profile_enterprise_authorizations", name: profile, file: "enterprise_authorizations.tf", key: []string{p.ExtID},
		body: func(b body) {
			b.extID("profile_ext_id", "idm_profile", profile, p.ExtID)
			b.hcl.SetAttributeRaw("enterprise_authorizations", objectTokens(pairs))
		},
	})
}

// noRecord says that no state has recorded a grant of the role.
func noRecord(string) string { return "" }

func grant(a tenant.Authorization) []pair {
	var pairs []pair
	for _, room := range openRooms(a) {
		pairs = append(pairs, pair{hclwrite.TokensForIdentifier(room), hclwrite.TokensForValue(cty.True)})
	}
	if v := bounds(a.Validity); len(v) > 0 {
		pairs = append(pairs, pair{hclwrite.TokensForIdentifier("validity"), objectTokens(v)})
	}
	return pairs
}

func (e *exporter) applications(ctx context.Context) error {
	if e.grants == Authoritative && e.t.Applications != nil {
		return e.add(ctx, resource{kind: "idm_client_applications", name: "all", file: "applications.tf", body: func(b body) {
			var extIDs []hclwrite.Tokens
			for _, a := range e.t.Applications {
				extIDs = append(extIDs, literal(a.ExtID))
			}
			b.hcl.SetAttributeRaw("application_ext_ids", hclwrite.TokensForTuple(extIDs))
		}})
	}
	for _, a := range e.t.Applications {
		err := e.add(ctx, resource{
			kind: "idm_client_application", name: e.names.applications[a.ExtID], file: "applications.tf", key: []string{a.ExtID},
			body: func(b body) { b.text("application_ext_id", a.ExtID) },
		})
		if err != nil {
			return err
		}
	}
	return nil
}
