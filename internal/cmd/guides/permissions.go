package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/test/conformance"
)

// need contains the permissions of a part of the provider.
type need struct {
	Part        string
	Permissions []string
	// Some lists the permissions of some calls only; Note gives the reason.
	Some []string
	Note string
}

// row contains the parts that need the same permissions: Always for every call or to read, More for
// some calls or to write.
type row struct{ Parts, Always, More, Note string }

func permissionsPage() (string, error) {
	tables, err := conformance.Tables()
	if err != nil {
		return "", err
	}
	return render("permissions.md.tmpl", map[string]any{
		"Resources":   resourceNeeds(),
		"DataSources": equalNeeds(tables, "data."),
	})
}

// resourceNeeds returns a row for the resources with the same permissions.
func resourceNeeds() []row {
	var rows []row
	for _, name := range objecttype.Names(objecttype.Resources()) {
		needs := objecttype.ByTypeName(name).Needs
		read := needs.Names(objecttype.Read)
		more := slices.DeleteFunc(needs.All(), func(name string) bool { return slices.Contains(read, name) })
		rows = merged(rows, row{Parts: link("resource." + name), Always: code(read), More: code(more)})
	}
	return rows
}

// equalNeeds returns a row for the parts of a kind with the same permissions.
func equalNeeds(tables []conformance.Table, kind string) []row {
	var rows []row
	for _, n := range readNeeds(tables, kind) {
		rows = merged(rows, row{Parts: link(n.Part), Always: code(n.Permissions), More: code(n.Some), Note: n.Note})
	}
	return rows
}

// merged adds a row, or its parts to the row with the same permissions.
func merged(rows []row, next row) []row {
	for i, r := range rows {
		if r.Always == next.Always && r.More == next.More && r.Note == next.Note {
			rows[i].Parts += ", " + next.Parts
			return rows
		}
	}
	return append(rows, next)
}

// readNeeds returns a row with the permissions of each part of a kind, derived from its operations.
func readNeeds(tables []conformance.Table, kind string) []need {
	found := map[string]need{}
	for _, table := range tables {
		for _, o := range table.Operations {
			for _, name := range o.Terraform {
				if strings.HasPrefix(name, kind) {
					found[name] = found[name].with(name, o)
				}
			}
		}
	}
	needs := slices.Collect(maps.Values(found))
	slices.SortFunc(needs, func(a, b need) int { return strings.Compare(a.Part, b.Part) })
	for i, n := range needs {
		needs[i].Some = slices.DeleteFunc(n.Some, func(name string) bool { return slices.Contains(n.Permissions, name) })
	}
	return needs
}

func (n need) with(name string, o conformance.Operation) need {
	n.Part = name
	always, some := o.Needed(), o.Conditional
	if slices.Contains(o.Sometimes, name) {
		always, some = nil, slices.Concat(always, some)
	}
	for _, permission := range always {
		n.Permissions = addNew(n.Permissions, permission)
	}
	for _, permission := range some {
		n.Some = addNew(n.Some, permission)
	}
	if len(some) > 0 && n.Note == "" {
		n.Note = o.Note
	}
	return n
}

func addNew(names []string, name string) []string {
	if slices.Contains(names, name) {
		return names
	}
	return append(names, name)
}
