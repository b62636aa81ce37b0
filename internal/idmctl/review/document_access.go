package review

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// openPeople is the number of people whose details are expanded. With more, a reader would lose the
// overview.
const openPeople = 12

// accessSection lists the people whose access changes by the whole apply, or only during it. People
// with equal changes are together.
func (r *Review) accessSection(title, intro string, during bool) report.Section {
	section := report.Section{Title: title, Intro: report.T(intro)}
	var people []access.ID
	changes, alike := map[access.ID][]Finding{}, map[string][]access.ID{}
	for _, f := range r.Findings {
		if f.Change == nil || f.Change.During != during {
			continue
		}
		if changes[f.Change.key] == nil {
			people = append(people, f.Change.key)
		}
		changes[f.Change.key] = append(changes[f.Change.key], f)
	}
	for _, person := range people {
		same := sameAs(changes[person])
		alike[same] = append(alike[same], person)
	}
	for _, person := range people {
		all := alike[sameAs(changes[person])]
		switch {
		case len(all) < mergedFrom:
			all = []access.ID{person}
		case all[0] != person:
			continue
		}
		section.Blocks = append(section.Blocks, groupOf(all, changes, len(section.Blocks) < openPeople))
	}
	return section
}

// sameAs returns the changes of a person as a text that is equal for people with equal changes.
func sameAs(changes []Finding) string {
	var texts []string
	for _, f := range changes {
		texts = append(texts, cmp.Or(f.same, f.Text))
	}
	return strings.Join(texts, "\n")
}

// groupOf shows the changes of a person, or those that all of several people have.
func groupOf(people []access.ID, changes map[access.ID][]Finding, open bool) report.Group {
	first := changes[people[0]]
	single := len(people) == 1
	var list, who report.List
	for _, f := range first {
		item := report.Item{Mark: marks[f.Change.Effect], Text: report.T(withoutPerson.Replace(f.Change.sentence(anyone, single)))}
		if single && f.Address != "" {
			item.Text = item.Text.Plain(" ").Code(f.Address)
		}
		list.Items = append(list.Items, item)
	}
	g := report.Group{Title: first[0].Change.title(), Open: open, Blocks: []report.Block{list}}
	if single {
		return g
	}
	for _, person := range people {
		of := changes[person][0].Change
		who.Items = append(who.Items, report.Item{Text: append(of.title().Plain(", through profile "), named(of.Profile)...)})
	}
	g.Title = report.Text{}.Strong(fmt.Sprintf("%d people", len(people))).Plain(", each")
	g.Blocks = append(g.Blocks, report.Group{Title: report.T("Who they are"), Blocks: []report.Block{who}})
	return g
}

// withoutPerson removes the person from a sentence.
var withoutPerson = strings.NewReplacer(anyone+" ", "", " of "+anyone, "")

var marks = map[Effect]report.Mark{Gain: {Kind: report.Added}, Loss: {Kind: report.Removed}, Altered: {Kind: report.Changed}}

// title names the person of a change, or the profile of a person who is not known.
func (c GrantChange) title() report.Text {
	if c.User != nil {
		return strongName(*c.User)
	}
	return strongName(c.Profile).Muted(" profile of a user whom the plan does not name")
}

// strongName returns a name as the title of a group.
func strongName(n Named) report.Text {
	text := report.Text{}.Strong(n.Label())
	if n.ExtID != "" && n.ExtID != n.Label() {
		text = text.Plain(" ").Code(n.ExtID)
	}
	return text
}
