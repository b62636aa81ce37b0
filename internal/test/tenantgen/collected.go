package tenantgen

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Collected is the name of each collection of a tenant.
const Collected = "all"

// Collect chooses the types whose objects the tenant declares in collections. It is called before
// the tenant has objects.
func (t *Tenant) Collect(r *rand.Rand) {
	for _, of := range objecttype.Collections {
		if r.IntN(2) == 0 {
			t.Collections = append(t.Collections, of)
		}
	}
}

// collects reports whether a collection declares the objects of a type.
func (t *Tenant) collects(of *objecttype.Type) bool {
	return slices.ContainsFunc(t.Collections, func(c *objecttype.Type) bool { return c.Single() == of })
}

// defaultID reports whether an object has its key as its external ID, the default in a collection.
func (t *Tenant) defaultID(key string) bool {
	return (key[len(key)-1]-'0')%2 == 1 && t.issued[key] == 0
}

// collect replaces the resources of single objects, and of what they have of other types, by
// collections.
func (t *Tenant) collect(all []Resource) []Resource {
	left := all
	for _, of := range t.Collections {
		c := &collecting{of: of, elements: Block{}, secrets: Block{}}
		left = slices.DeleteFunc(left, c.take)
		for key, element := range c.elements {
			if element, ok := element.(Block); ok && t.defaultID(key) {
				delete(element, "ext_id")
			}
		}
		arguments := Block{of.Elements: c.elements}
		if len(c.secrets) > 0 {
			arguments["sensitive_properties"] = c.secrets
		}
		left = append(left, Resource{Type: of.TypeName(), Name: Collected, Arguments: arguments})
	}
	for i := range left {
		left[i].Arguments, _ = t.refer(left[i].Arguments).(Block)
		if kind, _, _ := strings.Cut(left[i].Follows, "."); t.collects(objecttype.ByTypeName(kind)) {
			left[i].Follows = "" // The external ID of the owner changes with it.
		}
	}
	return left
}

// collecting is a collection to which elements are added.
type collecting struct {
	of                *objecttype.Type
	elements, secrets Block
}

// element returns the element with a key.
func (c *collecting) element(key string) Block {
	if c.elements[key] == nil {
		c.elements[key] = Block{}
	}
	element, _ := c.elements[key].(Block)
	return element
}

// take adds a resource to the collection and reports whether it belongs to it. A part has the name of
// its object.
func (c *collecting) take(r Resource) bool {
	of := objecttype.ByTypeName(r.Type)
	switch {
	case of == c.of.Single():
		maps.Copy(c.element(r.Name), r.Arguments)
		parent, _ := r.Arguments[of.Parent].(string)
		if match := templates.FindStringSubmatch(parent); match != nil && of.Ref(of.Parent) == of {
			delete(c.element(r.Name), of.Parent)
			c.element(r.Name)["parent"] = strings.TrimPrefix(match[1], of.TypeName()+".")
		}
	case slices.Contains(c.of.Parts(), of):
		maps.Copy(c.element(r.Name), r.Arguments)
		delete(c.element(r.Name), of.RefTo(of.Owner))
		if secret := r.Arguments["sensitive_properties"]; secret != nil {
			delete(c.element(r.Name), "sensitive_properties")
			c.secrets[r.Name] = secret
		}
	default:
		return false
	}
	return true
}

// refer replaces references to collected objects.
func (t *Tenant) refer(value any) any {
	switch v := value.(type) {
	case string:
		match := templates.FindStringSubmatch(v)
		if match == nil {
			return v
		}
		kind, key, _ := strings.Cut(match[1], ".")
		for _, of := range t.Collections {
			if of.Single().TypeName() == kind {
				return fmt.Sprintf("${%s.%s.ext_ids[%q]}", of.TypeName(), Collected, key)
			}
		}
	case []string:
		all := make([]string, len(v))
		for i, element := range v {
			all[i], _ = t.refer(element).(string)
		}
		return all
	case map[string]string:
		members := map[string]string{}
		for name, member := range v {
			name, _ = t.refer(name).(string)
			members[name], _ = t.refer(member).(string)
		}
		return members
	case Block:
		members := Block{}
		for name, member := range v {
			name, _ = t.refer(name).(string)
			members[name] = t.refer(member)
		}
		return members
	}
	return value
}
