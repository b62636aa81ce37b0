package review_test

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/review"
)

// The report mentions --names only if the flag would show more.
func TestReview_hintsAtNames(t *testing.T) {
	put := object("idm_enterprise_role_member.m", plan.Create, nil, member("clerk", "payroll"))
	gone := object("idm_profile.p", plan.Delete, profile("p-ben", "ben"), nil)
	for name, test := range map[string]struct {
		plan   *plan.Plan
		source string
		want   string
	}{
		"nothing was asked": {&plan.Plan{Changes: []plan.Change{put, gone}}, "", "--names asks the service"},
		"the facts were read": {&plan.Plan{Changes: []plan.Change{put, gone}}, "the service at https://idm.example.com",
			"the facts of the review do not contain all of them"},
		"another service": {&plan.Plan{Changes: []plan.Change{put, gone}, Services: []plan.Service{
			{ID: "unknown: idm", Configs: []string{"idm"}}}}, "",
			"the plan does not show the address of the service"},
		"an unknown client": {&plan.Plan{Changes: []plan.Change{object("idm_enterprise_role_member.m", plan.Create, nil,
			values("enterprise_role_ext_id", "clerk", "role_ext_id", "payroll", "client_ext_id", plan.Unknown{}))}}, "",
			"the plan does not show the client"},
	} {
		t.Run(name, func(t *testing.T) {
			for i := range test.plan.Changes {
				if services := test.plan.Services; len(services) > 0 {
					test.plan.Changes[i].Service = services[0].ID
				}
			}
			names := review.NewDirectory(test.plan)
			names.From(test.source)
			var texts strings.Builder
			for _, f := range review.New(test.plan, names).Findings {
				texts.WriteString(f.Text + "\n")
			}
			if !strings.Contains(texts.String(), test.want) || name != "nothing was asked" && strings.Contains(texts.String(), "--names") {
				t.Errorf("%q is not in, or --names is in\n%s", test.want, texts.String())
			}
		})
	}
}

// A person with several imported objects is counted once.
func TestReview_countsImportedPeople(t *testing.T) {
	imported := func(address string, values plan.Values) plan.Change {
		c := object(address, plan.NoOp, values, values)
		c.Imported = true
		return c
	}
	r := reviewOf(imported("idm_profile.p", profile("p", "ben")), imported("idm_authorization.a", authorization("p", "crm", "ext_id", "1")),
		imported("idm_profile.q", profile("q", "ben")), imported("idm_authorization.b", authorization("other", "crm", "ext_id", "2")))
	if text := r.Document().Text(0); !strings.Contains(text, "4 objects are imported, of 1 person:") {
		t.Errorf("Ben is counted more than once:\n%s", text)
	}
}
