package drift

import (
	"fmt"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// section lists the undeclared grants by person, like a review.
func (a *Access) section() report.Section {
	s := report.Section{
		Title: "Undeclared access",
		Intro: report.T("The configuration does not declare this access of managed objects. Remove it, or import it and declare it."),
	}
	if a == nil {
		return s
	}
	if len(a.Members) > 0 {
		s.Blocks = append(s.Blocks, report.Line(report.T("All users who have the enterprise role have these roles")), a.memberTable())
	}
	if len(a.Applications) > 0 {
		s.Blocks = append(s.Blocks, report.Line(report.T("All users of the client can use their roles in these applications")),
			a.applicationTable())
	}
	if len(a.Credentials) > 0 {
		s.Blocks = append(s.Blocks, report.Line(report.T("Technical users can sign in with these credentials")), a.credentialTable())
	}
	people := 0
	for start := 0; start < len(a.Undeclared); {
		end := start + 1
		for end < len(a.Undeclared) && samePerson(a.Undeclared[start], a.Undeclared[end]) {
			end++
		}
		s.Blocks = append(s.Blocks, person(a.Undeclared[start:end], people < openGroups))
		people++
		start = end
	}
	return s
}

// memberTable lists the undeclared roles of enterprise roles.
func (a *Access) memberTable() report.Table {
	table := report.Table{Head: []string{"Enterprise role", "Role", "Application"}}
	for _, m := range a.Members {
		role := removal(m.Role.text(), m.RemovedBy, m.ID)
		var application report.Text
		if m.Application != nil {
			application = m.Application.text()
		}
		table.Rows = append(table.Rows, report.Row{Mark: report.Mark{Kind: report.Added, Word: "has"},
			Cells: []report.Text{m.enterpriseRole(), role, application}})
	}
	return table.Trim()
}

// removal adds how an undeclared element is removed or can be imported.
func removal(text report.Text, removedBy, id string) report.Text {
	switch {
	case removedBy != "":
		return text.Muted(", the next apply of ").Code(removedBy).Muted(" removes it")
	case id != "":
		return text.Muted(", import ID ").Code(id)
	}
	return text
}

func (m Member) enterpriseRole() report.Text {
	if m.Unmanaged {
		return m.EnterpriseRole.text().Muted(" not managed, a declared grant uses it")
	}
	return m.EnterpriseRole.text()
}

// applicationTable lists the undeclared assignments of applications.
func (a *Access) applicationTable() report.Table {
	table := report.Table{Head: []string{"Client", "Application"}}
	for _, one := range a.Applications {
		table.Rows = append(table.Rows, report.Row{Mark: report.Mark{Kind: report.Added, Word: "has"},
			Cells: []report.Text{report.Text{}.Code(one.Client), removal(one.Application.text(), one.RemovedBy, one.ID)}})
	}
	return table
}

// credentialTable lists the undeclared credentials of technical users.
func (a *Access) credentialTable() report.Table {
	table := report.Table{Head: []string{"Technical user", "Credential", "Since"}}
	for _, one := range a.Credentials {
		var since report.Text
		if one.LastModified != "" {
			since = report.T(moment(one.LastModified))
		}
		table.Rows = append(table.Rows, report.Row{Mark: report.Mark{Kind: report.Added, Word: "has"},
			Cells: []report.Text{one.User.text(), report.T(one.Type + " ").Code(one.ExtID), since}})
	}
	return table.Trim()
}

func samePerson(a, b Grant) bool {
	if a.Client != b.Client || (a.User == nil) != (b.User == nil) {
		return false
	}
	if a.User == nil {
		return a.Profile.ExtID == b.Profile.ExtID
	}
	return a.User.ExtID == b.User.ExtID
}

// person returns a group with the grants of one person, with a table for each profile.
func person(all []Grant, open bool) report.Group {
	g := report.Group{Open: open, Badges: []report.Badge{{Tone: report.Bad, Text: fmt.Sprintf("%d undeclared", len(all))}}}
	if user := all[0].User; user != nil {
		g.Title = user.strong()
	} else {
		g.Title = all[0].Profile.strong().Muted(" profile of an unknown user")
	}
	global := 0
	for start := 0; start < len(all); {
		end := start
		table := report.Table{Head: []string{"Role", "Application", "Data rooms", "Valid", "Since"}}
		for ; end < len(all) && all[end].Profile.ExtID == all[start].Profile.ExtID; end++ {
			table.Rows = append(table.Rows, all[end].row())
			if len(all[end].Global) > 0 {
				global++
			}
		}
		line := append(report.T("Through profile "), all[start].Profile.text()...)
		g.Blocks = append(g.Blocks, report.Line(line.Muted(" of client "+all[start].Client)), table.Trim())
		start = end
	}
	if global > 0 {
		g.Badges = append(g.Badges, report.Badge{Tone: report.Caution, Text: fmt.Sprintf("%d global", global)})
	}
	return g
}

func (n Named) strong() report.Text { return n.identified(report.Text{}.Strong(n.label())) }

func (n Named) text() report.Text {
	if n.Name == "" {
		return report.Text{}.Code(n.ExtID)
	}
	return n.identified(report.T(n.Name))
}

func (n Named) identified(text report.Text) report.Text {
	if n.Name != "" && n.Name != n.ExtID {
		return text.Plain(" ").Code(n.ExtID)
	}
	return text
}

func (g Grant) row() report.Row {
	role := g.Role.text()
	if g.Kind == objecttype.EnterpriseAuthorization.Name {
		role = role.Muted(" enterprise role")
	}
	role = removal(role, g.RemovedBy, g.ID)
	var application, since report.Text
	if g.Application != nil {
		application = g.Application.text()
	}
	if g.LastModified != "" {
		since = report.T(moment(g.LastModified))
	}
	return report.Row{
		Mark:  report.Mark{Kind: report.Added, Word: "has"},
		Cells: []report.Text{role, application, g.rooms(), g.period(), since},
	}
}

func (g Grant) rooms() report.Text {
	switch {
	case g.Kind == objecttype.EnterpriseAuthorization.Name:
		return nil
	case len(g.Global) == 0:
		return report.Text{}.Muted("none is global")
	}
	return report.Text{}.Badge(report.Caution, "global: all "+strings.Join(g.Global, ", "))
}

func (g Grant) period() report.Text {
	var parts []string
	if g.From != "" {
		parts = append(parts, "from "+moment(g.From))
	}
	if g.To != "" {
		parts = append(parts, "until "+moment(g.To))
	}
	text := report.T(strings.Join(parts, " "))
	if len(parts) == 0 {
		text = report.T("without end")
	}
	if g.Expired {
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
