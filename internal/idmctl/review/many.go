package review

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// LossLimit is the number of people who may lose access by one plan.
type LossLimit struct {
	people  int
	percent float64
}

// DefaultLossLimit is 10 people or 5 % of those in the state, whichever is more.
var DefaultLossLimit = LossLimit{10, 5}

// ParseLossLimit parses a number of people, a percentage such as 5%, or both with a comma, of which
// the larger one counts.
func ParseLossLimit(text string) (LossLimit, error) {
	var limit LossLimit
	for part := range strings.SplitSeq(text, ",") {
		number, isShare := strings.CutSuffix(strings.TrimSpace(part), "%")
		value, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
		if whole := float64(int(value)); err != nil || value < 0 || value > 1e9 || !isShare && value != whole || isShare && value > 100 {
			return limit, fmt.Errorf("%q is not a limit: give a number of people, a percentage such as 5%%, or both, such as 10,5%%", text)
		}
		if isShare {
			limit.percent = value
		} else {
			limit.people = int(value)
		}
	}
	return limit, nil
}

// String returns the limit as in its option.
func (l LossLimit) String() string {
	return fmt.Sprintf("%d,%s%%", l.people, strconv.FormatFloat(l.percent, 'f', -1, 64))
}

func (l LossLimit) of(people int) int { return max(l.people, int(l.percent*float64(people)/100)) }

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
			key := x.ownID(e)
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

// AllowLosses sets the number of people who may lose access before the rule loss.many is broken.
func (r *Review) AllowLosses(limit LossLimit) { r.lossLimit = limit }

// manyLosses returns the subject of the rule loss.many, and nothing if few people lose access.
func (r *Review) manyLosses() []Subject {
	lost, managed := len(r.losses.lost), len(r.losses.managed)
	limit := r.lossLimit.of(managed)
	unknown := r.subjects(func(f Finding) bool { return f.anything() || has(f.hides, rule.LossMany) })
	if lost <= limit {
		return unknown
	}
	return []Subject{{Text: fmt.Sprintf("%d people lose access, or are deleted or archived; the state has %d, and the limit is %d. A "+
		"list of people that was cut off has this effect", lost, managed, limit)}}
}
