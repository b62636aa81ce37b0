package e2e

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// The first plan grants a role to Anna, the others grant Ben an enterprise role.
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

// statePolicy contains rules about global grants and about a unit.
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

// staleGrant declares a grant with an external ID.
const staleGrant = `
resource "idm_authorization" "anna" {
  ext_id         = "a-state"
  profile_ext_id = "p-anna-hq"
  role_ext_id    = "crm-admin"
}
`

// createdFirst declares a grant with create_before_destroy.
const createdFirst = `
resource "idm_authorization" "anna" {
  profile_ext_id = "p-anna-hq"
  role_ext_id    = "crm-admin"

  lifecycle { create_before_destroy = true }
}
`

// globalGrant declares a grant for all units with an end.
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

// unitGrant declares a unit below another one, with a profile that has a role.
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

// globalIn returns unitGrant with a grant for all units.
func globalIn(parent string) string {
	return strings.Replace(unitGrant(parent), `"crm-admin"`, "\"crm-admin\"\n  unit_global    = true", 1)
}

// After a complete or interrupted apply, the service is within the bounds of the review: the review
// shows each gain, and each loss is shown or among the losses of an interrupted apply. After a
// complete apply both are equal.
func TestReview_finalState(t *testing.T) {
	t.Parallel()
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
		// code is the exit code of the apply; gained and lost are its effects on the service.
		code         int
		gained, lost []string
		// interrupted reports that the loss occurs only after an interrupted apply.
		interrupted bool
		// rules are the rules that the plan breaks; policy lists all broken rules of statePolicy.
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
			t.Parallel()
			inCorpus(t)
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
			r.saved(test.plan...)
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
			end := final{factsOf(t, []byte(r.read("before.json"))), factsOf(t, r.sim.State())}
			gained, lost := end.difference()
			if !slices.Equal(gained, test.gained) || !slices.Equal(lost, test.lost) {
				t.Errorf("the apply gives %q and takes %q, want %q and %q", gained, lost, test.gained, test.lost)
			}
			for _, file := range planFiles {
				shown := r.bounds(file, "--snapshot", "before.json")
				shown.contain(t, file, end, test.code == 0)
				for _, what := range lost {
					if covers(shown.losses, what) == test.interrupted || covers(shown.halfway, what) != test.interrupted {
						t.Errorf("%s: the loss of %s, interrupted %t: %v", file, what, test.interrupted, shown)
					}
				}
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
