package review

import "github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"

// accessSection lists the changes of the access of people by the whole apply, or those that are
// possible only during it. All people with an equal change are listed below.
func (r *Review) accessSection(title, intro string, during bool) report.Section {
	section := report.Section{Title: title, Intro: report.T(intro)}
	var list report.List
	var people []report.Block
	for _, l := range lines(r.subjects(func(f Finding) bool { return f.Change != nil && f.Change.During == during })) {
		list.Items = append(list.Items, l.Item)
		var names report.List
		for _, name := range l.people {
			names.Items = append(names.Items, report.Item{Text: report.T(name)})
		}
		if l.people != nil {
			people = append(people, report.Group{Title: l.Text, Blocks: []report.Block{names}})
		}
	}
	if len(list.Items) > 0 {
		section.Blocks = append([]report.Block{list}, people...)
	}
	return section
}
