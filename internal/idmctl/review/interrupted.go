package review

import (
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// InterruptedLoss is access that a user keeps if the whole plan is applied, and may lose if the
// apply stops halfway.
type InterruptedLoss struct {
	// User is nil if the user of the profile is not known.
	User *Named `json:"user"`
	// Grant is the role or the enterprise role; nil for all grants of the paths.
	Grant *Grant `json:"grant"`
	// Paths lead from the profile to the role.
	Paths   []string `json:"paths"`
	Service string   `json:"service"`
	Client  string   `json:"client_ext_id"`
	// Address is the replaced object, "" if several changes cause the loss.
	Address string `json:"address"`
}

// sentence describes the loss.
func (l InterruptedLoss) sentence() string {
	who, what := "the user of "+strings.Join(l.Paths, ", "), "everything that is granted"
	if l.User != nil {
		who = l.User.person()
	}
	if l.Grant != nil {
		what = string(l.Grant.Kind) + " " + l.Grant.Role.Label()
	}
	return who + " may lose " + what + " (" + strings.Join(l.Paths, "; ") + ") if the apply stops halfway"
}

// interrupted finds the losses of an interrupted apply: those that are possible at some point of
// the apply, without those of the whole apply.
func (x *analysis) interrupted() outcome {
	if len(x.held.read) == 0 {
		return outcome{}
	}
	lost := map[access.Joint]access.Difference{}
	for _, d := range x.compare(access.OfUsers, x.after) {
		lost[d.Joint] = d
	}
	var found outcome
	for _, d := range x.compare(access.OfUsers, x.result.Partial) {
		if x.held.read[clientRef{d.User.Service, d.User.Client}] && !d.What.Any() &&
			losesMore(d, lost[d.Joint]) {
			found.add(x.interruptedLoss(d))
		}
	}
	return found
}

// losesMore reports whether a difference has a loss that another one of the same user and role does
// not have.
func losesMore(d, other access.Difference) bool {
	if !d.Lost.Held.Without(other.Lost.Held).Empty() {
		return true
	}
	for room, times := range d.Lost.Rooms {
		if !times.Without(other.Lost.Rooms[room]).Empty() {
			return true
		}
	}
	return false
}

// interruptedLoss describes the loss of one user and role, with all current paths.
func (x *analysis) interruptedLoss(d access.Difference) outcome {
	h := d.Old[0]
	l := InterruptedLoss{Grant: new(x.describePath(h, false)), Service: h.Grant.Service, Client: h.Grant.Client}
	if !d.User.Any() {
		l.User = new(x.names.at(d.User))
	}
	for _, h := range d.Old {
		l.Paths = append(l.Paths, x.path(h))
	}
	return x.interruptedFinding(l)
}

// path describes the path from the profile to the role.
func (x *analysis) path(h access.Holding) string {
	text := "profile " + x.names.at(h.Profile.ID).Label()
	if through, indirect := h.Through(); indirect {
		text += ", enterprise role " + x.names.at(through).Label()
	}
	return text
}

// stops returns the reason why the plan itself may stop the apply, "" for none: a condition that is
// decided during the apply, or a change that fails.
func (x *analysis) stops() string {
	if len(x.plan.Undecided) > 0 {
		return "the apply decides whether the condition of " + x.plan.Undecided[0] + " holds"
	}
	if len(x.failing) > 0 {
		return "the service refuses the change of " + x.failing[0].entry.Address
	}
	return ""
}

func (x *analysis) interruptedFinding(l InterruptedLoss) outcome {
	f := Finding{Rules: []string{rule.ReplaceInterrupted}, Text: l.sentence(), Address: l.Address, Service: l.Service, Client: l.Client}
	if why := x.stops(); why != "" {
		f.Rules, f.Text = append(f.Rules, rule.LossRole), f.Text+", and "+why
	}
	return outcome{findings: []Finding{f}, interrupted: []InterruptedLoss{l}}
}

// holder identifies the person who may lose something, or the object whose holder is not known.
func (l InterruptedLoss) holder() string {
	if l.User != nil {
		return l.Service + " " + l.Client + " " + l.User.Label() + l.User.ExtID
	}
	return l.Address
}

func (r *Review) interruptedSection() report.Section {
	table := report.Table{Head: []string{"Person", "May lose", "Path"}}
	for _, l := range r.InterruptedLosses {
		who, what := report.Text{}.Muted("not known"), report.T("everything that is granted")
		if l.User != nil {
			who = named(*l.User)
		}
		if l.Grant != nil {
			what = report.T(string(l.Grant.Kind) + " ")
			what = append(what, named(l.Grant.Role)...)
		}
		table.Rows = append(table.Rows, report.Row{Cells: []report.Text{who, what, report.T(strings.Join(l.Paths, "; "))},
			Address: l.Address})
	}
	return report.SectionOf("May be lost if the apply stops halfway",
		"An apply that finishes leaves these as they are. If it stops after a delete and before the create that follows, they are lost.",
		table.Trim())
}

func sortedInterrupted(all []InterruptedLoss) []InterruptedLoss {
	slices.SortStableFunc(all, func(a, b InterruptedLoss) int { return strings.Compare(a.sentence(), b.sentence()) })
	return all
}
