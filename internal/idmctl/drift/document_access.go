package drift

import (
	"cmp"
	"fmt"
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
func (a *Access) lead() []string {
	counts := make([]int, len(accessParts))
	for _, r := range a.Undeclared {
		counts[r.part()]++
	}
	var texts []string
	for i, n := range counts {
		if n > 0 {
			texts = append(texts, report.CountOf(n, "undeclared "+accessParts[i].one, "undeclared "+accessParts[i].many))
		}
	}
	return texts
}

// section lists the undeclared access, what affects many people first.
func (a *Access) section() report.Section {
	table := report.Table{Head: []string{"Who", "Has", "Application", "Profile", "Data rooms", "Valid", "Since", "Removal"}}
	if a != nil {
		for _, r := range a.Undeclared {
			table.Rows = append(table.Rows, report.Row{Mark: report.Mark{Kind: report.Added}, Cells: r.cells()})
		}
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
