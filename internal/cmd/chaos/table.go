package main

import (
	"fmt"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

// table is the result of a campaign.
type table struct {
	title string
	rows  []row
}

type row struct {
	name, value string
	count       int
}

func (t *table) text(name, value string) { t.rows = append(t.rows, row{name: name, value: value}) }

func (t *table) count(name string, n int) {
	t.rows = append(t.rows, row{name: name, value: fmt.Sprint(n), count: n})
}

func (t *table) findings(f tenantgen.Findings) {
	t.count("duplicates", len(f.Duplicates))
	t.count("orphans", len(f.Orphans))
	t.count("lost updates", len(f.Lost))
	t.count("wrong deletes", len(f.WrongDeletes))
}

func (t *table) markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s | |\n|---|--:|\n", t.title)
	for _, r := range t.rows {
		fmt.Fprintf(&b, "| %s | %s |\n", r.name, r.value)
	}
	return b.String()
}
