package review_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

func unit(id any, name string, parent any) plan.Values {
	return values("ext_id", id, "name", name, "parent_unit_ext_id", parent)
}

// A moved unit matches rules about the units that it leaves and enters, and about everything below
// it. With facts, it matches no others.
func TestUnits_policy(t *testing.T) {
	held := acme()
	for _, u := range [][2]string{{"hq", ""}, {"sales", "hq"}, {"lab", "sales"}, {"desk", "lab"}, {"it", ""}, {"other", "it"}} {
		hold(held, access.Unit, u[0], u[1], "")
	}
	hold(held, access.Profile, "p-desk", "eva", "desk")
	hold(held, access.Profile, "p-other", "ben", "other")
	move := object("idm_unit.lab", plan.Update, unit("lab", "Lab", "sales"), unit("lab", "Lab", "it"))
	for pattern, want := range map[string]bool{
		`units = ["lab"]`: true, `units = ["desk"]`: true, `units = ["sales"]`: true, `units = ["hq"]`: true, `units = ["it"]`: true,
		`units = ["other"]`: false, `units = ["fin*"]`: false, `users = ["eva"]`: true, `users = ["ben"]`: false,
		`profiles = ["p-desk"]`: true, `profiles = ["p-other"]`: false,
	} {
		file := filepath.Join(t.TempDir(), "policy.hcl")
		if err := os.WriteFile(file, []byte("rule \"own\" {\n  "+pattern+"\n}\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		rules, err := policyOf(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, facts := range []*access.Tenant{held, nil} {
			r, _ := reviewedWith(t, facts, move)
			r.FailedRules = nil
			r.Check(rules)
			if got := len(r.FailedRules) > 0; got != (want || facts == nil) {
				t.Errorf("%s, facts %t: fails %t", pattern, facts != nil, got)
			}
		}
	}
}

// A move that the service may refuse, and a profile that it refuses today, match the rules about
// the units that the plan names.
func TestUnits_policyOfRefusedChanges(t *testing.T) {
	held := acme()
	for _, u := range [][2]string{{"sales", ""}, {"lab", "sales"}, {"it", ""}} {
		hold(held, access.Unit, u[0], u[1], "")
	}
	held.Add(access.Object{ID: access.NewID("", "acme", access.Unit, "closed"), State: access.Exactly(access.Disabled)})
	off := unit("it", "IT", nil)
	off["state"] = "disabled"
	doubtful := []plan.Change{object("idm_unit.lab", plan.Update, unit("lab", "Lab", "sales"), unit("lab", "Lab", "it")),
		object("idm_unit.it", plan.Update, unit("it", "IT", nil), off)}
	refused := []plan.Change{object("idm_profile.p", plan.Create, nil, profile("p-new", "ben", "unit_ext_id", "closed")),
		object("idm_authorization.a", plan.Create, nil, authorization("p-new", "admin"))}
	for pattern, changes := range map[string][]plan.Change{
		`units = ["sales"]`: doubtful, `units = ["it"]`: doubtful, `units = ["closed"]`: refused,
	} {
		r, _ := reviewedWith(t, held, changes...)
		r.FailedRules = nil
		if r.Check(policy(t, pattern)); len(r.FailedRules) == 0 {
			t.Errorf("%s does not fit %v", pattern, r.Findings)
		}
	}
}

// A change of properties names the person, the profile and the role.
func TestProperties_namePersonAndRole(t *testing.T) {
	r, _ := reviewed(t, true, object("idm_authorization_properties.a", plan.Update,
		values("profile_ext_id", "p-eva", "authorization_ext_id", "2", "properties", map[string]any{"limit": "1"}),
		values("profile_ext_id", "p-eva", "authorization_ext_id", "2", "properties", map[string]any{"limit": "2"})),
		object("idm_profile_properties.p", plan.Update, values("profile_ext_id", "p-ben", "properties", map[string]any{"limit": "1"}),
			values("profile_ext_id", "p-ben", "properties", map[string]any{"limit": "2"})),
		object("idm_profile_authorizations.a", plan.Forget, values("profile_ext_id", "p-ben", "authorizations", grants()), nil))
	for _, want := range []string{"properties of an authorization for role reader of profile p-eva of eva",
		"properties of profile p-ben of ben", "authorizations of profile p-ben of ben"} {
		if !slices.ContainsFunc(r.Findings, func(f review.Finding) bool { return strings.HasPrefix(f.Text, want) }) {
			t.Errorf("no finding has %q: %+v", want, r.Findings)
		}
	}
}
