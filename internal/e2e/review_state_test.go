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
		// prepare changes the service between the plan and the review.
		prepare func(*reviewing)
		plan    []string
		faults  []sim.Fault
		// code is the exit code of the apply, gained and lost are what it makes of the service.
		code         int
		gained, lost []string
		// interrupted reports that the loss is one of an interrupted apply only.
		interrupted bool
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
	} {
		t.Run(name, func(t *testing.T) {
			r := &reviewing{workspace: newWorkspace(t, "", asAdmin), idmctl: idmctl}
			r.write("tenant.tf", test.before)
			if test.before != "" {
				r.must(0, "apply", "-auto-approve", "-no-color")
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
				r.within(file, gained, lost, test.interrupted)
			}
		})
	}
}

// within fails unless a review of the state before shows the differences.
func (r *reviewing) within(file string, gained, lost []string, interrupted bool) {
	r.t.Helper()
	out, _ := r.review(0, file, "--snapshot", "before.json", "--output", "json")
	shown := decodeReview(r.t, out)
	find := func(effect, what string) bool {
		user, role, _ := strings.Cut(what, " ")
		return slices.ContainsFunc(shown.lines(), func(line string) bool {
			fields := strings.Fields(strings.ReplaceAll(line, "enterprise role ", "role "))
			return fields[0] == user && fields[2] == effect && strings.TrimSuffix(fields[4], ":") == role
		})
	}
	for _, what := range gained {
		// What an enterprise role gives is shown with it.
		if !find("gain", what) && !find("gain", strings.Fields(what)[0]+" er-desk") {
			r.t.Errorf("%s: the gain of %s is not shown: %q", file, what, shown.lines())
		}
	}
	for _, what := range lost {
		halfway := slices.ContainsFunc(shown.InterruptedLosses, func(l interruptedLoss) bool {
			return l.User.String()+" "+l.Grant.Role.ExtID == what
		})
		if find("lose", what) == interrupted || halfway != interrupted {
			r.t.Errorf("%s: the loss of %s, interrupted %t: %q, %+v", file, what, interrupted, shown.lines(), shown.InterruptedLosses)
		}
	}
}

// difference lists what users effectively gained and lost between two snapshots.
func (r *reviewing) difference(before, after string) (gained, lost []string) {
	r.t.Helper()
	var tenants []*model.Tenant
	for _, file := range []string{before, after} {
		content, err := os.ReadFile(filepath.Join(r.folder, file))
		if err != nil {
			r.t.Fatal(err)
		}
		tenant, err := seed.Read(content, "")
		if err != nil {
			r.t.Fatal(err)
		}
		tenants = append(tenants, tenant)
	}
	for _, d := range model.Compare(tenants[0], tenants[1], time.Now()) {
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
