package main

import (
	"maps"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/coverage"
	"github.com/identity-iac/terraform-provider-idm/internal/framework"
	"github.com/identity-iac/terraform-provider-idm/internal/provider"
)

// need is what one operation of a part of the provider asks for.
type need struct {
	Part, Operation string
	Permissions     []string
	// Some are needed by some calls only, for the reason in Note.
	Some []string
	Note string
}

func permissionsPage() (string, error) {
	tables, err := coverage.Tables()
	if err != nil {
		return "", err
	}
	return render("permissions.md.tmpl", map[string]any{
		"Resources": resourceNeeds(provider.Permissions()),
		"Kinds": []map[string]any{
			{"Title": "Data sources", "Needs": readNeeds(tables, "data.")},
			{"Title": "Ephemeral resources", "Needs": readNeeds(tables, "ephemeral.")},
			{"Title": "Actions", "Needs": readNeeds(tables, "action.")},
			{"Title": "List resources", "Needs": readNeeds(tables, "list.")},
		},
	})
}

func resourceNeeds(table map[string]framework.Permissions) []need {
	var needs []need
	for _, name := range slices.Sorted(maps.Keys(table)) {
		for _, operation := range framework.Operations {
			if permissions, ok := table[name][operation]; ok {
				needs = append(needs, need{Part: "resource." + name, Operation: string(operation), Permissions: permissions})
			}
		}
	}
	return needs
}

// readNeeds are the needs of all parts of a kind, a row for each, from the operations that they use.
func readNeeds(tables []coverage.Table, kind string) []need {
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
	return needs
}

func (n need) with(name string, o coverage.Operation) need {
	n.Part = name
	for _, permission := range o.Needed() {
		n.Permissions = addNew(n.Permissions, permission)
	}
	for _, permission := range o.Conditional {
		n.Some = addNew(n.Some, permission)
	}
	if len(o.Conditional) > 0 && n.Note == "" {
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
