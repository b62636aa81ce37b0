package review_test

import (
	"fmt"
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
		limit int
		want  bool
	}{
		"ten of twelve":                 {staff(12, 10, plan.Delete), -1, false},
		"eleven of twelve":              {staff(12, 11, plan.Delete), -1, true},
		"eleven are archived":           {staff(12, 11, plan.Update), -1, true},
		"five percent of 400":           {staff(400, 20, plan.Delete), -1, false},
		"more than five percent of 400": {staff(400, 21, plan.Delete), -1, true},
		"half of a company":             {staff(248, 124, plan.Delete), -1, true},
		"another limit":                 {staff(12, 3, plan.Delete), 2, true},
		"a higher limit":                {staff(400, 21, plan.Delete), 40, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := review.New(test.plan, review.NewDirectory(test.plan))
			r.AllowLosses(test.limit)
			rules, err := review.NamedRules([]string{"loss.many"})
			if err != nil {
				t.Fatal(err)
			}
			if r.Check(rules); (len(r.FailedRules) > 0) != test.want {
				t.Errorf("%+v", r.FailedRules)
			}
		})
	}
}
