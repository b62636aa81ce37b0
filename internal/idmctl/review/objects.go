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
	// BeforeName and AfterName are the names of the objects that the values refer to.
	BeforeName string `json:"before_name,omitempty"`
	AfterName  string `json:"after_name,omitempty"`

	// list is the name of the list that contains the value, "" for none.
	list string
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
	for _, d := range e.differences {
		a := x.attribute(e, d, pathText(d.Path))
		if last := len(d.Path) - 1; last > 0 && (isList(e.Before, d.Path[:last]) || isList(e.After, d.Path[:last])) {
			a.list = pathText(d.Path[:last])
		}
		found.Differences = append(found.Differences, a)
	}
	return found
}

// isList reports whether a path leads to a list.
func isList(values plan.Values, path []string) bool {
	for _, name := range path[:len(path)-1] {
		values = values.Map(name)
	}
	_, list := values[path[len(path)-1]].([]any)
	return list
}

// attribute returns a difference under a name, with the names of referenced objects.
func (x *analysis) attribute(e *entry, d plan.Difference, name string) Attribute {
	a := Attribute{Name: name, Before: plan.Text(d.Before), After: plan.Text(d.After)}
	if len(d.Path) != 1 {
		return a
	}
	if row, known := e.kind.attribute(d.Path[0]); known && row.refers != 0 {
		if d.Before != nil {
			a.BeforeName = x.names.of(e, row.refers, e.Before, d.Before).Name
		}
		if d.After != nil {
			a.AfterName = x.names.of(e, row.refers, e.After, d.After).Name
		}
	}
	return a
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
