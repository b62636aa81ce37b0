package review

import (
	"cmp"
	"maps"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// total identifies a line of the totals.
type total struct {
	effect Effect
	what   string
}

// totalSection counts people by role and by unit. It is empty for few people.
func (r *Review) totalSection() report.Section {
	people := r.people(false)
	if len(people) <= openPeople {
		return report.Section{}
	}
	roles, units := map[total]map[int]bool{}, map[total]map[int]bool{}
	add := func(of map[total]map[int]bool, t total, person int) {
		if of[t] == nil {
			of[t] = map[int]bool{}
		}
		of[t][person] = true
	}
	for i, person := range people {
		for _, profile := range person.Profiles {
			unit := "access in no unit, or in one that the plan does not show"
			if profile.Unit != nil {
				unit = "access in unit " + profile.Unit.person()
			}
			for _, change := range profile.Changes {
				role := change.grant()
				what := string(role.Kind) + " " + role.Role.person()
				if role.Application != nil {
					what += " in " + role.Application.Label()
				}
				add(roles, total{change.Effect, what}, i)
				add(units, total{change.Effect, unit}, i)
			}
		}
	}
	var list report.List
	for _, of := range []map[total]map[int]bool{roles, units} {
		list.Items = append(list.Items, totals(of)...)
	}
	return report.SectionOf("In total", "Each person counts once in each line.", list)
}

// totals returns the lines of one table, with the highest counts first.
func totals(of map[total]map[int]bool) []report.Item {
	verb := map[Effect]string{Gain: "gain", Loss: "lose", Altered: "have changes of"}
	single := map[Effect]string{Gain: "gains", Loss: "loses", Altered: "has changes of"}
	keys := slices.SortedFunc(maps.Keys(of), func(a, b total) int {
		return cmp.Or(len(of[b])-len(of[a]), byName(a.what, b.what), byName(string(a.effect), string(b.effect)))
	})
	var items []report.Item
	for _, t := range keys {
		text := report.CountOf(len(of[t]), "person "+single[t.effect], "people "+verb[t.effect]) + " " + t.what
		items = append(items, report.Item{Mark: report.Mark{Kind: GrantChange{Effect: t.effect}.mark().Kind}, Text: report.T(text)})
	}
	return items
}
