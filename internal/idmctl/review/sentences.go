package review

import (
	"fmt"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
)

func has(list []string, name string) bool { return slices.Contains(list, name) }

// sentence describes a change and the affected person.
func sentence(user *Named, profile Named, c GrantChange) string {
	who, through := profile.Label(), ""
	if user != nil {
		who, through = user.person(), ", through profile "+profile.Label()
	}
	text := effectText(who, c) + through
	if c.Reason != "" {
		return text + ", " + because(c.Reason)
	}
	return text
}

// describe sets the texts of a change.
func (c *GrantChange) describe(user *Named, profile Named) {
	c.text, c.who, c.same = sentence(user, profile, *c), "", ""
	if user != nil {
		c.who, c.same = user.person(), sentence(nil, Named{Name: anyone}, *c)
	}
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

func effectText(who string, c GrantChange) string {
	what, may := c.what(), ""
	if c.Uncertain {
		may = "may "
	}
	verb := func(word string) string {
		if may != "" {
			return may + word
		}
		return word + "s"
	}
	switch c.Effect {
	case Gain:
		return who + " " + verb("gain") + " " + what + c.open()
	case Loss:
		if open := c.open(); open != "" {
			what += ", which becomes global," + open
		}
		return who + " " + verb("lose") + " " + what
	}
	switch open := c.open(); {
	case c.dormant():
		return who + " is granted " + what + " without effect today"
	case c.Uncertain:
		return what + " of " + who + " changes in a way that the plan does not show"
	case open != "":
		return what + " of " + who + " becomes global," + open
	case c.later:
		return what + " of " + who + " is extended without effect today"
	case c.After != nil && c.Before != nil && c.After.period() != c.Before.period():
		return what + " of " + who + " changes: " + c.Before.period() + " → " + c.After.period()
	}
	return what + " of " + who + " changes"
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
		return " for all " + roomNames(c.NewlyGlobal)
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
func periodText(value any) string {
	if undetermined(value) {
		return shown(value)
	}
	return Grant{}.valid(value).period()
}

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
