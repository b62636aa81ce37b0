package review

import (
	"fmt"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// openPeople is the number of people whose details are expanded. With more, a reader would lose the
// overview.
const openPeople = 12

func (r *Review) accessSection() report.Section {
	return report.Section{Title: "Who gains and who loses access", Blocks: groups(r.people(false))}
}

// duringSection lists what users may gain or lose only while the apply runs, or if it stops halfway.
func (r *Review) duringSection() report.Section {
	return report.Section{Title: "Possible only during the apply",
		Intro:  report.T("The whole apply leaves none of this. It is possible between two of its changes, or if the apply stops halfway."),
		Blocks: groups(r.people(true))}
}

// groups lists people by themselves, and among many those with equal changes together.
func groups(people []Person) []report.Block {
	equal, merged := map[string][]Person{}, map[string]bool{}
	for _, person := range people {
		equal[person.sameAs()] = append(equal[person.sameAs()], person)
	}
	var all []report.Block
	for _, person := range people {
		key, open := person.sameAs(), len(all) < openPeople
		switch alike := equal[key]; {
		case len(people) <= openPeople || len(alike) < mergedFrom:
			all = append(all, person.group(open))
		case !merged[key]:
			merged[key] = true
			all = append(all, groupOf(alike, open))
		}
	}
	return all
}

// sameAs returns the changes of a person as a text that is equal for people with equal changes.
func (p Person) sameAs() string {
	var b strings.Builder
	for _, profile := range p.Profiles {
		fmt.Fprintln(&b, p.User != nil, profile.Event, profile.State)
		for _, row := range profile.table().Rows {
			fmt.Fprintln(&b, row.Mark, row.Cells)
		}
	}
	return b.String()
}

// groupOf shows the changes that all of the people have, with the people as a list.
func groupOf(people []Person, open bool) report.Group {
	g, list := people[0].group(open), report.List{}
	g.Title = report.Text{}.Strong(fmt.Sprintf("%d people", len(people))).Plain(", each")
	g.Blocks = slices.DeleteFunc(g.Blocks, func(block report.Block) bool { _, isLine := block.(report.Line); return isLine })
	for i, block := range g.Blocks {
		if table, isTable := block.(report.Table); isTable {
			for row := range table.Rows {
				table.Rows[row].Address = ""
			}
			g.Blocks[i] = table
		}
	}
	for _, person := range people {
		item := report.Item{Text: person.title()}
		for _, profile := range person.Profiles {
			item.Details = append(item.Details, report.Text(profile.line()))
		}
		list.Items = append(list.Items, item)
	}
	g.Blocks = append(g.Blocks, report.Group{Title: report.T("Who they are"), Blocks: []report.Block{list}})
	return g
}

// people returns the people with the changes of the whole apply, or with those that are possible
// only during it.
func (r *Review) people(during bool) []Person {
	var found []Person
	for _, person := range r.Access {
		all := person.Profiles
		person.Profiles = nil
		for _, through := range all {
			through.Changes = slices.DeleteFunc(slices.Clone(through.Changes), func(c GrantChange) bool { return c.During != during })
			if len(through.Changes) > 0 {
				person.Profiles = append(person.Profiles, through)
			}
		}
		if len(person.Profiles) > 0 {
			found = append(found, person)
		}
	}
	return found
}

// title names a person, or the profile of a person who is not known.
func (p Person) title() report.Text {
	if p.User != nil {
		return strongName(*p.User)
	}
	return strongName(p.Profiles[0].Profile).Muted(" profile of a user whom the plan does not name")
}

// tally counts changes of access.
type tally struct{ gains, losses, changes, global, mayBeGlobal int }

func (t *tally) add(c GrantChange) {
	switch c.Effect {
	case Gain:
		t.gains++
	case Loss:
		t.losses++
	default:
		t.changes++
	}
	switch {
	case c.opens():
		t.global++
	case c.global():
		t.mayBeGlobal++
	}
}

func (p Person) group(open bool) report.Group {
	g, t := report.Group{Title: p.title(), Open: open}, tally{}
	for _, profile := range p.Profiles {
		g.Blocks = append(g.Blocks, profile.line())
		if len(profile.Changes) > 0 {
			g.Blocks = append(g.Blocks, profile.table())
		}
		for _, change := range profile.Changes {
			t.add(change)
		}
	}
	for _, badge := range []struct {
		count int
		tone  report.Tone
		form  string
	}{{t.gains, report.Good, "+%d gained"}, {t.losses, report.Bad, "−%d lost"}, {t.changes, report.Plain, "%d changed"},
		{t.global, report.Caution, "%d global"}, {t.mayBeGlobal, report.Caution, "%d may be global"}} {
		if badge.count > 0 {
			g.Badges = append(g.Badges, report.Badge{Tone: badge.tone, Text: fmt.Sprintf(badge.form, badge.count)})
		}
	}
	return g
}

// strongName returns a name as the title of a group.
func strongName(n Named) report.Text {
	text := report.Text{}.Strong(n.Label())
	if n.ExtID != "" && n.ExtID != n.Label() {
		text = text.Plain(" ").Code(n.ExtID)
	}
	return text
}

// line describes a profile: its name, its unit and its event.
func (p ProfileAccess) line() report.Line {
	text := append(report.T("Through profile "), named(p.Profile)...)
	switch {
	case p.Unit != nil:
		text = append(text.Plain(" in unit "), named(*p.Unit)...)
	case !p.placed:
		text = text.Muted(" in a unit that the plan does not show")
	default:
		text = text.Muted(" in no unit")
	}
	switch {
	case p.Event == deleted, p.Event == disabled, p.Event == archived, p.Event == replaced:
		text = text.Plain(" ").Badge(report.Bad, p.Event)
	case p.Event == created, p.Event == enabled:
		text = text.Plain(" ").Badge(report.Good, p.Event)
	case p.State == disabled, p.State == archived:
		text = text.Plain(" ").Badge(report.Plain, p.State)
	}
	return report.Line(text)
}

func (p ProfileAccess) table() report.Table {
	table := report.Table{Head: []string{"Role", "Application", "Data rooms", "Valid"}}
	for _, change := range p.Changes {
		grant := change.grant()
		role := named(grant.Role)
		if grant.Kind == EnterpriseRole {
			role = role.Muted(" enterprise role")
		}
		if grant.Through != nil && !strings.Contains(change.Reason, "enterprise role "+grant.Through.Label()) {
			role = append(role.Muted(" through enterprise role "), named(*grant.Through)...)
		}
		if change.Reason != "" {
			role = role.Muted(", " + because(change.Reason))
		}
		table.Rows = append(table.Rows, report.Row{Mark: change.mark(), Cells: []report.Text{
			role, grant.applicationText(), change.roomText(), change.validityText(),
		}, Address: grant.Address})
	}
	return table.Trim()
}

func (c GrantChange) mark() report.Mark {
	mark := map[Effect]report.Mark{
		Gain: {Kind: report.Added, Word: "gains"}, Loss: {Kind: report.Removed, Word: "loses"},
		Altered: {Kind: report.Changed, Word: "changes"},
	}[c.Effect]
	switch {
	case c.dormant():
		mark.Word = "granted without effect"
	case c.later:
		mark.Word = "extended without effect"
	}
	if c.Uncertain {
		mark.Word = "may " + strings.TrimSuffix(strings.Replace(mark.Word, "loses", "lose ", 1), "s")
		mark.Word = strings.TrimSpace(mark.Word)
	}
	return mark
}

func (g Grant) applicationText() report.Text {
	switch {
	case g.Kind == anyGrant:
		return nil
	case g.Kind == EnterpriseRole && !g.membersKnown:
		return report.Text{}.Muted("roles not known")
	case g.Kind == EnterpriseRole:
		return g.memberText()
	case g.Application == nil:
		return report.Text{}.Muted("unknown")
	}
	return named(*g.Application)
}

// memberText lists the roles of an enterprise role.
func (g Grant) memberText() report.Text {
	var text report.Text
	for _, member := range g.Members {
		what := member.Role.Label()
		if member.Application != nil {
			what += " in " + member.Application.Label()
		}
		text = separate(text).Plain(what)
	}
	return text
}

// roomText describes the open data rooms, and the ones that a change opens and closes.
func (c GrantChange) roomText() report.Text {
	grant := c.grant()
	if grant.Kind != Role || grant.Through != nil {
		return nil
	}
	var text report.Text
	if len(c.NewlyGlobal) > 0 {
		word := "global: all "
		if c.Effect == Altered {
			word = "now global: all "
		}
		text = text.Badge(report.Caution, word+roomNames(c.NewlyGlobal))
	}
	if known := without(grant.Global, c.NewlyGlobal); len(known) > 0 {
		text = separate(text).Plain("all " + roomNames(known))
	}
	if c.Before != nil && c.After != nil && len(without(c.Before.Global, c.After.Global)) > 0 {
		text = separate(text).Plain("no longer all " + roomNames(without(c.Before.Global, c.After.Global)))
	}
	switch {
	case len(grant.Undecided) > 0 && c.global():
		text = separate(text).Badge(report.Caution, "not known: "+roomNames(grant.Undecided))
	case len(grant.Undecided) > 0:
		text = separate(text).Muted("as the service has " + roomNames(grant.Undecided))
	}
	if len(text) == 0 {
		text = text.Muted("none is global")
	}
	return text
}

// without returns the names of a list that are not in another one.
func without(all, others []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(name string) bool { return has(others, name) })
}

func separate(text report.Text) report.Text {
	if len(text) == 0 {
		return text
	}
	return text.Plain("; ")
}

func (c GrantChange) validityText() report.Text {
	if c.Before != nil && c.After != nil && !c.later && (c.Before.From != c.After.From || c.Before.To != c.After.To) {
		return report.T(c.Before.period() + " → ").Strong(c.After.period())
	}
	grant := c.grant()
	if grant.From == "" && grant.To == "" {
		return nil
	}
	return report.T(grant.period())
}

// endlessWords describe a validity without an end.
const endlessWords = "without end"

// period returns the validity as text.
func (g Grant) period() string {
	from, to := "", endlessWords
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
