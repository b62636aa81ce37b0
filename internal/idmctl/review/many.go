package review

import (
	"fmt"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// losses counts the people of a plan, and those who lose something by it.
type losses struct {
	lost, managed map[access.ID]bool
}

// losses returns the people who are deleted or archived, or who lose a role, and the people in the
// state.
func (x *analysis) losses(all []Finding) losses {
	found := losses{map[access.ID]bool{}, map[access.ID]bool{}}
	for _, e := range x.entries {
		if e.Before == nil && e.BeforeHidden == nil {
			continue
		}
		switch e.Type {
		case typeUser:
			key := e.identity(e.Before)
			found.managed[key] = true
			o := x.factsOf(e, e.Before)
			if e.removes() || e.Action == plan.Update && !o.State.Must(access.Archived) &&
				x.factsOf(e, e.After).State.May(access.Archived) {
				found.lost[key] = true
			}
		case typeProfile:
			found.managed[e.refers(e.Before, "user_ext_id", access.User)] = true
		}
	}
	for _, f := range all {
		if f.Change != nil && f.Change.Effect == Loss && !f.Change.During {
			found.lost[f.Change.key] = true
		}
	}
	return found
}

// AllowLosses sets the number of people who may lose access before the rule loss.many is broken. A
// negative one is the default: 10, or 5 % of those in the state if that is more.
func (r *Review) AllowLosses(people int) { r.maxLosses = people }

// manyLosses returns the subject of the rule loss.many, and nothing if few people lose access.
func (r *Review) manyLosses() []Subject {
	lost, managed := len(r.losses.lost), len(r.losses.managed)
	limit := r.maxLosses
	if limit < 0 {
		limit = max(10, managed*5/100)
	}
	unknown := r.subjects(func(f Finding) bool { return f.anything() || has(f.hides, rule.LossMany) })
	if lost <= limit {
		return unknown
	}
	return []Subject{{Text: fmt.Sprintf("%d people lose access, or are deleted or archived; the state has %d, and the limit is %d. A "+
		"list of people that was cut off has this effect", lost, managed, limit)}}
}
