package review_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/review"
)

// A list of people that was cut off breaks the rule for many losses.
func TestManyLosses(t *testing.T) {
	staff := func(all, gone int, action plan.Action) *plan.Plan {
		p := &plan.Plan{Time: planned}
		for i := range all {
			user := values("ext_id", fmt.Sprint("u", i), "user_state", "active")
			c := object(fmt.Sprintf("idm_user.staff[%d]", i), plan.NoOp, user, user)
			switch {
			case i >= gone:
			case action == plan.Delete:
				c.Action, c.After = action, nil
			default:
				c.Action, c.After = action, values("ext_id", fmt.Sprint("u", i), "user_state", "archived")
			}
			p.Changes = append(p.Changes, c)
		}
		return p
	}
	for name, test := range map[string]struct {
		plan  *plan.Plan
		limit string
		want  bool
	}{
		"ten of twelve":                 {staff(12, 10, plan.Delete), "", false},
		"eleven of twelve":              {staff(12, 11, plan.Delete), "", true},
		"eleven are archived":           {staff(12, 11, plan.Update), "", true},
		"five percent of 400":           {staff(400, 20, plan.Delete), "", false},
		"more than five percent of 400": {staff(400, 21, plan.Delete), "", true},
		"half of a company":             {staff(248, 124, plan.Delete), "", true},
		"another limit":                 {staff(12, 3, plan.Delete), "2", true},
		"another share":                 {staff(400, 21, plan.Delete), "10%", false},
		"no limit":                      {staff(12, 12, plan.Delete), "100%", false},
	} {
		t.Run(name, func(t *testing.T) {
			r := review.New(test.plan, review.NewDirectory(test.plan))
			if test.limit != "" {
				limit, err := review.ParseLossLimit(test.limit)
				if err != nil {
					t.Fatal(err)
				}
				r.AllowLosses(limit)
			}
			rules, err := review.NamedRules([]string{"loss.many"})
			if err != nil {
				t.Fatal(err)
			}
			if r.Check(rules); (len(r.FailedRules) > 0) != test.want {
				t.Errorf("%+v", r.FailedRules)
			}
		})
	}
	for _, text := range []string{"", "x", "-1", "1.5", "101%", "5%%", "10,x"} {
		if _, err := review.ParseLossLimit(text); err == nil {
			t.Errorf("no error for %q", text)
		}
	}
	if limit, _ := review.ParseLossLimit(review.DefaultLossLimit.String()); limit != review.DefaultLossLimit ||
		!slices.Contains([]string{"10,5%"}, limit.String()) {
		t.Errorf("%v", limit)
	}
}
