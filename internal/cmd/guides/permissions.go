package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/test/conformance"
)

// need contains the permissions of one operation of a part of the provider.
type need struct {
	Part, Operation string
	Permissions     []string
	// Some lists the permissions of some calls only; Note gives the reason.
	Some []string
	Note string
}

func permissionsPage() (string, error) {
	tables, err := conformance.Tables()
	if err != nil {
		return "", err
	}
	return render("permissions.md.tmpl", map[string]any{
		"Resources": resourceNeeds(),
		"Kinds": []map[string]any{
			{"Title": "Data sources", "Needs": readNeeds(tables, "data.")},
			{"Title": "Ephemeral resources", "Needs": readNeeds(tables, "ephemeral.")},
			{"Title": "Actions", "Needs": readNeeds(tables, "action.")},
			{"Title": "List resources", "Needs": readNeeds(tables, "list.")},
		},
	})
}

func resourceNeeds() []need {
	var needs []need
	for _, name := range objecttype.Names(objecttype.Resources()) {
		for _, operation := range objecttype.Operations {
			if names := objecttype.ByTypeName(name).Needs.Names(operation); len(names) > 0 {
				needs = append(needs, need{Part: "resource." + name, Operation: string(operation), Permissions: names})
			}
		}
	}
	return needs
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
