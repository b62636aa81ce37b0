package review

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/rule"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// whole represents the complete object as its only part.
var whole = []string{""}

// claim identifies the object of a resource: an object, one property of an object, or all elements
// of a type with one owner.
type claim struct {
	service, of, key string
	elements         bool
}

// shared finds objects that two of several plans manage: each apply would undo the other one. It also
// finds the shared clients.
func (x *analysis) shared() outcome {
	var found outcome
	claims := map[claim][]*entry{}
	for _, e := range x.entries {
		row := objecttype.ByTypeName(e.Type)
		if row == nil || e.Action == plan.Forget || e.Deposed {
			continue
		}
		e.claim(claims, claim{of: row.Name}, row.Key, e.parts(row))
		for _, set := range objecttype.OfClass(objecttype.Set) {
			if set == row || set.Owns == row.Name {
				e.claim(claims, claim{of: set.Owns, elements: true}, set.Key, whole)
			}
		}
	}
	isSet := func(e *entry) bool { return e.kind.facts.all != "" }
	for at, all := range claims {
		for i, e := range all {
			for _, other := range all[i+1:] {
				if x.partOf(e) != x.partOf(other) && (!at.elements || isSet(e) != isSet(other)) {
					found.add(x.finding(other, fmt.Sprintf("%s and %s are in different plans and manage the same object, %s %s: each "+
						"apply would undo the other one", e.Address, other.Address, at.of, strings.TrimRight(at.key, "/")),
						rule.FailsShared))
				}
			}
		}
	}
	found = append(found, x.sharedClients()...)
	slices.SortFunc(found, func(a, b Finding) int { return strings.Compare(a.Text, b.Text) })
	return found
}

// parts returns the managed parts of an object: all of it, or some of its properties.
func (e *entry) parts(row *objecttype.Type) []string {
	names := map[string]bool{}
	for _, values := range []plan.Values{e.Before, e.After} {
		for _, attribute := range []string{"properties", "sensitive_properties"} {
			for name := range values.Map(attribute) {
				names[name] = true
			}
		}
	}
	if row.Class != objecttype.Properties || len(names) == 0 {
		return whole
	}
	return slices.Sorted(maps.Keys(names))
}

// claim records an object by its key before and after the plan. An unknown key belongs to a new
// object, which no other plan can manage.
func (e *entry) claim(all map[claim][]*entry, at claim, key objecttype.Key, parts []string) {
	for _, values := range []plan.Values{e.Before, e.After} {
		var texts []string
		for _, name := range key {
			if text, known := values.Known(name); known {
				texts = append(texts, text)
			}
		}
		if len(texts) < len(key) {
			continue
		}
		for _, each := range parts {
			at.service, at.key = e.Service, objecttype.ImportID(append(slices.Clone(texts), each)...)
			if !slices.Contains(all[at], e) {
				all[at] = append(all[at], e)
			}
		}
	}
}

// partOf returns the name of the plan that contains an object.
func (x *analysis) partOf(e *entry) string {
	of := ""
	for _, part := range x.plan.Parts() {
		if strings.HasPrefix(e.Address, part.Name+"/") && len(part.Name) > len(of) {
			of = part.Name
		}
	}
	return of
}
