package review

import (
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// Attribute is a value before and after.
type Attribute struct {
	Name   string `json:"name"`
	Before string `json:"before"`
	After  string `json:"after"`
}

// Entry is an object of the plan with every changed value.
type Entry struct {
	Address         string      `json:"address"`
	PreviousAddress string      `json:"previous_address,omitempty"`
	Type            string      `json:"type"`
	Service         string      `json:"service"`
	Client          string      `json:"client_ext_id"`
	Action          plan.Action `json:"action"`
	Imported        bool        `json:"imported"`
	Deposed         bool        `json:"deposed"`
	Differences     []Attribute `json:"differences"`
}

// entry returns all differences of an object.
func (x *analysis) entry(e *entry) Entry {
	found := Entry{
		Address: e.Address, PreviousAddress: e.PreviousAddress, Type: e.Type, Service: e.Service,
		Client: clientLabel(e.values()),
		Action: e.Action, Imported: e.Imported, Deposed: e.Deposed, Differences: []Attribute{},
	}
	listed := map[string]bool{}
	for _, d := range e.differences {
		list := d.Path[:max(0, len(d.Path)-1)]
		name, was, is := pathText(list), textsAt(e.Before, list), textsAt(e.After, list)
		removed, added := without(was, is), without(is, was)
		switch {
		case len(removed)+len(added) == 0:
			found.Differences = append(found.Differences, Attribute{pathText(d.Path), plan.Text(d.Before), plan.Text(d.After)})
		case !listed[name]:
			// An element that is removed from a set shifts all later ones.
			listed[name] = true
			for _, text := range removed {
				found.Differences = append(found.Differences, Attribute{Name: name, Before: text})
			}
			for _, text := range added {
				found.Differences = append(found.Differences, Attribute{Name: name, After: text})
			}
		}
	}
	return found
}

// textsAt returns the elements of a list; nil for other values.
func textsAt(values plan.Values, path []string) []string {
	if len(path) == 0 {
		return nil
	}
	for _, name := range path[:len(path)-1] {
		values = values.Map(name)
	}
	list, _ := values[path[len(path)-1]].([]any)
	var texts []string
	for _, element := range list {
		texts = append(texts, plan.Text(element))
	}
	return texts
}

// pathText returns the path to a value: names joined by dots, with other keys in quotes.
func pathText(path []string) string {
	if len(path) == 0 {
		return "the whole object"
	}
	var text strings.Builder
	text.WriteString(path[0])
	for _, element := range path[1:] {
		if element == "" || strings.ContainsAny(element, `."[]`) {
			text.WriteString(`["` + strings.ReplaceAll(element, `"`, `\"`) + `"]`)
		} else {
			text.WriteString("." + element)
		}
	}
	return text.String()
}
