package review

import (
	"fmt"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
)

func has(list []string, name string) bool { return slices.Contains(list, name) }

// who names the person of a change, or the profile of a person who is not known.
func (c GrantChange) who() string {
	if c.User == nil {
		return c.Profile.Label()
	}
	return c.User.person()
}

// sentence describes a change, with or without the profile of the person.
func (c GrantChange) sentence(who string, withProfile bool) string {
	text := c.effect(who)
	if withProfile && c.User != nil {
		text += ", through profile " + c.Profile.Label()
		if c.Unit != nil {
			text += " in unit " + c.Unit.Label()
		}
	}
	if c.Reason != "" {
		text += ", " + because(c.Reason)
	}
	return text
}

// added returns the verb for something that is added to something else, or removed from it.
func added(gained, uncertain bool, verb string) string {
	if !gained {
		verb = "removed from"
	}
	if uncertain {
		return "may be " + verb
	}
	return "is " + verb
}

func (c GrantChange) effect(who string) string {
	what, open, may, becomes := c.what(), c.open(), "", "becomes"
	verb := func(word string) string { return who + " " + word + "s " + what }
	if c.Uncertain {
		may, becomes = "may ", "may become"
		verb = func(word string) string { return who + " " + may + word + " " + what }
	}
	switch {
	case c.Effect == Gain:
		return verb("gain") + open + c.members() + c.limited()
	case c.Effect == Loss:
		return verb("lose") + c.members()
	case c.dormant():
		return who + " is granted " + what + open + c.members() + c.limited() + " without effect today"
	}
	var parts []string
	add := func(fits bool, part string) {
		if fits {
			parts = append(parts, part)
		}
	}
	add(c.Uncertain, "changes in a way that the plan does not show")
	add(open != "", becomes+" global,"+strings.TrimSuffix(open, " (global)"))
	add(c.later, "is extended without effect today")
	if c.Before != nil && c.After != nil && !c.later {
		closed := without(c.Before.Global, c.After.Global)
		add(len(closed) > 0, "is no longer for all "+roomNames(closed))
		was, is := c.Before.period(), c.After.period()
		add(was != is, "changes: "+was+" → "+is)
	}
	if len(parts) == 0 {
		parts = []string{"changes"}
	}
	return what + " of " + who + " " + strings.Join(parts, ", and ")
}

// members lists the roles of a granted or revoked enterprise role.
func (c GrantChange) members() string {
	grant := c.grant()
	var roles []string
	for _, member := range grant.Members {
		roles = append(roles, member.label())
	}
	switch {
	case grant.Kind == EnterpriseRole && !grant.membersKnown:
		return ", whose roles are not known"
	case len(roles) == 0:
		return ""
	}
	return " with " + enumerate(roles)
}

// limited describes the validity of a grant, "" for one without limits.
func (c GrantChange) limited() string {
	if grant := c.grant(); grant.From != "" || grant.To != "" {
		return " " + grant.period()
	}
	return ""
}

// dormant reports whether a grant has no effect before and after the apply.
func (c GrantChange) dormant() bool { return c.Effect == Altered && c.Before == nil }

// what returns the grant in words.
func (c GrantChange) what() string {
	grant := c.grant()
	what := fmt.Sprintf("%s %s", grant.Kind, grant.Role.Label())
	if grant.Application != nil {
		what += " in " + grant.Application.Label()
	}
	if grant.Through != nil && !strings.Contains(c.Reason, "enterprise role "+grant.Through.Label()) {
		what += " through enterprise role " + grant.Through.Label()
	}
	return what
}

// open describes the data rooms that are opened.
func (c GrantChange) open() string {
	if !c.global() || c.After == nil {
		return ""
	}
	if len(c.NewlyGlobal) > 0 {
		return " for all " + roomNames(c.NewlyGlobal) + " (global)"
	}
	if len(c.After.Undecided) == 0 {
		return ""
	}
	return " for data rooms that the plan does not show: " + roomNames(c.After.Undecided)
}

// roomNames returns the names of data rooms for readers.
func roomNames(open []string) string {
	var names []string
	for _, room := range grants.Rooms {
		if has(open, room.Name) {
			names = append(names, room.Objects)
		}
	}
	return strings.Join(names, ", ")
}

// periodText returns a validity in words.
func periodText(value any) string { return Grant{}.valid(value).period() }

// affected describes the people who are affected by a change of a unit.
func affected(e *entry, attribute string) string {
	switch {
	case e.Type != typeUnit:
	case attribute == "parent_unit_ext_id":
		return ": this affects all users in it and below it, and all users whose data rooms cover it"
	case attribute == "state" || attribute == "validity":
		return ": this affects all users in it and below it"
	}
	return ""
}

// without returns the names of a list that are not in another one.
func without(all, others []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(name string) bool { return has(others, name) })
}

// period returns the validity as text.
func (g Grant) period() string {
	from, to := "", "without end"
	if g.From != "" {
		from = "from " + moment(g.From) + " "
	}
	if g.To != "" {
		to = "until " + moment(g.To)
	}
	if strings.HasPrefix(g.From, "(") && g.To == "" {
		return g.From
	}
	return from + to
}

// because adds a conjunction to a reason.
func because(reason string) string {
	if strings.HasPrefix(reason, "though ") {
		return reason
	}
	return "because " + reason
}
