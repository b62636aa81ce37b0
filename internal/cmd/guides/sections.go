package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/test/conformance"
)

// sections contains the sections below the schema of a page: the effects of changes, permissions,
// requirements, and related pages.
type sections struct {
	Part       part
	Happenings [][2]string
	// Needs has one element for each operation of a resource; other parts have one row.
	Needs                []operationNeed
	Always, Sometimes    string
	Note                 string
	Requires             []string
	SeeParts             []string
	Subcategory, Warning string
}

type operationNeed struct{ Operation, Permissions string }

// book contains the data of the sections.
type book struct {
	parts  []part
	tables []conformance.Table
}

func (b *book) sections(p part) sections {
	s := sections{
		Part: p, Subcategory: subjectOf(p.Name).Title, Warning: callout(p), Requires: b.requires(p), SeeParts: b.related(p),
	}
	if p.Kind == "resource" {
		s.Happenings = happenings(p)
		for _, operation := range objecttype.Operations {
			if needs := objecttype.ByName(p.Name).Needs[operation]; len(needs) > 0 {
				s.Needs = append(s.Needs, operationNeed{string(operation), alternatives(needs)})
			}
		}
		return s
	}
	for _, need := range readNeeds(b.tables, p.id()) {
		if need.Part == p.id() {
			s.Always, s.Sometimes, s.Note = code(need.Permissions), code(need.Some), need.Note
		}
	}
	return s
}

// alternatives formats permissions, some of which have alternatives.
func alternatives(needs []string) string {
	shown := make([]string, len(needs))
	for i, need := range needs {
		shown[i] = strings.Join(strings.Split(code(objecttype.Alternatives(need)), ", "), " or ")
	}
	return strings.Join(shown, ", ")
}

// happenings lists the effects of changes that differ between resources. The provider's page
// describes the common ones.
func happenings(p part) [][2]string {
	var rows [][2]string
	add := func(when, then string) { rows = append(rows, [2]string{when, then}) }
	if p.Declaration.Parent != "" {
		add(code([]string{p.Declaration.Parent})+" changes", "The object is moved in place.")
	}
	if len(p.Replaces) > 0 {
		add(either(p.Replaces)+" changes", "The resource is replaced.")
	} else {
		add("`client_ext_id` changes", "The plan is an error: declare the objects in another resource.")
	}
	if len(p.Assigned) > 0 {
		add(either(p.Assigned)+" is omitted", "A default applies, and the plan keeps it.")
	}
	switch objecttype.ByName(p.Name).Class {
	case objecttype.Properties:
		add("An undeclared property changes", "Nothing: other names are not managed here.")
	case objecttype.Set:
		add("An element is added outside Terraform", "The next plan shows its removal.")
	}
	add("Destroyed", objecttype.ByName(p.Name).Docs.Destroy)
	return rows
}

func either(names []string) string {
	shown := code(names)
	if i := strings.LastIndex(shown, ", "); i >= 0 {
		return shown[:i] + " or " + shown[i+2:]
	}
	return shown
}

// requires lists the required releases of the service and of the CLI.
func (b *book) requires(p part) []string {
	var all []string
	if p.Kind != "function" {
		all = append(all, "Service: "+b.release(p)+".")
	}
	if p.Kind == "list" || p.Kind == "action" {
		all = append(all, "Terraform 1.14.")
	}
	return all
}

// release returns the first release of the service that supports all operations of a part. It
// ignores releases without a date in the reference.
func (b *book) release(p part) string {
	newest := p.Declaration.Release.Since
	for _, table := range b.tables {
		for _, o := range table.Operations {
			if slices.Contains(o.Terraform, p.id()) && !slices.Contains(o.Sometimes, p.id()) && later(o.Since, newest) {
				newest = o.Since
			}
		}
	}
	if newest == "" {
		return "every release"
	}
	return "release " + newest + " or later"
}

// later reports whether release a is later than b; "" precedes all releases.
func later(a, b string) bool {
	as, bs := numbers(a), numbers(b)
	return slices.Compare(as, bs) > 0
}

func numbers(release string) []int {
	var all []int
	for text := range strings.SplitSeq(release, ".") {
		n, err := strconv.Atoi(text)
		if err != nil {
			return nil
		}
		all = append(all, n)
	}
	return all
}

func (b *book) has(kind, name string) bool {
	return slices.ContainsFunc(b.parts, func(p part) bool { return p.Kind == kind && p.Name == name })
}

// related links to related parts: the same object in other kinds, its plural, its properties, its
// references and the parts that refer to it.
func (b *book) related(p part) []string {
	groups := map[string][]string{}
	for _, other := range b.parts {
		if other.id() != p.id() && (kin(p.Name, other.Name) || b.names(p, other) || b.names(other, p)) {
			groups[other.Kind] = append(groups[other.Kind], link(other.id()))
		}
	}
	var lines []string
	for _, kind := range kindOrder {
		if p.Kind == "data" && kind != "resource" && kind != "ephemeral" {
			continue
		}
		if links := groups[kind]; len(links) > 0 {
			lines = append(lines, fmt.Sprintf("%s: %s", plurals[kind], strings.Join(links, ", ")))
		}
	}
	return lines
}

// kin reports whether two names belong to the same object: they are equal, or one is the plural or
// the properties of the other.
func kin(a, b string) bool {
	return a == b || a+"s" == b || b+"s" == a || strings.TrimSuffix(a, "y")+"ies" == b || strings.TrimSuffix(b, "y")+"ies" == a ||
		a+"_properties" == b || b+"_properties" == a || strings.HasSuffix(a, "_"+b) && b != "properties" && strings.HasSuffix(b, "s")
}

// names reports whether a resource has an attribute that refers to an object of another type.
func (b *book) names(p, other part) bool {
	if p.Kind != "resource" || other.Kind != "resource" || other.Name == "client" {
		return false
	}
	return slices.ContainsFunc(p.Names, func(attribute string) bool {
		object := strings.TrimSuffix(strings.TrimSuffix(attribute, "s"), "_ext_id")
		return object == other.Name || strings.HasSuffix(object, "_"+other.Name) && !b.has("resource", object)
	})
}

// page returns the template of a part's page with the sections of this command.
func (b *book) page(p part, template string) (string, error) {
	s := b.sections(p)
	below, err := render("sections.md.tmpl", s)
	if err != nil {
		return "", err
	}
	return fill(p.id(), template, "[[", "]]", map[string]any{
		"Subcategory": s.Subcategory, "Warning": s.Warning, "Sections": strings.TrimSpace(below), "Like": b.like(p),
	})
}

// likeness is a nested object, or a list of them, with the attributes of another data source.
type likeness struct{ Attribute, Part string }

// like returns the only nested object of a data source if another data source reads the same
// object, so that the page can refer to the other page; otherwise nil.
func (b *book) like(p part) *likeness {
	if len(p.Elements) != 1 {
		return nil
	}
	for nested, attributes := range p.Elements {
		for _, one := range b.parts {
			if one.Kind == "data" && one.Name != p.Name && kin(nested, one.Name) && containsAll(one.Attributes, attributes) {
				return &likeness{nested, one.id()}
			}
		}
	}
	return nil
}

func containsAll(all, some []string) bool {
	return !slices.ContainsFunc(some, func(name string) bool { return !slices.Contains(all, name) })
}
