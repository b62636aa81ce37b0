package drift

import (
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// accessPart is a kind of undeclared access with its words in the headline; the last one is grants.
type accessPart struct{ kind, one, many string }

var accessParts = []accessPart{
	{objecttype.EnterpriseRoleMember.Name, "role of an enterprise role", "roles of enterprise roles"},
	{objecttype.ClientApplication.Name, "assigned application", "assigned applications"},
	{credential, "credential of a technical user", "credentials of technical users"},
	{"", "grant", "grants"},
}

// part returns the index of the part that an object belongs to.
func (r Undeclared) part() int {
	return slices.IndexFunc(accessParts, func(p accessPart) bool { return p.kind == r.Kind || p.kind == "" })
}

// lead counts the undeclared access.
func (r *Report) undeclaredLead() []string {
	counts := make([]int, len(accessParts))
	for _, u := range r.Undeclared {
		counts[u.part()]++
	}
	var texts []string
	for i, n := range counts {
		if n > 0 {
			texts = append(texts, report.CountOf(n, "undeclared "+accessParts[i].one, "undeclared "+accessParts[i].many))
		}
	}
	return texts
}

// undeclaredSection lists the undeclared access: global grants first, then what affects many people.
func (r *Report) undeclaredSection() report.Section {
	table := report.Table{Head: []string{"Who", "Has", "Application", "Profile", "Data rooms", "Valid", "Since", "Removal"}}
	for _, u := range r.Undeclared {
		table.Rows = append(table.Rows, report.Row{Mark: report.Mark{Kind: report.Added}, Cells: u.cells()})
	}
	return report.SectionOf("Undeclared access",
		"The configuration does not declare this access of managed objects. Remove it, or import it and declare it.", table.Trim())
}

// cells returns the cells of the table.
func (r Undeclared) cells() []report.Text {
	who, has, since := r.User.text(), r.Role.text(), report.Text(nil)
	if len(who) > 1 {
		who[0].Style = report.Strong
	}
	if r.LastModified != "" {
		since = report.T(moment(r.LastModified))
	}
	switch r.Kind {
	case objecttype.EnterpriseRoleMember.Name:
		who = append(report.T("All users who have the enterprise role "), r.EnterpriseRole.text()...)
		if r.Unmanaged {
			who = who.Muted(", not managed, a declared grant uses it")
		}
	case objecttype.ClientApplication.Name:
		who = report.T("All users of the client ").Code(r.Client)
	case credential:
		has = report.T("credential " + r.Type + " ").Code(r.ExtID)
	case objecttype.EnterpriseAuthorization.Name:
		has = has.Muted(" enterprise role")
	}
	cells := []report.Text{who, has, r.Application.text(), nil, nil, nil, since, r.removal()}
	if r.Profile != nil {
		if r.User == nil {
			cells[0] = report.Text{}.Muted("an unknown user")
		}
		cells[3], cells[4], cells[5] = r.Profile.text().Muted(" of client "+r.Client), r.rooms(), r.period()
	}
	return cells
}

// removal describes how an undeclared element is removed or can be imported.
func (r Undeclared) removal() report.Text {
	switch {
	case r.RemovedBy != "":
		return report.T("the next apply of ").Code(r.RemovedBy).Plain(" removes it")
	case r.ID != "":
		return report.T("import ID ").Code(r.ID)
	}
	return nil
}

// text returns the name with the external ID; nothing for no object.
func (n *Named) text() report.Text {
	switch {
	case n == nil:
		return nil
	case n.Name == "" || n.Name == n.ExtID:
		return report.Text{}.Code(n.ExtID)
	}
	return report.T(n.Name).Plain(" ").Code(n.ExtID)
}

// sentence describes the object in words.
func (r Undeclared) sentence() string {
	words := []string{"undeclared access"}
	for _, cell := range slices.Concat(r.cells()[:6], []report.Text{r.removal()}) {
		if len(cell) > 0 {
			words = append(words, cell.String())
		}
	}
	return strings.Join(words, ", ")
}

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
