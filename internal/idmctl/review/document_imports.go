package review

import (
	"fmt"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// importSection lists the imported objects with their holders, grants with open data rooms first.
func (r *Review) importSection() report.Section {
	if len(r.Imports) == 0 {
		return report.Section{}
	}
	table := report.Table{Head: []string{"Object", "Holder", "Gives"}}
	for _, i := range byRisk(r.Imports) {
		table.Rows = append(table.Rows, i.row())
	}
	return report.Section{
		Title:  "Imported",
		Intro:  report.T(r.importCounts() + " Terraform manages them from now on. Grants with the widest access come first."),
		Blocks: []report.Block{table},
	}
}

// importCounts counts the imported objects.
func (r *Review) importCounts() string {
	people, objects, grants, global := map[access.ID]bool{}, map[string]int{}, 0, 0
	for _, i := range r.Imports {
		noun := kinds[i.Type].noun
		if noun == "" {
			noun = i.Type
		}
		objects[noun]++
		grants, global = grants+len(i.Grants), global+i.global()
		if i.User != nil {
			people[i.person] = true
		}
	}
	text := report.CountOf(len(r.Imports), "object is", "objects are") + " imported"
	if len(people) > 0 {
		text += ", of " + report.CountOf(len(people), "person", "people")
	}
	text += fmt.Sprintf(": %s, %d of them global.", report.Count(grants, "grant"), global)
	return text
}

func (i Import) row() report.Row {
	mark := report.Mark{Word: "imported as it is"}
	if i.Changed {
		mark = report.Mark{Kind: report.Changed, Word: "imported and changed"}
	}
	object := report.Text{}.Muted(kinds[i.Type].noun + " ")
	object = append(object, named(i.Object)...)
	if i.ID != "" && i.ID != i.Object.ExtID {
		object = object.Muted(" from ").Code(i.ID)
	}
	var of, gives report.Text
	if i.User != nil {
		of = named(*i.User)
	}
	for _, grant := range i.Grants {
		gives = append(separate(gives), named(grant.Role)...)
		if grant.Application != nil {
			gives = gives.Plain(" in " + grant.Application.Label())
		}
		if len(grant.Global) > 0 {
			gives = gives.Plain(" ").Badge(report.Caution, "global: all "+roomNames(grant.Global))
		}
		if len(grant.Undecided) > 0 {
			gives = gives.Plain(" ").Badge(report.Caution, "not known: "+roomNames(grant.Undecided))
		}
		if grant.From != "" || grant.To != "" {
			gives = gives.Plain(" " + grant.period())
		}
	}
	return report.Row{Mark: mark, Cells: []report.Text{object, of, gives}, Address: i.Address}
}
