package review_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// A reference to an object of another service or client is to the object with the same external ID
// in this client. The review shows no object for it, and the grant counts as unknown.
func TestOrigins_otherServiceOrClient(t *testing.T) {
	unknown := plan.Unknown{}
	from := func(address string) plan.Unknown { return plan.Unknown{From: address} }
	made := func(address string, after plan.Values) plan.Change { return object(address, plan.Create, nil, after) }
	second := func(c plan.Change) plan.Change {
		c.Service = "https://second.example"
		return c
	}
	globex := func(c plan.Change) plan.Change {
		c.After["client_ext_id"] = "globex"
		return c
	}
	newProfile := func() plan.Change {
		return made("idm_profile.first", profile("", "eva", "ext_id", unknown, "name", "Newcomer"))
	}
	newRole := func() plan.Change { return made("idm_role.first", values("ext_id", unknown, "name", "Newcomer")) }
	newUnit := func() plan.Change { return made("idm_unit.first", values("ext_id", unknown, "name", "Newcomer")) }
	for name, changes := range map[string][]plan.Change{
		"profile": {newProfile(),
			second(made("idm_authorization.g", authorization(from("idm_profile.first"), "admin", "ext_id", unknown)))},
		"profile of another client": {newProfile(),
			globex(made("idm_authorization.g", authorization(from("idm_profile.first"), "admin", "ext_id", unknown)))},
		"role": {newRole(), second(made("idm_authorization.g", authorization("p-ben", from("idm_role.first"), "ext_id", unknown)))},
		"member": {newRole(), second(made("idm_enterprise_role_member.g",
			values("enterprise_role_ext_id", "er-sales", "role_ext_id", from("idm_role.first"))))},
		"grants of a profile": {newProfile(), second(made("idm_profile_authorizations.g",
			values("profile_ext_id", from("idm_profile.first"), "authorizations", grants("admin", map[string]any{}))))},
		"no such object": {made("idm_authorization.g", authorization(from("idm_profile.first"), "admin", "ext_id", unknown))},
		"unit": {newUnit(), second(made("idm_profile.g", profile("p-new", "ben", "unit_ext_id", from("idm_unit.first")))),
			second(made("idm_authorization.h", authorization("p-new", unknown, "ext_id", unknown)))},
	} {
		for _, held := range []*access.Tenant{acme(), nil} {
			r, broken := reviewedWith(t, held, changes...)
			if !slices.Contains(broken, "access") || !slices.Contains(broken, "gain.unknown") {
				t.Errorf("%s with facts %t: breaks %q", name, held != nil, broken)
			}
			for _, f := range r.Findings {
				if f.Address != changes[0].Address && (strings.Contains(f.Text, "Newcomer") || strings.Contains(f.Text, ".first")) {
					t.Errorf("%s with facts %t: names an object of another place: %s", name, held != nil, f.Text)
				}
			}
		}
	}
	// Roles do not belong to a client, and objects of the same client keep their origin.
	for name, changes := range map[string][]plan.Change{
		"profile": {newProfile(), made("idm_authorization.g", authorization(from("idm_profile.first"), "admin", "ext_id", unknown))},
		"role":    {newRole(), globex(made("idm_authorization.g", authorization("p-ben", from("idm_role.first"), "ext_id", unknown)))},
	} {
		if _, broken := reviewedWith(t, acme(), changes...); slices.Contains(broken, "gain.unknown") {
			t.Errorf("%s of the same place: breaks %q", name, broken)
		}
	}
}
