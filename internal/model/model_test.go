package model

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/identity-iac/terraform-provider-idm/internal/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// TestMain bounds the random tests; -rapid.checks asks for more.
func TestMain(m *testing.M) {
	for name, value := range map[string]string{"rapid.checks": "15", "rapid.nofailfile": "true"} {
		if err := flag.Set(name, value); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// Whatever sequence of configurations a tenant goes through, under whatever quirks, and whatever is
// changed by hand in between: after each apply the service holds what the configuration says, and
// the next plan is empty.
func TestModel_anySequenceOfConfigurations(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	rapid.Check(t, func(rt *rapid.T) {
		s.Sim.Reset()
		quirks := drawQuirks(rt)
		if err := s.Sim.SetQuirks(quirks...); err != nil {
			rt.Fatal(err)
		}
		n, g := newTenant(t, s), &generator{rt: rt, before: map[string]values{}, chosen: !slices.Contains(quirks, "server-ext-ids")}
		before := s.Sim.State()
		for range rapid.IntRange(2, 5).Draw(rt, "applies") {
			n.byHand(rt)
			g.next()
			if diags := n.apply(g.configuration); diags.HasError() {
				rt.Fatalf("%s", diags)
			}
			if err := n.converged(g.configuration); err != nil {
				rt.Fatalf("%v", err)
			}
		}
		if diags := n.apply(nil); diags.HasError() {
			rt.Fatalf("%s", diags)
		}
		if err := acctest.Equal(unversioned(before), unversioned(s.Sim.State())); err != nil {
			rt.Fatalf("after all is destroyed: %v", err)
		}
	})
}

// refusing are the readings of the service under which not every configuration can be reached:
// nothing is cleared, or a unit's profileless is fixed.
var refusing = []string{"keep-on-clear", "profileless-fixed", "later-releases"}

func drawQuirks(rt *rapid.T) []string {
	var names []string
	for _, quirk := range sim.Quirks() {
		if !slices.Contains(refusing, quirk.Name) && rapid.IntRange(0, 3).Draw(rt, quirk.Name) == 0 {
			names = append(names, quirk.Name)
		}
	}
	return names
}

// byHand changes what exists behind Terraform's back.
func (n *tenant) byHand(rt *rapid.T) {
	for _, address := range slices.Clone(n.made) {
		i := n.state[address]
		if i.Type != "idm_unit" || rapid.IntRange(0, 3).Draw(rt, "change "+address+" by hand") > 0 {
			continue
		}
		patch := idm.UnitPatch{Location: idm.Set("Elsewhere"), DisplayName: idm.Localized{"IT": "Altrove"}}
		if _, err := n.s.API.UpdateUnit(context.Background(), "acme", i.Values["ext_id"].(string), patch); err != nil {
			rt.Fatalf("%v", err)
		}
	}
}

// generator draws configurations, each one that the service can come to from the one before.
type generator struct {
	rt            *rapid.T
	before        map[string]values
	configuration []declared
	// chosen reports whether some resources name their external id.
	chosen bool
}

func (g *generator) next() {
	g.configuration = nil
	g.units()
	g.profiles()
	g.applications()
	g.roles()
	g.people()
	g.before = map[string]values{}
	for _, d := range g.configuration {
		g.before[d.address] = d.arguments
	}
}

func (g *generator) units() {
	var above []string
	for i := range 4 {
		address := fmt.Sprintf("unit.%d", i)
		if !g.flip("have " + address) {
			continue
		}
		unit := values{"profileless": i < 2 && g.flip("profileless")}
		if i%2 == 0 && g.chosen {
			unit["ext_id"] = fmt.Sprintf("u/%d %%2F", i)
		}
		if len(above) > 0 && g.flip("below another") {
			unit["parent_unit_ext_id"] = ref(rapid.SampledFrom(above).Draw(g.rt, "parent"))
		}
		// A name that the service generates is unique below one parent only, which may stand in the
		// way of a move.
		unit["name"] = rapid.SampledFrom([]string{fmt.Sprintf("Unit %d", i), fmt.Sprintf("Unité %d", i)}).Draw(g.rt, "name")
		for _, name := range []string{"description", "location", "modification_comment"} {
			g.maybe(unit, name, "a", " \"ü\\n${x}\" ")
		}
		for _, name := range []string{"display_name", "abbreviation"} {
			if text := g.subset(name, "en", "de", "fr", "it"); len(text) > 0 {
				unit[name] = text
			}
		}
		g.validity(address, unit, "validity")
		g.declare(address, "idm_unit", unit)
		above = append(above, address)
		if set := g.subset("properties", "costCenter", "phone"); len(set) > 0 {
			properties := values{"unit_ext_id": ref(address), "properties": set}
			if g.flip("secret") {
				properties["sensitive_properties"] = values{"secretNote": "s"}
			}
			g.declare("properties of "+address, "idm_unit_properties", properties)
		}
	}
}

func (g *generator) profiles() {
	for _, user := range []string{"u-ben", "u-carla"} {
		address := "profile." + user
		profile := values{"user_ext_id": user}
		units := slices.DeleteFunc([]string{"unit.2", "unit.3"}, func(unit string) bool { return !g.has(unit) })
		// A profile can change its unit, and never lose it.
		_, had := g.before[address]["unit_ext_id"]
		if !g.flip("have "+address) || had && len(units) == 0 {
			continue
		}
		if len(units) > 0 && (had || g.flip("in a unit")) {
			profile["unit_ext_id"] = ref(rapid.SampledFrom(units).Draw(g.rt, "unit"))
		}
		g.maybe(profile, "name", "P", "Q")
		g.maybe(profile, "remarks", "r", "s")
		g.maybe(profile, "profile_state", "active", "disabled")
		g.flag(profile, "is_default_profile")
		g.validity(address, profile, "validity")
		g.declare(address, "idm_profile", profile)
		if user == "u-ben" {
			g.singleGrants(address)
		} else {
			g.allGrants(address)
		}
	}
}

func (g *generator) singleGrants(profile string) {
	for _, role := range []string{"crm-reader", "wiki-editor"} {
		if !g.flip(role) {
			continue
		}
		g.declare(role, "idm_authorization", g.grant(role, values{"profile_ext_id": ref(profile), "role_ext_id": role}))
		properties := values{}
		g.maybe(properties, "region", "EMEA", "APAC")
		if len(properties) > 0 {
			g.declare("properties of "+role, "idm_authorization_properties",
				values{"profile_ext_id": ref(profile), "authorization_ext_id": ref(role), "properties": properties})
		}
	}
	if g.flip("er-sales") {
		sales := values{"profile_ext_id": ref(profile), "enterprise_role_ext_id": "er-sales"}
		g.validity("er-sales", sales, "validity")
		g.declare("er-sales", "idm_enterprise_authorization", sales)
	}
}

func (g *generator) allGrants(profile string) {
	roles, enterpriseRoles := values{}, values{}
	for _, role := range []string{"crm-reader", "crm-admin", "hr-viewer"} {
		if g.flip("all " + role) {
			roles[role] = g.grant("roles/"+role, values{})
		}
	}
	for _, role := range []string{"er-sales", "er-finance"} {
		if g.flip("all " + role) {
			enterpriseRoles[role] = values{}
		}
	}
	if g.flip("all roles") {
		g.declare("roles", "idm_profile_authorizations", values{"profile_ext_id": ref(profile), "authorizations": roles})
	}
	if g.flip("all enterprise roles") {
		g.declare("enterprise roles", "idm_profile_enterprise_authorizations",
			values{"profile_ext_id": ref(profile), "enterprise_authorizations": enterpriseRoles})
	}
}

func (g *generator) grant(address string, grant values) values {
	for _, room := range []string{"client_global", "unit_global", "app_global", "enterprise_role_global"} {
		g.flag(grant, room)
	}
	if _, single := grant["role_ext_id"]; single {
		g.validity(address, grant, "validity")
	}
	return grant
}

func (g *generator) applications() {
	for _, application := range []string{"billing", "hr"} {
		if g.flip(application) {
			g.declare(application, "idm_client_application", values{"application_ext_id": application})
		}
	}
	if g.flip("applications of globex") {
		assigned := slices.Sorted(maps.Keys(g.subset("assigned", "crm", "wiki", "hr")))
		list := make([]any, len(assigned))
		for i, application := range assigned {
			list[i] = application
		}
		g.declare("applications", "idm_client_applications", values{"client_ext_id": "globex", "application_ext_ids": list})
	}
}

// roles are those of an application that is made here, and the enterprise roles that have them.
func (g *generator) roles() {
	if !g.flip("application") {
		return
	}
	application := values{"name": "Trips", "displayed": g.flip("displayed")}
	g.maybe(application, "description", "a", " \"ü\\n${x}\" ")
	if text := g.subset("display_name", "en", "de"); len(text) > 0 {
		application["display_name"] = text
	}
	g.declare("application", "idm_application", application)
	var members []any
	for _, name := range []string{"reader", "booker", "auditor"} {
		if !g.flip(name) {
			continue
		}
		role := values{"application_ext_id": ref("application"), "name": rapid.SampledFrom([]string{name, "chief " + name}).Draw(g.rt, "name")}
		g.maybe(role, "description", "a", "b")
		g.declare(name, "idm_role", role)
		if g.flip(name + " is a member") {
			members = append(members, ref(name))
		}
	}
	if !g.flip("enterprise role") {
		return
	}
	// Whoever goes from one way of declaring members to the other does so in two applies.
	for _, name := range []string{"Buyers", "Clerks"} {
		role := values{"name": rapid.SampledFrom([]string{name, "Chief " + name}).Draw(g.rt, "name")}
		g.declare(name, "idm_enterprise_role", role)
	}
	g.declare("members", "idm_enterprise_role_members",
		values{"enterprise_role_ext_id": ref("Buyers"), "role_ext_ids": append(slices.Clone(members), "crm-reader")})
	for _, member := range members {
		g.declare("member "+string(member.(ref)), "idm_enterprise_role_member",
			values{"enterprise_role_ext_id": ref("Clerks"), "role_ext_id": member})
	}
}

// people are a person who is made here, and a policy.
func (g *generator) people() {
	if g.flip("dora") {
		user := values{"login_id": "dora", "name": values{"first_name": "Dora", "family_name": "Dubois"}}
		user["user_state"] = rapid.SampledFrom([]string{"active", "disabled"}).Draw(g.rt, "state")
		g.maybe(user, "remarks", "a", "b")
		if address := g.subset("address", "city", "street"); len(address) > 0 {
			user["address"] = address
		}
		g.validity("dora", user, "validity")
		g.declare("dora", "idm_user", user)
		if set := g.subset("p", "employeeNumber"); len(set) > 0 {
			g.declare("properties of dora", "idm_user_properties", values{"user_ext_id": ref("dora"), "properties": set})
		}
	}
	if g.flip("policy") {
		policy := values{"policy_type": "PwdPolicy"}
		g.maybe(policy, "name", "a", "b")
		if parameters := g.subset("parameters", "minLength", "maxLength"); len(parameters) > 0 {
			policy["parameters"] = values{"minLength": "8"}
		}
		g.declare("policy", "idm_policy", policy)
	}
}

func (g *generator) declare(address, resource string, arguments values) {
	g.configuration = append(g.configuration, declared{address, resource, arguments})
}

func (g *generator) has(address string) bool {
	return slices.ContainsFunc(g.configuration, func(d declared) bool { return d.address == address })
}

func (g *generator) flip(label string) bool { return rapid.Bool().Draw(g.rt, label) }

func (g *generator) maybe(into values, name string, choices ...string) {
	if g.flip("give " + name) {
		into[name] = rapid.SampledFrom(choices).Draw(g.rt, name)
	}
}

func (g *generator) flag(into values, name string) {
	if g.flip("give " + name) {
		into[name] = g.flip(name)
	}
}

func (g *generator) subset(label string, names ...string) values {
	set := values{}
	for _, name := range names {
		g.maybe(set, name, label+" a", label+" b")
	}
	return set
}

// validity keeps a bound that was given once: the service changes bounds, and clears none.
func (g *generator) validity(address string, into values, name string) {
	before, _ := g.before[address][name].(values)
	validity := values{}
	for i, bound := range []string{"from", "to"} {
		if _, had := before[bound]; had || g.flip("give "+bound) {
			validity[bound] = fmt.Sprintf("20%d%d-01-01T00:00:00Z", i+2, rapid.IntRange(0, 9).Draw(g.rt, bound))
		}
	}
	if len(validity) > 0 {
		into[name] = validity
	}
}
