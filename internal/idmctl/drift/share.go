package drift

import (
	"fmt"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

func (u *Unmanaged) sections() []report.Section {
	if u == nil {
		return nil
	}
	shares := report.Table{Head: []string{"What", "In the tenant", "Managed", "Share"}}
	for _, share := range u.Shares {
		percent := report.Text{}.Muted("–")
		if share.Total > 0 {
			percent = report.Text{}.Strong(fmt.Sprintf("%.1f %%", share.Percent))
		}
		shares.Rows = append(shares.Rows, report.Row{Cells: []report.Text{
			report.T(heading(objecttype.ByName(share.Kind))), report.T(fmt.Sprint(share.Total)), report.T(fmt.Sprint(share.Managed)),
			percent,
		}})
	}
	sections := []report.Section{{Title: "Under management", Blocks: []report.Block{shares}}}
	if len(u.Objects) == 0 {
		return sections
	}
	foreign := report.Section{Title: "In no state",
		Intro: report.T("These objects exist in the tenant, and no state of this configuration contains them. Import those to manage, " +
			"and delete those that should not exist.")}
	for _, row := range counted {
		if list := u.list(row); len(list.Items) > 0 {
			foreign.Blocks = append(foreign.Blocks, report.Group{
				Title:  report.Text{}.Strong(heading(row)),
				Badges: []report.Badge{{Tone: report.Caution, Text: fmt.Sprint(len(list.Items))}},
				Open:   len(list.Items) <= openGroups,
				Blocks: []report.Block{list},
			})
		}
	}
	return append(sections, foreign)
}

func (u *Unmanaged) list(row *objecttype.Type) report.List {
	var list report.List
	for _, object := range u.Objects {
		if object.Kind != row.Name {
			continue
		}
		text := report.Text{}.Code(object.ID)
		if object.Name != "" {
			text = text.Plain(" " + object.Name)
		}
		if object.Within != "" {
			text = text.Muted(" " + within(row) + " " + object.Within)
		}
		if object.Access != "" {
			text = text.Muted(", " + object.Access)
		}
		if object.LastModified != "" {
			text = text.Muted(", changed " + moment(object.LastModified))
		}
		list.Items = append(list.Items, report.Item{Text: text})
	}
	return list
}

// within returns the preposition for the parent of an object.
func within(row *objecttype.Type) string {
	switch {
	case row == objecttype.Unit:
		return "below"
	case row.Owner == objecttype.Profile.Name:
		return "on"
	}
	return "of"
}

func heading(row *objecttype.Type) string { return strings.ToUpper(row.Plural[:1]) + row.Plural[1:] }
