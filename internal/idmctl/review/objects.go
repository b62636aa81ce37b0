package review

import (
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// ObjectChange is a managed object that is created, changed or removed.
type ObjectChange struct {
	Address string      `json:"address"`
	Type    string      `json:"type"`
	Object  Named       `json:"object"`
	Of      *Named      `json:"of,omitempty"`
	Action  plan.Action `json:"action"`
	// Attributes are the changed attributes, with "" for an absent value, and a placeholder for a
	// sensitive or unknown one.
	Attributes []Attribute `json:"attributes,omitempty"`
}

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
	// Deferred reports that only a later plan makes the change.
	Deferred    bool        `json:"deferred"`
	Differences []Attribute `json:"differences"`
}

// entry returns all differences of an object.
func (x *analysis) entry(e *entry, deferred bool) Entry {
	found := Entry{
		Address: e.Address, PreviousAddress: e.PreviousAddress, Type: e.Type, Service: e.Service,
		Client: clientLabel(e.values()),
		Action: e.Action, Imported: e.Imported, Deposed: e.Deposed, Deferred: deferred, Differences: []Attribute{},
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
	if row, known := e.kind.attribute(d.Path[0]); known && row.refers != "" {
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

// object returns a change attribute by attribute, without the attributes that identify the object.
func (x *analysis) object(e *entry) ObjectChange {
	o := ObjectChange{Address: e.Address, Type: e.Type, Action: e.Action, Object: x.subjectOf(e)}
	if e.kind.of != "" && e.kind.of != e.kind.id && e.values() != nil {
		o.Of = new(x.names.of(e, e.kind.attributes[e.kind.of].refers, e.values(), e.values()[e.kind.of]))
	}
	for _, d := range e.differences {
		if len(d.Path) > 0 && e.ownKey(d.Path[0]) {
			continue
		}
		o.Attributes = append(o.Attributes, x.attribute(e, d, pathText(d.Path)))
	}
	if all := e.kind.facts.all; all != "" && e.kind.facts.ownID() {
		o.Attributes = grantAttributes(e.Before.Map(all), e.After.Map(all), o.Attributes)
	}
	return o
}

// ownKey reports whether an attribute only identifies the object.
func (e *entry) ownKey(name string) bool {
	row, known := e.kind.attribute(name)
	return known && row.key && name != e.kind.of && (e.removes() || e.makes())
}

// subjectOf returns the object itself, or the object that it belongs to if it has no name.
func (x *analysis) subjectOf(e *entry) Named {
	values := e.values()
	var named Named
	switch row, _ := e.kind.attribute(e.kind.id); {
	case e.kind.self != "":
		return x.names.self(e)
	case row.refers != "":
		named = x.names.of(e, row.refers, values, values[e.kind.id])
	case e.kind.id != "" && !undetermined(values[e.kind.id]):
		named = Named{ExtID: values.Text(e.kind.id)}
	case !undetermined(values["id"]):
		named = Named{ExtID: values.Text("id")}
	}
	if named.Address == "" {
		named.Address = e.Address
	}
	return named
}

// grantAttributes describes each grant of an authoritative resource in one line. It returns
// otherwise if the plan does not show the map.
func grantAttributes(before, after plan.Values, otherwise []Attribute) []Attribute {
	if before == nil && after == nil {
		return otherwise
	}
	var found []Attribute
	for _, role := range plan.Differ(before, after) {
		found = append(found, Attribute{Name: role, Before: granted(before, role), After: granted(after, role)})
	}
	if len(found) == 0 {
		return otherwise
	}
	return found
}

// granted describes a grant, "" for none.
func granted(all plan.Values, role string) string {
	value, there := all[role]
	if !there {
		return ""
	}
	if undetermined(value) {
		return plan.Text(value)
	}
	grant := Grant{Kind: Role}.with(asMap(value))
	text := "granted"
	if len(grant.Global) > 0 {
		text += " for all " + roomNames(grant.Global)
	}
	if len(grant.Undecided) > 0 && anyUndetermined(value) {
		text += " and for data rooms or a period that the plan does not show"
	}
	if grant.From != "" || grant.To != "" {
		text += " " + grant.period()
	}
	return text
}
