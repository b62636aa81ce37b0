package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	model "github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

// meaning describes what a rule of a policy covers, by IDs of the service. Empty fields match
// anything.
type meaning struct {
	role, user, unit string
	global           bool
	// effects are gain and change by default.
	effects []string
}

// event is a change to the access of a user during an apply, according to the state of the service.
type event struct {
	effect, user, role string
	units              []string
	global             bool
}

func (m meaning) covers(e event) bool {
	effects := m.effects
	if effects == nil {
		effects = []string{"gain", "change"}
	}
	return slices.Contains(effects, e.effect) && (m.role == "" || m.role == e.role) && (m.user == "" || m.user == e.user) &&
		(m.unit == "" || slices.Contains(e.units, m.unit)) && (!m.global || e.global)
}

// events returns the changes between two states of a service: gains, losses and other changes of
// users' access, moves to other units, and new logins.
func events(t *testing.T, before, after []byte) []event {
	t.Helper()
	f, now := final{factsOf(t, before), factsOf(t, after)}, time.Now()
	var found []event
	for _, d := range model.Compare(f.before, f.after, now) {
		effect := "change"
		switch {
		case d.Gain():
			effect = "gain"
		case d.Loss():
			effect = "lose"
		}
		e := event{effect: effect, user: d.User.ExtID, role: d.What.ExtID}
		for _, h := range slices.Concat(d.Old, d.New) {
			unit, _ := h.Profile.Target.Known()
			e.units, e.global = append(e.units, unit), e.global || h.Grant.Rooms.MayOpen()
		}
		found = append(found, e)
	}
	was, is := logins(t, before), logins(t, after)
	for h := range f.after.View().Holdings() {
		if !h.May().At(now) {
			continue
		}
		e := event{effect: "gain", user: h.User.ExtID, role: h.What().ExtID, global: h.Grant.Rooms.MayOpen()}
		if was[e.user] != "" && was[e.user] != is[e.user] {
			found = append(found, e)
		}
		if e.units = f.passed(h.Profile.ID); len(e.units) > 0 {
			e.effect = "change"
			found = append(found, e)
		}
	}
	return found
}

// logins returns the login ID and the credentials of each user in a state.
func logins(t *testing.T, state []byte) map[string]string {
	t.Helper()
	var decoded struct {
		Users       []struct{ ExtID, LoginID string }
		Credentials []struct{ ExtID, UserExtID string }
	}
	if err := json.Unmarshal(state, &decoded); err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, user := range decoded.Users {
		found[user.ExtID] = user.LoginID
	}
	for _, c := range decoded.Credentials {
		found[c.UserExtID] += " " + c.ExtID
	}
	return found
}

// passed returns the units that a profile entered or left because it, or a unit above it, moved,
// including the units that moved with it.
func (f final) passed(profile model.ID) []string {
	was, is := unitsOf(f.before, profile), unitsOf(f.after, profile)
	if f.before.Get(profile).Presence == model.Absent || slices.Equal(was, is) {
		return nil
	}
	for len(was) > 0 && len(is) > 0 && was[len(was)-1] == is[len(is)-1] {
		was, is = was[:len(was)-1], is[:len(is)-1]
	}
	return slices.Concat(was, is)
}

// unitsOf returns the unit of a profile and all units above it.
func unitsOf(t *model.Tenant, profile model.ID) []string {
	var found []string
	unit, _ := t.Get(profile).Target.Known()
	for unit != "" {
		found = append(found, unit)
		unit, _ = t.Get(model.NewID("", profile.Client, model.Unit, unit)).Owner.Known()
	}
	return found
}

// policyCase is a rule of a policy and its meaning.
type policyCase struct {
	rule  string
	about meaning
	// broken reports whether the plan breaks the rule, and unknown whether it does so because the
	// plan does not show the relevant values.
	broken, unknown bool
}

// renamedRole renames a role of the CRM in the service, so that only the service knows its name.
func renamedRole(id, name string) func(*reviewing) {
	return func(r *reviewing) {
		(&drifting{r.workspace}).call(http.MethodPost, "/applications/crm/roles", fmt.Sprintf(`{"extId":%q,"name":%s}`, id, quoted(name)))
	}
}

func all(of ...func(*reviewing)) func(*reviewing) {
	return func(r *reviewing) {
		for _, each := range of {
			each(r)
		}
	}
}

// policyHolders declares people with global and other grants.
func policyHolders(end, login string) string {
	return strings.NewReplacer("END", end, "LOGIN", login).Replace(`
resource "terraform_data" "later" {
  input = END
}
resource "idm_user" "of" {
  for_each   = toset(["eva", "dora", "finn", "gil"])
  ext_id     = "u-${each.key}"
  login_id   = contains(["finn", "gil"], each.key) ? each.key : "${each.key}.LOGIN"
  user_state = "active"
  name       = { family_name = each.key }
}
resource "idm_profile" "of" {
  for_each    = merge({ ben = "u-ben" }, { for name, user in idm_user.of : name => user.ext_id })
  ext_id      = "p-${each.key}"
  user_ext_id = each.value
  unit_ext_id = "acme-it"
}
resource "idm_authorization" "anna" {
  profile_ext_id = "p-anna-hq"
  role_ext_id    = "crm-admin"
  unit_global    = true
  validity       = { to = END }
}
resource "idm_authorization" "anna_later" {
  profile_ext_id = "p-anna-hq"
  role_ext_id    = "wiki-editor"
  app_global     = true
  validity       = { to = terraform_data.later.output }
}
resource "idm_authorization" "ben" {
  for_each       = { crm-admin = END, wiki-editor = terraform_data.later.output }
  profile_ext_id = idm_profile.of["ben"].ext_id
  role_ext_id    = each.key
  validity       = { to = each.value }
}
resource "idm_authorization" "of" {
  for_each       = idm_user.of
  profile_ext_id = idm_profile.of[each.key].ext_id
  role_ext_id    = "wiki-editor"
  unit_global    = contains(["eva", "finn"], each.key)
}
`)
}

// policyCredentials declares new logins.
const policyCredentials = `
resource "idm_generic_credential" "of" {
  for_each       = toset(["finn", "gil"])
  user_ext_id    = idm_user.of[each.key].ext_id
  identification = each.key
}
`

// policyNames declares a role, a user and a unit with names, and grants of the role.
func policyNames(role, person, unit, grants string) string {
	return strings.NewReplacer("ROLE", role, "PERSON", person, "UNIT", unit).Replace(`
resource "idm_role" "auditor" {
  ext_id             = "r-auditor"
  application_ext_id = "crm"
  name               = "ROLE"
}
resource "idm_user" "eva" {
  ext_id     = "u-eva"
  login_id   = "eva"
  user_state = "active"
  name       = { family_name = "PERSON" }
}
resource "idm_unit" "lab" {
  ext_id             = "lab"
  name               = "UNIT"
  parent_unit_ext_id = "acme-hq"
  profileless        = false
}
resource "idm_profile" "eva" {
  ext_id      = "p-eva"
  user_ext_id = idm_user.eva.ext_id
  unit_ext_id = idm_unit.lab.ext_id
}
`) + grants
}

const policyAuditor = `
resource "idm_authorization" "eva" {
  profile_ext_id = idm_profile.eva.ext_id
  role_ext_id    = idm_role.auditor.ext_id
}
`

// policyUnits declares a unit with a subunit and a person below it, and a unit next to it.
func policyUnits(parent string) string {
	return strings.Replace(`
resource "idm_unit" "north" {
  ext_id             = "north"
  name               = "No\u0308rd"
  parent_unit_ext_id = "acme-hq"
  profileless        = false
}
resource "idm_unit" "side" {
  ext_id             = "side"
  name               = "Side"
  parent_unit_ext_id = "acme-hq"
  profileless        = false
}
resource "idm_unit" "lab" {
  ext_id             = "lab"
  name               = "Lab"
  parent_unit_ext_id = PARENT
  profileless        = false
}
resource "idm_unit" "team" {
  ext_id             = "team"
  name               = "Team"
  parent_unit_ext_id = idm_unit.lab.ext_id
  profileless        = false
}
resource "idm_profile" "ben" {
  ext_id      = "p-ben"
  user_ext_id = "u-ben"
  unit_ext_id = idm_unit.team.ext_id
}
resource "idm_profile" "bot" {
  ext_id      = "p-bot"
  user_ext_id = "u-dev-bot"
  unit_ext_id = idm_unit.side.ext_id
}
resource "idm_authorization" "ben" {
  profile_ext_id = idm_profile.ben.ext_id
  role_ext_id    = "crm-admin"
  unit_global    = true
}
resource "idm_authorization" "bot" {
  profile_ext_id = idm_profile.bot.ext_id
  role_ext_id    = "crm-admin"
}
`, "PARENT", parent, 1)
}

// policyRoles declares two people with direct roles and with roles of an enterprise role.
func policyRoles(more string) string {
	return `
resource "idm_profile" "of" {
  for_each    = { ben = "u-ben", bot = "u-dev-bot" }
  ext_id      = "p-${each.key}"
  user_ext_id = each.value
}
resource "idm_enterprise_authorization" "ben" {
  profile_ext_id         = idm_profile.of["ben"].ext_id
  enterprise_role_ext_id = "er-sales"
}
` + more
}

const (
	policyRevoked = `
resource "idm_authorization" "of" {
  for_each       = idm_profile.of
  profile_ext_id = each.value.ext_id
  role_ext_id    = "wiki-editor"
}
`
	policyMember = `
resource "idm_enterprise_role_member" "admin" {
  enterprise_role_ext_id = "er-sales"
  role_ext_id            = "crm-admin"
}
`
	policyUnknown = `
resource "terraform_data" "later" {
  input = "crm-admin"
}
resource "idm_profile" "of" {
  for_each    = { ben = "u-ben", bot = "u-dev-bot" }
  user_ext_id = each.value
}
resource "idm_authorization" "role" {
  profile_ext_id = "p-anna-hq"
  role_ext_id    = terraform_data.later.output
}
resource "idm_authorization" "holder" {
  profile_ext_id = reverse([idm_profile.of["bot"].ext_id, idm_profile.of["ben"].ext_id])[0]
  role_ext_id    = "crm-reader"
}
`
)

// The state of the service determines which rules of a policy a plan breaks. The review reports
// exactly these rules, and others only if the plan does not show the relevant values.
func TestReview_finalPolicies(t *testing.T) {
	t.Parallel()
	idmctl, err := companion()
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		first         func(*reviewing)
		before, after string
		rules         map[string]policyCase
	}{
		"names": {
			first: all(renamedRole("r-emea", "Finance [EMEA]"), renamedRole("r-e", "Finance E"), renamedRole("r-range", "Finance [A-Z]x"),
				renamedRole("r-cafe", "Cafe\u0301 1"), renamedRole("r-plain", "Cafe 1"), renamedRole("r-star", "All*"),
				renamedRole("r-backslash", `All\x`)),
			after: attackGrant("a", "r-emea") + attackGrant("b", "r-cafe") + attackGrant("c", "r-star"),
			rules: map[string]policyCase{
				"brackets":      {rule: `roles = ["Finance [EMEA]"]`, about: meaning{role: "r-emea"}, broken: true},
				"range":         {rule: `roles = ["Finance [A-Z]*"]`, about: meaning{role: "r-range"}},
				"letter":        {rule: `roles = ["Finance E"]`, about: meaning{role: "r-e"}},
				"any_character": {rule: `roles = ["Finance ?EMEA]"]`, about: meaning{role: "r-emea"}, broken: true},
				"composed":      {rule: `roles = ["Caf\u00e9 1"]`, about: meaning{role: "r-cafe"}, broken: true},
				"wide":          {rule: `roles = ["\uff23AF\u00c9 1"]`, about: meaning{role: "r-cafe"}, broken: true},
				"plain":         {rule: `roles = ["Cafe 1"]`, about: meaning{role: "r-plain"}},
				"star":          {rule: `roles = ["All*"]`, about: meaning{role: "r-star"}, broken: true},
				"backslash":     {rule: `roles = ["All\\*"]`, about: meaning{role: "r-backslash"}},
				"lost":          {rule: `roles = ["All*"]` + "\n" + `change = ["lose"]`, about: meaning{role: "r-star", effects: []string{"lose"}}},
				"user_named":    {rule: `users = ["Anna *"]`, about: meaning{user: "u-anna"}, broken: true},
				"other_user":    {rule: `users = ["Ben *"]`, about: meaning{user: "u-ben"}},
				"unit_named":    {rule: `units = ["Headq*"]`, about: meaning{unit: "acme-hq"}, broken: true},
				"other_unit":    {rule: `units = ["IT"]`, about: meaning{unit: "acme-it"}},
				"wide_open":     {rule: `global = true`, about: meaning{global: true}},
			}},
		"values of the apply": {after: policyUnknown, rules: map[string]policyCase{
			"role_named":   {rule: `roles = ["admin"]`, about: meaning{role: "crm-admin"}, broken: true},
			"no_role":      {rule: `roles = ["none"]`, about: meaning{role: "none"}, broken: true, unknown: true},
			"holder":       {rule: `users = ["u-ben"]`, about: meaning{user: "u-ben"}, broken: true},
			"other_holder": {rule: `users = ["u-dev-bot"]`, about: meaning{user: "u-dev-bot"}, broken: true, unknown: true},
			"wide_open":    {rule: `global = true`, about: meaning{global: true}},
		}},
		"global grants": {before: policyHolders(`"2090-01-01T00:00:00Z"`, "old"),
			after: policyHolders(`"2095-01-01T00:00:00Z"`, "new") + policyCredentials,
			rules: map[string]policyCase{
				"validity": {rule: `users = ["u-anna"]` + "\n" + `roles = ["crm-admin"]` + "\n" + `global = true`,
					about: meaning{user: "u-anna", role: "crm-admin", global: true}, broken: true},
				"validity_later": {rule: `users = ["u-anna"]` + "\n" + `roles = ["wiki-editor"]` + "\n" + `global = true`,
					about: meaning{user: "u-anna", role: "wiki-editor", global: true}, broken: true},
				"unchanged": {rule: `users = ["u-anna"]` + "\n" + `roles = ["crm-reader"]` + "\n" + `global = true`,
					about: meaning{user: "u-anna", role: "crm-reader", global: true}},
				"narrow":            {rule: `users = ["u-ben"]` + "\n" + `global = true`, about: meaning{user: "u-ben", global: true}},
				"not_global":        {rule: `users = ["u-ben"]`, about: meaning{user: "u-ben"}, broken: true},
				"login_wide":        {rule: `users = ["eva"]` + "\n" + `global = true`, about: meaning{user: "u-eva", global: true}, broken: true},
				"narrow_login":      {rule: `users = ["dora"]` + "\n" + `global = true`, about: meaning{user: "u-dora", global: true}},
				"credential_wide":   {rule: `users = ["finn"]` + "\n" + `global = true`, about: meaning{user: "u-finn", global: true}, broken: true},
				"narrow_credential": {rule: `users = ["gil"]` + "\n" + `global = true`, about: meaning{user: "u-gil", global: true}},
			}},
		"a moved unit": {before: policyUnits("idm_unit.north.ext_id"), after: policyUnits(`"acme-it"`), rules: map[string]policyCase{
			"left":       {rule: `units = ["N\u00d6RD"]`, about: meaning{unit: "north"}, broken: true},
			"entered":    {rule: `units = ["IT"]`, about: meaning{unit: "acme-it"}, broken: true},
			"moved":      {rule: `units = ["Lab"]`, about: meaning{unit: "lab"}, broken: true},
			"below":      {rule: `units = ["Team"]`, about: meaning{unit: "team"}, broken: true},
			"above":      {rule: `units = ["Headquarters"]`, about: meaning{unit: "acme-hq"}},
			"beside":     {rule: `units = ["Side"]`, about: meaning{unit: "side"}},
			"other_user": {rule: `users = ["u-dev-bot"]`, about: meaning{user: "u-dev-bot"}},
			"wide_open":  {rule: `units = ["IT"]` + "\n" + `global = true`, about: meaning{unit: "acme-it", global: true}, broken: true},
		}},
		"names that change": {before: policyNames("Auditor", "Eva", "Lab", ""),
			after: policyNames("Reviewer", "Ewa", "Works", policyAuditor), rules: map[string]policyCase{
				"old_role": {rule: `roles = ["Auditor"]`, about: meaning{role: "r-auditor"}, broken: true},
				"new_role": {rule: `roles = ["Reviewer"]`, about: meaning{role: "r-auditor"}, broken: true},
				"old_user": {rule: `users = ["Eva"]`, about: meaning{user: "u-eva"}, broken: true},
				"new_user": {rule: `users = ["Ewa"]`, about: meaning{user: "u-eva"}, broken: true},
				"old_unit": {rule: `units = ["Lab"]`, about: meaning{unit: "lab"}, broken: true},
				"new_unit": {rule: `units = ["Works"]`, about: meaning{unit: "lab"}, broken: true},
				"no_role":  {rule: `roles = ["admin"]`, about: meaning{role: "crm-admin"}},
				"no_user":  {rule: `users = ["Anna *"]`, about: meaning{user: "u-anna"}},
				"no_unit":  {rule: `units = ["IT"]`, about: meaning{unit: "acme-it"}},
			}},
		"enterprise roles": {before: policyRoles(policyRevoked), after: policyRoles(policyMember), rules: map[string]policyCase{
			"through":      {rule: `roles = ["admin"]`, about: meaning{role: "crm-admin"}, broken: true},
			"through_user": {rule: `roles = ["admin"]` + "\n" + `users = ["u-dev-bot"]`, about: meaning{role: "crm-admin", user: "u-dev-bot"}},
			"kept": {rule: `roles = ["editor"]` + "\n" + `users = ["u-ben"]` + "\n" + `change = ["lose"]`,
				about: meaning{role: "wiki-editor", user: "u-ben", effects: []string{"lose"}}},
			"lost": {rule: `roles = ["editor"]` + "\n" + `users = ["u-dev-bot"]` + "\n" + `change = ["lose"]`,
				about: meaning{role: "wiki-editor", user: "u-dev-bot", effects: []string{"lose"}}, broken: true},
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			inCorpus(t)
			r := &reviewing{workspace: newWorkspace(t, "", asAdmin), idmctl: idmctl}
			if test.first != nil {
				test.first(r)
			}
			if test.before != "" {
				r.write("tenant.tf", test.before)
				r.must(0, "apply", "-auto-approve", "-no-color")
			}
			var policy strings.Builder
			for _, rule := range slices.Sorted(maps.Keys(test.rules)) {
				fmt.Fprintf(&policy, "rule %q {\n%s\n}\n", rule, test.rules[rule].rule)
			}
			r.write("policy.hcl", policy.String())
			r.write("tenant.tf", test.after)
			r.saved()
			r.snapshot("before.json")
			known := map[string][]string{
				"the saved plan": r.broken("reviewed.tfplan"),
				"the JSON":       r.broken("reviewed.json", "--snapshot", "before.json"),
			}
			alone := r.broken("reviewed.tfplan", "--offline")
			before := r.sim.State()
			r.must(0, "apply", "-no-color", "reviewed.tfplan")
			happened := events(t, before, r.sim.State())
			for rule, of := range test.rules {
				ought := slices.ContainsFunc(happened, of.about.covers)
				if ought != of.broken && !of.unknown {
					t.Errorf("by the state of the service, the plan breaks %s %t: %+v", rule, ought, happened)
				}
				for source, broken := range known {
					if slices.Contains(broken, rule) != of.broken {
						t.Errorf("%s breaks %s %t, want %t", source, rule, !of.broken, of.broken)
					}
				}
				if of.broken && !slices.Contains(alone, rule) {
					t.Errorf("without the facts of the service, the plan does not break %s", rule)
				}
			}
		})
	}
}

// broken returns the rules of the policy that a plan breaks.
func (r *reviewing) broken(arguments ...string) []string {
	r.t.Helper()
	out, _ := r.review(2, append(arguments, "--policy", "policy.hcl", "--output", "json")...)
	var found []string
	for _, each := range decodeReview(r.t, out).FailedRules {
		found = append(found, each.Rule)
	}
	return found
}
