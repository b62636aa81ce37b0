package provider_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
)

const (
	deletedAndNeeded  = "Deleted and needed by the same plan"
	replacedAndNeeded = "Replaced and needed by the same plan"
)

// lossCase is an object and another one that it refers to, with the ID of that one. The delete of
// the second deletes the first, or a part of it.
type lossCase struct {
	resource, on, id string
	part             bool
}

// lossCases returns a case for each reference of each type in its row, except to a unit that it can
// leave.
func lossCases() (cases []lossCase) {
	for resource, configs := range refusable() {
		of := objecttype.ByTypeName(resource)
		for _, ref := range of.Refs {
			to := objecttype.ByName(ref.To)
			part := !slices.Contains(slices.Concat(of.Key, of.Fixed), ref.Attr)
			if part && of.Class != objecttype.Set || configs[0][ref.Attr] == nil {
				continue
			}
			key := []string{firstOf(configs[0][ref.Attr])}
			if to == objecttype.Authorization {
				key = []string{"p", "held"}
			}
			if to.OfClient() {
				key = slices.Insert(key, 0, "acme")
			}
			cases = append(cases, lossCase{resource, to.TypeName(), objecttype.ImportID(key...), part})
		}
		if of.Class == objecttype.Properties && of != objecttype.AuthorizationProperties {
			scope := map[*objecttype.Type]string{objecttype.UnitProperties: "UNIT_GLOBAL", objecttype.UserProperties: "USER_GLOBAL",
				objecttype.ProfileProperties: "PROFILE_GLOBAL", objecttype.EnterpriseRoleProperties: "ENTERPRISE_ROLE_GLOBAL"}[of]
			cases = append(cases, lossCase{resource, "idm_property_definition",
				objecttype.ImportID(scope, firstOf(configs[0]["properties"]), "acme"), true})
		}
	}
	return cases
}

// firstOf returns a text, or the first external ID in a set or a map.
func firstOf(value any) string {
	switch v := value.(type) {
	case []any:
		return firstOf(v[0])
	case acctest.Values:
		for _, name := range []string{"crm-reader", "er-sales"} {
			if v[name] != nil {
				return name
			}
		}
		for name := range v {
			return name
		}
	case string:
		return v
	}
	return ""
}

// An object whose reference is deleted with all that belongs to it is planned again if the plan
// creates the other one again, and is an error if it does not, or was planned before. Without a
// delete, the plan is empty.
func TestLosses_everyReference(t *testing.T) {
	t.Parallel()
	for _, c := range lossCases() {
		t.Run(c.resource+" "+c.on, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t, quirksOf[c.resource]...)
			prepareReplacement(t, s)
			config := refusable()[c.resource][0]
			if c.resource == "idm_profile_authorizations" {
				s.Send(t, "DELETE", "/core/v1/acme/profiles/p/authorizations/held", "")
			}
			i := acctest.Instance{Type: c.resource}
			if diags := i.ApplyConcurrently(t, s.Protocol(t), config, func() {}); diags.HasError() {
				t.Fatal(diags)
			}
			// plan plans the dependent object; other plans the one that it refers to.
			plan := func(p *acctest.Protocol) (acctest.Planned, acctest.Diagnostics) { return i.Plan(t, p, config) }
			other := func(p *acctest.Protocol, deletes bool) acctest.Diagnostics {
				on := recorded(t, s.Protocol(t), c.on, c.id)
				if c.on == "idm_user" {
					on.Edit(t, p, acctest.Values{"on_destroy": "delete"})
				}
				on.Refresh(t, p)
				if deletes {
					_, diags := on.Plan(t, p, nil)
					return diags
				}
				planned, diags := on.Plan(t, p, p.Configuration(c.on, on.Values))
				if diags.HasError() {
					t.Fatal(diags)
				}
				return on.PlanSuccessor(t, p, &planned)
			}
			p := s.Protocol(t)
			if planned, diags := plan(p); diags.HasError() || !planned.Empty {
				t.Errorf("without a delete: %v %s", planned.Values, diags)
			}
			if diags := other(p, false); !strings.Contains(diags.String(), replacedAndNeeded) {
				t.Errorf("replaced afterwards: %s", diags)
			}
			p = s.Protocol(t)
			if diags := other(p, false); diags.HasError() {
				t.Errorf("replaced before: %s", diags)
			}
			if planned, diags := plan(p); diags.HasError() || planned.Replaces == c.part || planned.Empty {
				t.Errorf("is not planned again: %v %s", planned.Values, diags)
			}
			for _, first := range []bool{true, false} {
				p := s.Protocol(t)
				var all acctest.Diagnostics
				if first {
					all = other(p, true)
				}
				_, diags := plan(p)
				if all = append(all, diags...); !first {
					all = append(all, other(p, true)...)
				}
				if !strings.Contains(all.String(), deletedAndNeeded) {
					t.Errorf("deleted, before it is %t: %s", first, all)
				}
			}
		})
	}
}

// An authorization moves with a profile that gets a new external ID, and keeps its own, which its
// properties refer to.
func TestLosses_movedAuthorization(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	profile := acctest.Instance{Type: "idm_profile"}
	profile.Create(t, s.Protocol(t), acctest.Values{"user_ext_id": "u-ben"})
	grant, properties := acctest.Instance{Type: "idm_authorization"}, acctest.Instance{Type: "idm_authorization_properties"}
	granted := acctest.Values{"profile_ext_id": profile.Values["ext_id"], "ext_id": "own", "role_ext_id": "crm-reader"}
	limited := acctest.Values{"profile_ext_id": profile.Values["ext_id"], "authorization_ext_id": "own",
		"properties": acctest.Values{"limit": "5"}}
	grant.Create(t, s.Protocol(t), granted)
	properties.Create(t, s.Protocol(t), limited)
	p := s.Protocol(t)
	for _, next := range []struct {
		of     *acctest.Instance
		config acctest.Values
	}{
		{&profile, acctest.Values{"user_ext_id": "u-carla"}},
		{&grant, with(granted, "profile_ext_id", tftypes.UnknownValue)},
		{&properties, with(limited, "profile_ext_id", tftypes.UnknownValue)},
	} {
		if planned, diags := next.of.Plan(t, p, next.config); diags.HasError() || !planned.Replaces {
			t.Errorf("%s is replaced: %t, %s", next.of.Type, planned.Replaces, diags)
		}
	}
}

// An apply whose order differs from the order of the plan does not delete an object that the run has
// just referred to.
func TestLosses_apply(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	prepareReplacement(t, s)
	role := acctest.Instance{Type: "idm_role"}
	role.Create(t, s.Protocol(t), acctest.Values{"ext_id": "r", "application_ext_id": "crm", "name": "R"})
	removal, diags := role.Plan(t, s.Protocol(t), nil)
	if diags.HasError() {
		t.Fatal(diags)
	}
	p := s.Protocol(t)
	grant := acctest.Instance{Type: "idm_authorization"}
	grant.Create(t, p, acctest.Values{"profile_ext_id": "p", "role_ext_id": "r"})
	if diags := role.Apply(t, p, removal); !diags.HasError() || !strings.Contains(diags.String(), "Needed by this run and not deleted") {
		t.Error(diags)
	}
	if _, err := s.API.Role(t.Context(), "r"); err != nil {
		t.Error(err)
	}
}
