package review

import (
	"fmt"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// MaxLosses is the default number of people who may lose access before the rule loss.many is
// broken.
const MaxLosses = 10

// losses returns the people who are deleted or archived, or who lose a role.
func (x *analysis) losses(all []Finding) map[access.ID]bool {
	lost := map[access.ID]bool{}
	for _, e := range x.entries {
		if e.Type == typeUser && e.Before != nil && (e.removes() || e.Action == plan.Update &&
			!x.factsOf(e, e.Before).State.Must(access.Archived) && x.factsOf(e, e.After).State.May(access.Archived)) {
			lost[e.identity(e.Before)] = true
		}
	}
	for _, f := range all {
		if f.Change != nil && f.Change.Effect == Loss && !f.Change.During {
			lost[f.Change.key] = true
		}
	}
	return lost
}

// AllowLosses sets the number of people who may lose access before the rule loss.many is broken.
func (r *Review) AllowLosses(people int) { r.maxLosses = people }

// manyLosses returns the subject of the rule loss.many, and nothing if few people lose access.
func (r *Review) manyLosses() []Subject {
	if len(r.lost) <= r.maxLosses {
		return r.subjects(func(f Finding) bool { return f.anything() || has(f.hides, rule.LossMany) })
	}
	return []Subject{{Text: fmt.Sprintf("%d people lose access, or are deleted or archived; the limit is %d. A list of people that "+
		"was cut off has this effect", len(r.lost), r.maxLosses)}}
}
