package drift

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// accessPart is a part of the undeclared access: its kind, its words in the headline, and its table.
// The last part is the grants, which are listed by person.
type accessPart struct {
	kind, one, many, intro string
	head                   []string
}

var accessParts = []accessPart{
	{objecttype.EnterpriseRoleMember.Name, "role of an enterprise role", "roles of enterprise roles",
		"All users who have the enterprise role have these roles", []string{"Enterprise role", "Role", "Application"}},
	{objecttype.ClientApplication.Name, "assigned application", "assigned applications",
		"All users of the client can use their roles in these applications", []string{"Client", "Application"}},
	{credential, "credential of a technical user", "credentials of technical users", "Technical users can sign in with these credentials",
		[]string{"Technical user", "Credential", "Since"}},
	{"", "grant", "grants", "", []string{"Role", "Application", "Data rooms", "Valid", "Since"}},
}

// part returns the index of the part that an object belongs to.
func (r Undeclared) part() int {
	return slices.IndexFunc(accessParts, func(p accessPart) bool { return p.kind == r.Kind || p.kind == "" })
}

// parts splits the objects by part.
func (a *Access) parts() [][]Undeclared {
	parts := make([][]Undeclared, len(accessParts))
	for _, r := range a.Undeclared {
		parts[r.part()] = append(parts[r.part()], r)
	}
	return parts
}

// lead counts the undeclared access.
func (a *Access) lead() []string {
	var texts []string
	for i, rows := range a.parts() {
		if len(rows) > 0 {
			texts = append(texts, report.CountOf(len(rows), "undeclared "+accessParts[i].one, "undeclared "+accessParts[i].many))
		}
	}
	return texts
}

// section lists the undeclared grants by person, like a review.
func (a *Access) section() report.Section {
	s := report.Section{
		Title: "Undeclared access",
		Intro: report.T("The configuration does not declare this access of managed objects. Remove it, or import it and declare it."),
	}
	if a == nil {
		return s
	}
	parts := a.parts()
	last := len(parts) - 1
	for i, rows := range parts[:last] {
		if len(rows) > 0 {
			s.Blocks = append(s.Blocks, report.Line(report.T(accessParts[i].intro)), tableOf(rows))
		}
	}
	for i, rows := range chunks(parts[last], func(r Undeclared) string { return r.Client + "\x00" + r.holder() }) {
		s.Blocks = append(s.Blocks, person(rows, i < openGroups))
	}
	return s
}

// chunks splits rows where a value changes.
func chunks(rows []Undeclared, of func(Undeclared) string) (all [][]Undeclared) {
	for i, r := range rows {
		if i == 0 || of(r) != of(rows[i-1]) {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], r)
	}
	return all
}

func tableOf(rows []Undeclared) report.Table {
	table := report.Table{Head: accessParts[rows[0].part()].head}
	for _, r := range rows {
		table.Rows = append(table.Rows, report.Row{Mark: report.Mark{Kind: report.Added, Word: "has"}, Cells: r.cells()})
	}
	return table.Trim()
}

// cells returns the cells of the table of the part.
func (r Undeclared) cells() []report.Text {
	var since report.Text
	if r.LastModified != "" {
		since = report.T(moment(r.LastModified))
	}
	switch r.Kind {
	case objecttype.EnterpriseRoleMember.Name:
		enterpriseRole := r.EnterpriseRole.text()
		if r.Unmanaged {
			enterpriseRole = enterpriseRole.Muted(" not managed, a declared grant uses it")
		}
		return []report.Text{enterpriseRole, r.removal(r.Role.text()), r.Application.text()}
	case objecttype.ClientApplication.Name:
		return []report.Text{report.Text{}.Code(r.Client), r.removal(r.Application.text())}
	case credential:
		return []report.Text{r.User.text(), report.T(r.Type + " ").Code(r.ExtID), since}
	}
	role := r.Role.text()
	if r.Kind == objecttype.EnterpriseAuthorization.Name {
		role = role.Muted(" enterprise role")
	}
	return []report.Text{r.removal(role), r.Application.text(), r.rooms(), r.period(), since}
}

// removal adds how an undeclared element is removed or can be imported.
func (r Undeclared) removal(text report.Text) report.Text {
	switch {
	case r.RemovedBy != "":
		return text.Muted(", the next apply of ").Code(r.RemovedBy).Muted(" removes it")
	case r.ID != "":
		return text.Muted(", import ID ").Code(r.ID)
	}
	return text
}

// person returns a group with the grants of one person, with a table for each profile.
func person(all []Undeclared, open bool) report.Group {
	g := report.Group{Open: open, Badges: []report.Badge{{Tone: report.Bad, Text: fmt.Sprintf("%d undeclared", len(all))}}}
	if user := all[0].User; user != nil {
		g.Title = user.strong()
	} else {
		g.Title = all[0].Profile.strong().Muted(" profile of an unknown user")
	}
	for _, rows := range chunks(all, func(r Undeclared) string { return r.Profile.ExtID }) {
		line := append(report.T("Through profile "), rows[0].Profile.text()...)
		g.Blocks = append(g.Blocks, report.Line(line.Muted(" of client "+rows[0].Client)), tableOf(rows))
	}
	global := slices.DeleteFunc(slices.Clone(all), func(r Undeclared) bool { return len(r.Global) == 0 })
	if len(global) > 0 {
		g.Badges = append(g.Badges, report.Badge{Tone: report.Caution, Text: fmt.Sprintf("%d global", len(global))})
	}
	return g
}

func (n *Named) strong() report.Text { return n.identified(report.Text{}.Strong(n.label())) }

// text returns the name with the external ID; nothing for no object.
func (n *Named) text() report.Text {
	switch {
	case n == nil:
		return nil
	case n.Name == "":
		return report.Text{}.Code(n.ExtID)
	}
	return n.identified(report.T(n.Name))
}

func (n *Named) identified(text report.Text) report.Text {
	if n.Name != "" && n.Name != n.ExtID {
		return text.Plain(" ").Code(n.ExtID)
	}
	return text
}

// sentence describes the object in words.
func (r Undeclared) sentence() string {
	const undeclared = ", which the configuration does not declare"
	switch r.Kind {
	case objecttype.EnterpriseRoleMember.Name:
		return fmt.Sprintf("The enterprise role %s contains %s"+undeclared, r.EnterpriseRole, r.Role)
	case objecttype.ClientApplication.Name:
		return fmt.Sprintf("The client %s has the application %s"+undeclared, r.Client, r.Application)
	case credential:
		return fmt.Sprintf("The technical user %s has the credential %s of the type %s"+undeclared, r.User,
			cmp.Or(r.ExtID, "without an external ID"), r.Type)
	}
	return fmt.Sprintf("%s has %s through the profile %s"+undeclared, cmp.Or(r.User, r.Profile), r.Role, r.Profile.ExtID)
}

// String returns the name with the external ID in brackets.
func (n *Named) String() string { return label(n.Name, n.ExtID) }

func (r Undeclared) rooms() report.Text {
	switch {
	case r.Kind == objecttype.EnterpriseAuthorization.Name:
		return nil
	case len(r.Global) == 0:
		return report.Text{}.Muted("none is global")
	}
	return report.Text{}.Badge(report.Caution, "global: all "+strings.Join(r.Global, ", "))
}

func (r Undeclared) period() report.Text {
	var parts []string
	if r.From != "" {
		parts = append(parts, "from "+moment(r.From))
	}
	if r.To != "" {
		parts = append(parts, "until "+moment(r.To))
	}
	text := report.T(strings.Join(parts, " "))
	if len(parts) == 0 {
		text = report.T("without end")
	}
	if r.Expired {
		text = text.Muted(", expired")
	}
	return text
}

const notSearched = "A part of the access was not searched, so more undeclared access may exist."

// alerts lists the parts that were not searched.
func (a *Access) alerts() []report.Alert {
	var alerts []report.Alert
	if len(a.Missing) > 0 {
		alerts = append(alerts,
			missingAlert("Some managed access could not be listed, so more undeclared access may exist.", a.Missing))
	}
	return append(alerts, report.Alerts(report.Caution, notSearched, a.NotSearched)...)
}
