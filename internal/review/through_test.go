package review_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/review"
)

// Without facts, roles of enterprise roles and assignments are compared by the claims of the plan.
func TestThrough(t *testing.T) {
	hr := values("application_ext_id", "hr")
	list := func(name string, of any) plan.Values {
		return values("application_ext_ids", of, "enterprise_role_ext_id", "clerk", name, of)
	}
	payroll := []plan.Change{unchanged("idm_role.r", plan.Values{"ext_id": "payroll", "name": "Payroll", "application_ext_id": "hr"}),
		unchanged("idm_enterprise_role_member.m", member("clerk", "payroll")),
		unchanged("idm_enterprise_authorization.a", enterpriseGrant("p", "clerk")),
		unchanged("idm_authorization.a", authorization("p", "payroll"))}
	held := unchanged("idm_enterprise_authorization.a", enterpriseGrant("p", "clerk"))
	for name, test := range map[string]struct {
		returned []access.Object
		changes  []plan.Change
		// lines contain the address of each change, and whether it is uncertain.
		lines []string
	}{
		"an application is given": {nil, append(slices.Clone(payroll), object("idm_client_application.a", plan.Create, nil, hr)),
			[]string{"gain payroll false idm_authorization.a", "gain payroll false idm_client_application.a"}},
		"an application is taken": {nil, append(slices.Clone(payroll), object("idm_client_application.a", plan.Delete, hr, nil)),
			[]string{"lose payroll false idm_authorization.a", "lose payroll false idm_client_application.a"}},
		"applications that the plan does not show": {nil, append(slices.Clone(payroll), object("idm_client_applications.a", plan.Update,
			list("application_ext_ids", []any{"hr"}), list("application_ext_ids", plan.Unknown{}))),
			[]string{"lose payroll true idm_authorization.a", "lose payroll true idm_client_applications.a"}},
		"applications that the plan did not show": {nil, append(slices.Clone(payroll), object("idm_client_applications.a", plan.Update,
			list("application_ext_ids", plan.Masked{}), list("application_ext_ids", []any{"hr"}))),
			[]string{"gain payroll true idm_authorization.a", "gain payroll true idm_client_applications.a"}},
		"members that the plan does not show": {nil, []plan.Change{held, object("idm_enterprise_role_members.m", plan.Update,
			list("role_ext_ids", []any{"a"}), list("role_ext_ids", plan.Unknown{}))},
			[]string{"gain  true idm_enterprise_role_members.m", "lose a true idm_enterprise_role_members.m"}},
		"a grant that is over": {nil, []plan.Change{object("idm_enterprise_role_member.m", plan.Create, nil, member("clerk", "a")),
			unchanged("idm_enterprise_authorization.a", enterpriseGrant("p", "clerk", "validity", valid(nil, "2020-01-01T00:00:00Z")))},
			[]string{"gain a false idm_enterprise_role_member.m: though the grant of the enterprise role has expired already"}},
		"a member that exists": {[]access.Object{fact(access.Member, "", "clerk", "a")},
			[]plan.Change{held, object("idm_enterprise_role_member.m", plan.Create, nil, member("clerk", "a"))}, nil},
		"an element of a set that exists": {[]access.Object{fact(access.Grant, "1", "p", "reader"), fact(access.Profile, "p", "eva", "")},
			[]plan.Change{unchanged("idm_profile_authorizations.p", values("profile_ext_id", "p", "authorizations", grants("reader", nil))),
				object("idm_role.r", plan.Delete, plan.Values{"ext_id": "reader"}, nil)},
			[]string{"lose reader false idm_profile_authorizations.p"}},
		"a grant of another role than the plan claims": {[]access.Object{fact(access.Grant, "1", "p", "admin")},
			[]plan.Change{object("idm_authorization.a", plan.Delete, authorization("p", "reader", "ext_id", "1"), nil)},
			[]string{"lose admin false idm_authorization.a"}},
		"the first of two grants of a role in a set": {[]access.Object{fact(access.Grant, "1", "p", "reader"),
			fact(access.Grant, "2", "p", "reader")},
			[]plan.Change{object("idm_profile_authorizations.p", plan.Update,
				values("profile_ext_id", "p", "authorizations", grants("reader", nil, "reader/2", nil)),
				values("profile_ext_id", "p", "authorizations", grants("reader/2", nil)))},
			[]string{"lose reader false idm_profile_authorizations.p"}},
		"grants that exist, too": {[]access.Object{fact(access.Grant, "1", "p", "reader"), fact(access.Grant, "2", "p", "reader")},
			[]plan.Change{unchanged("idm_authorization.a", authorization("p", "reader", "ext_id", "1")),
				object("idm_role.r", plan.Delete, plan.Values{"ext_id": "reader"}, nil)},
			[]string{"lose reader false ", "lose reader false idm_authorization.a"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := &plan.Plan{Time: planned, Changes: test.changes}
			names := review.NewDirectory(p)
			for _, o := range test.returned {
				names.AddObject(o)
			}
			var got []string
			r := review.New(p, names)
			for _, person := range r.Access {
				for _, profile := range person.Profiles {
					for _, c := range profile.Changes {
						grant := c.After
						if grant == nil {
							grant = c.Before
						}
						line := fmt.Sprintf("%s %s %t %s", c.Effect, grant.Role.ExtID, c.Uncertain, grant.Address)
						if strings.HasPrefix(c.Reason, "though ") {
							line += ": " + c.Reason
						}
						got = append(got, line)
					}
				}
			}
			slices.Sort(got)
			if diff := cmp.Diff(test.lines, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if len(test.returned) == 1 && len(r.IndirectChanges) > 0 {
				t.Errorf("reports %+v", r.IndirectChanges)
			}
		})
	}
}

// Facts decide about a grant in a client that was read, even if the plan hides another one.
func TestThrough_withFacts(t *testing.T) {
	r, _ := reviewed(t, true, object("idm_enterprise_role_member.m", plan.Create, nil, member("er-sales", "admin")),
		unchanged("idm_enterprise_authorization.eva", enterpriseGrant("p-eva", "er-sales", "ext_id", "1")),
		unchanged("idm_enterprise_authorization.hidden", enterpriseGrant(plan.Masked{}, "er-sales", "ext_id", "77")))
	if diff := cmp.Diff([]string{"eva p-eva gain admin: the role is added to enterprise role Sales"}, lines(r)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
