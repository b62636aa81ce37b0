package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	model "github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/access/seed"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// The first plan grants a role to Anna, the others give Ben an enterprise role.
const (
	stateGrant = `
resource "idm_authorization" "anna" {
  profile_ext_id = "p-anna-hq"
  role_ext_id    = "crm-admin"
}
`
	stateMember = `
resource "idm_enterprise_role" "desk" {
  ext_id = "er-desk"
  name   = "Desk"
}

resource "idm_enterprise_role_member" "desk" {
  enterprise_role_ext_id = idm_enterprise_role.desk.ext_id
  role_ext_id            = "crm-reader"
}

resource "idm_profile" "ben" {
  ext_id      = "p-ben"
  user_ext_id = "u-ben"
  name        = "Ben"
}

resource "idm_enterprise_authorization" "ben" {
  profile_ext_id         = idm_profile.ben.ext_id
  enterprise_role_ext_id = idm_enterprise_role.desk.ext_id
}
`
)

// statePolicy has rules on global grants and on a unit.
const statePolicy = `
rule "open" {
  global  = true
  message = "Global grants need a second approval."
}

rule "it" {
  units   = ["acme-it"]
  change  = ["gain", "lose", "change"]
  message = "IT approves."
}
`

// staleGrant is a grant with an external ID.
const staleGrant = `
resource "idm_authorization" "anna" {
  ext_id         = "a-state"
  profile_ext_id = "p-anna-hq"
  role_ext_id    = "crm-admin"
}
`

// createdFirst is a grant that is replaced by another one before it goes.
const createdFirst = `
resource "idm_authorization" "anna" {
  profile_ext_id = "p-anna-hq"
  role_ext_id    = "crm-admin"

  lifecycle { create_before_destroy = true }
}
`

// globalGrant is a grant for all units that ends.
func globalGrant(end string) string {
	return `
resource "idm_authorization" "anna" {
  profile_ext_id = "p-anna-hq"
  role_ext_id    = "crm-admin"
  unit_global    = true
  validity       = { to = "` + end + `" }
}
`
}

// unitGrant is a unit below another one, with a profile that has a role.
func unitGrant(parent string) string {
	return `
resource "idm_unit" "lab" {
  ext_id             = "lab"
  name               = "Lab"
  parent_unit_ext_id = ` + parent + `
  profileless        = false
}

resource "idm_profile" "ben" {
  ext_id      = "p-ben"
  user_ext_id = "u-ben"
  unit_ext_id = idm_unit.lab.ext_id
  name        = "Ben"

  profile_state = "active"
}

resource "idm_authorization" "ben" {
  profile_ext_id = idm_profile.ben.ext_id
  role_ext_id    = "crm-admin"
}
`
}

// globalIn is unitGrant with a grant for all units.
func globalIn(parent string) string {
	return strings.Replace(unitGrant(parent), `"crm-admin"`, "\"crm-admin\"\n  unit_global    = true", 1)
}

// After an apply, whole or interrupted, the service is within the bounds of the review: each gain is
// among those that it shows, each loss too or among those of an interrupted apply. After a whole one
// they are the same.
func TestReview_finalState(t *testing.T) {
	idmctl, err := companion()
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		before, after string
		// first changes the service before the plan.
		first func(*reviewing)
		// prepare changes the service between the plan and the review.
		prepare func(*reviewing)
		plan    []string
		faults  []sim.Fault
		// code is the exit code of the apply, gained and lost are what it makes of the service.
		code         int
		gained, lost []string
		// interrupted reports that the loss is one of an interrupted apply only.
		interrupted bool
		// rules are those that the plan breaks, policy are all that it breaks of statePolicy.
		rules  []string
		policy string
	}{
		"the whole plan": {before: stateGrant, after: stateMember, gained: []string{"u-ben crm-reader", "u-ben er-desk"},
			lost: []string{"u-anna crm-admin"}},
		"a target": {before: stateGrant, after: stateGrant + stateMember, plan: []string{"-target=idm_enterprise_role_member.desk"}},
		"a member that is refused": {before: stateGrant, after: stateMember, code: 1, gained: []string{"u-ben er-desk"},
			faults: []sim.Fault{{Kind: "status", Method: http.MethodPut, Path: "*/eroles/er-desk/*", Status: http.StatusBadRequest},
				{Kind: "status", Method: http.MethodPost, Path: "*/eroles/er-desk/*", Status: http.StatusBadRequest}},
			lost: []string{"u-anna crm-admin"}},
		"a replacement that stops halfway": {before: stateGrant, after: stateGrant, plan: []string{"-replace=idm_authorization.anna"},
			code: 1,
			faults: []sim.Fault{{Kind: "status", Method: http.MethodPost, Path: "*/authorizations/*", Status: http.StatusBadRequest},
				{Kind: "status", Method: http.MethodPost, Path: "*/authorizations", Status: http.StatusBadRequest}},
			lost: []string{"u-anna crm-admin"}, interrupted: true},
		"an enterprise role that exists": {after: strings.Replace(claimsRole, "idm_enterprise_role.new.ext_id", `"er-late"`, 1),
			prepare: func(r *reviewing) {
				r.behindTheBack(http.MethodPost, "eroles", `{"extId":"er-late","name":"Older"}`)
				r.behindTheBack(http.MethodPost, "profiles/p-anna-hq/eauthorizations/", `{"enterpriseRoleExtId":"er-late"}`)
			}, code: 1, gained: []string{"u-anna crm-admin"}},
		"a grant whose validity ends, under a policy on global grants": {
			before: globalGrant("2020-01-01T00:00:00Z"), after: globalGrant("2099-01-01T00:00:00Z"), gained: []string{"u-anna crm-admin"},
			rules: []string{"access"}, policy: "open"},
		"a unit that moves, under a policy on the unit that it enters": {before: unitGrant(`"acme-hq"`), after: unitGrant(`"acme-it"`),
			rules: []string{"access"}, policy: "it"},
		"a unit that moves with a global grant": {before: globalIn(`"acme-hq"`), after: globalIn(`"acme-it"`),
			rules: []string{"access"}, policy: "it open"},
		"a profile that is disabled": {before: unitGrant(`"acme-hq"`),
			after: strings.Replace(unitGrant(`"acme-hq"`), `"active"`, `"disabled"`, 1),
			lost:  []string{"u-ben crm-admin"}, rules: []string{"loss"}},
		"a replacement that creates first, and stops": {before: createdFirst,
			after: strings.Replace(createdFirst, "crm-admin", "wiki-editor", 1),
			code:  1, faults: []sim.Fault{{Kind: "status", Method: http.MethodDelete, Status: http.StatusBadRequest}},
			rules: []string{"loss"}},
		"a state with a grant that is gone": {before: staleGrant, after: stateMember, plan: []string{"-refresh=false"},
			prepare: func(r *reviewing) {
				r.behindTheBack(http.MethodDelete, "profiles/p-anna-hq/authorizations/a-state", "")
			},
			gained: []string{"u-ben crm-reader", "u-ben er-desk"}},
		"a role in an enterprise role that a user has": {after: usedMember,
			gained: []string{"u-anna crm-admin"}, rules: []string{"access"}},
		"an application with a grant": {after: assignedHR, gained: []string{"u-anna hr-viewer"}, rules: []string{"access"},
			first: byHand(http.MethodPost, "profiles/p-anna-hq/authorizations/", `{"roleExtId":"hr-viewer"}`)},
		"an import with another period": {after: importedGrant, gained: []string{"u-anna crm-admin"}, rules: []string{"access"},
			first: byHand(http.MethodPost, "profiles/p-anna-hq/authorizations/",
				`{"extId":"a-late","roleExtId":"crm-admin","validity":{"to":"2020-01-01T00:00:00Z"}}`)},
		"an import that enables": {after: importedProfile, policy: "open", rules: []string{"access"},
			first: func(r *reviewing) {
				r.behindTheBack(http.MethodPost, "users/u-ben/profiles", `{"extId":"p-ben"}`)
				r.behindTheBack(http.MethodPost, "profiles/p-ben/authorizations/", `{"roleExtId":"crm-admin"}`)
				r.behindTheBack(http.MethodPatch, "profiles/p-anna-hq", `{"profileState":"disabled"}`)
			},
			gained: []string{"u-anna crm-reader", "u-anna er-sales", "u-anna wiki-editor"}},
		"an address with keys": {before: stateGrant, after: movedGrant, gained: []string{"u-anna billing-admin"},
			rules: []string{"access"}},
		"a profile that is forgotten": {before: benProfile("u-ben"), after: forgottenProfile, gained: []string{"u-ben crm-admin"},
			rules: []string{"access"}},
		"an apply that is cut off": {after: stateMember + stateGrant, code: 1, gained: nil,
			faults: []sim.Fault{{Kind: "refuse", Method: http.MethodPost, Path: "*uthorizations*"}}, rules: []string{"access"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := &reviewing{workspace: newWorkspace(t, "", asAdmin), idmctl: idmctl}
			r.write("policy.hcl", statePolicy)
			r.write("tenant.tf", test.before)
			if test.before != "" {
				r.must(0, "apply", "-auto-approve", "-no-color")
			}
			if test.first != nil {
				test.first(r)
			}
			r.write("tenant.tf", test.after)
			r.must(0, append([]string{"plan", "-no-color", "-out=reviewed.tfplan"}, test.plan...)...)
			r.write("reviewed.json", r.must(0, "show", "-json", "reviewed.tfplan"))
			if test.prepare != nil {
				test.prepare(r)
			}
			r.snapshot("before.json")
			if err := r.sim.SetFaults(test.faults...); err != nil {
				t.Fatal(err)
			}
			r.must(test.code, "apply", "-no-color", "reviewed.tfplan")
			if err := r.sim.SetFaults(); err != nil {
				t.Fatal(err)
			}
			r.snapshot("after.json")
			gained, lost := r.difference("before.json", "after.json")
			if !slices.Equal(gained, test.gained) || !slices.Equal(lost, test.lost) {
				t.Errorf("the apply gives %q and takes %q, want %q and %q", gained, lost, test.gained, test.lost)
			}
			for _, file := range []string{"reviewed.tfplan", "reviewed.json"} {
				r.within(file, test.code == 0, test.interrupted, lost)
				for _, rule := range test.rules {
					r.review(2, file, "--snapshot", "before.json", "--fail-on", rule, "--out", "review.md")
				}
				if test.policy != "" {
					out, _ := r.review(2, file, "--snapshot", "before.json", "--policy", "policy.hcl", "--output", "json")
					var broken []string
					for _, b := range decodeReview(t, out).FailedRules {
						if b.Rule == "open" || b.Rule == "it" {
							broken = append(broken, b.Rule)
						}
					}
					if slices.Sort(broken); strings.Join(slices.Compact(broken), " ") != test.policy {
						t.Errorf("%s breaks %q of the policy, and not %q", file, broken, test.policy)
					}
				}
			}
		})
	}
}

// within fails unless the service is within the bounds of a review of the state before: it has all of
// *least*, nothing beyond *most*, and after a whole apply exactly what is *expected*.
func (r *reviewing) within(file string, whole, interrupted bool, lost []string) {
	r.t.Helper()
	out, _ := r.review(0, file, "--snapshot", "before.json", "--output", "json")
	shown := decodeReview(r.t, out)
	before, after := r.held("before.json"), r.held("after.json")
	gains, losses := shown.effects("gain"), shown.effects("lose")
	var halfway []string
	for _, l := range shown.InterruptedLosses {
		halfway = append(halfway, l.User.String()+" "+l.Grant.Role.ExtID)
	}
	least := without(without(before, losses), halfway)
	if missing := without(least, after); len(missing) > 0 || len(least) == 0 {
		r.t.Errorf("%s: least is %q, and the service lacks %q of it", file, least, missing)
	}
	if beyond := without(without(after, before), gains); len(beyond) > 0 {
		r.t.Errorf("%s: the service has %q beyond most: %q", file, beyond, shown.lines())
	}
	expected := append(without(before, losses), gains...)
	if whole && (len(without(expected, after)) > 0 || len(without(after, expected)) > 0) {
		r.t.Errorf("%s: the service has %q, expected is %q", file, after, expected)
	}
	for _, what := range lost {
		if slices.Contains(losses, what) == interrupted || slices.Contains(halfway, what) != interrupted {
			r.t.Errorf("%s: the loss of %s, interrupted %t: %q, %+v", file, what, interrupted, shown.lines(), shown.InterruptedLosses)
		}
	}
}

// effects are the users and roles of an effect, with the roles of an enterprise role.
func (r reviewed) effects(effect string) []string {
	var found []string
	for _, person := range r.Access {
		for _, profile := range person.Profiles {
			for _, change := range profile.Changes {
				of := change.After
				if of == nil {
					of = change.Before
				}
				if change.Effect != effect {
					continue
				}
				found = append(found, person.User.String()+" "+of.Role.String())
				for _, member := range of.Members {
					found = append(found, person.User.String()+" "+member.Role.String())
				}
			}
		}
	}
	return found
}

func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(each string) bool { return slices.Contains(other, each) })
}

// held are the users and roles that are effective in a snapshot.
func (r *reviewing) held(file string) []string {
	r.t.Helper()
	var found []string
	for _, d := range model.Compare(model.NewTenant(), r.tenant(file), time.Now()) {
		found = append(found, d.User.ExtID+" "+d.What.ExtID)
	}
	slices.Sort(found)
	return found
}

// tenant are the facts of a snapshot.
func (r *reviewing) tenant(file string) *model.Tenant {
	r.t.Helper()
	content, err := os.ReadFile(filepath.Join(r.folder, file))
	if err != nil {
		r.t.Fatal(err)
	}
	tenant, err := seed.Read(content, "")
	if err != nil {
		r.t.Fatal(err)
	}
	return tenant
}

// difference lists what users effectively gained and lost between two snapshots.
func (r *reviewing) difference(before, after string) (gained, lost []string) {
	r.t.Helper()
	for _, d := range model.Compare(r.tenant(before), r.tenant(after), time.Now()) {
		what := d.User.ExtID + " " + d.What.ExtID
		if d.Gain() {
			gained = append(gained, what)
		}
		if d.Loss() {
			lost = append(lost, what)
		}
	}
	slices.Sort(gained)
	slices.Sort(lost)
	return gained, lost
}
