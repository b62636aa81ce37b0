package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
	"github.com/identity-iac/terraform-provider-idm/internal/test/conformance"
)

// Every part has a subject, permissions, a release and related pages.
func TestSections_everyPart(t *testing.T) {
	parts, err := catalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	tables, err := conformance.Tables()
	if err != nil {
		t.Fatal(err)
	}
	b := &book{parts: parts, tables: tables}
	for _, p := range parts {
		s := b.sections(p)
		if s.Subcategory == "" || len(s.Requires) == 0 && p.Kind != "function" {
			t.Errorf("%s: %+v", p.id(), s)
		}
		if p.Kind != "resource" {
			continue
		}
		if len(s.SeeParts) == 0 || len(s.Happenings) < 2 {
			t.Errorf("%s leads nowhere, or does not say what happens when: %+v", p.id(), s)
		}
		if len(s.Needs) != len(objecttype.ByName(p.Name).Needs) {
			t.Errorf("%s shows %d operations of %d", p.id(), len(s.Needs), len(objecttype.ByName(p.Name).Needs))
		}
	}
}

// The tables of this command contain only existing parts.
func TestSubjects_nothingStale(t *testing.T) {
	parts, err := catalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, s := range subjects {
		for _, name := range s.Parts {
			if seen[name] || !slices.ContainsFunc(parts, func(p part) bool { return p.Name == name }) {
				t.Errorf("%s: %s is there twice, or no part of the provider", s.Title, name)
			}
			seen[name] = true
		}
	}
	for id := range callouts {
		if !slices.ContainsFunc(parts, func(p part) bool { return p.id() == id }) {
			t.Errorf("callouts: %s is not a part of the provider", id)
		}
	}
}

// The attributes that replace an object come from its schema.
func TestHappenings(t *testing.T) {
	parts, err := catalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	page := func(name string) string {
		i := slices.IndexFunc(parts, func(p part) bool { return p.Kind == "resource" && p.Name == name })
		var b strings.Builder
		for _, row := range happenings(parts[i]) {
			b.WriteString(row[0] + ": " + row[1] + "\n")
		}
		return b.String()
	}
	for name, want := range map[string][]string{
		"unit": {"`parent_unit_ext_id` changes: The object is moved",
			"`client_ext_id` or `ext_id` changes: The resource is replaced"},
		"profile":                {"`client_ext_id`, `ext_id` or `user_ext_id` changes", "`is_default_profile`", "`profile_state`"},
		"profile_authorizations": {"An element is added outside Terraform: The next plan shows its removal"},
		"unit_tree":              {"`client_ext_id` changes: The plan is an error"},
		"unit_properties":        {"An undeclared property changes: Nothing"},
	} {
		for _, text := range want {
			if !strings.Contains(page(name), text) {
				t.Errorf("%s does not say %q:\n%s", name, text, page(name))
			}
		}
	}
}

func TestRelease(t *testing.T) {
	b := &book{tables: []conformance.Table{{Operations: []conformance.Operation{
		{Since: "2.79", Terraform: []string{"data.idm_unit"}},
		{Since: "2.9", Terraform: []string{"data.idm_unit"}},
		{Since: "8.2605.0", Terraform: []string{"data.idm_unit"}, Sometimes: []string{"data.idm_unit"}},
		{Since: "undated", Terraform: []string{"data.idm_unit"}},
	}}}}
	if got := b.release(part{Kind: "data", Name: "unit"}); got != "release 2.79 or later" {
		t.Error(got)
	}
	declared := resourcebase.Declaration{Release: resourcebase.Release{Since: "7.2405.0"}}
	if got := b.release(part{Kind: "data", Name: "unit", Declaration: declared}); got != "release 7.2405.0 or later" {
		t.Error(got)
	}
	if got := b.release(part{Kind: "data", Name: "other"}); got != "every release" {
		t.Error(got)
	}
}

// A permission with alternatives is shown with "or".
func TestAlternatives(t *testing.T) {
	if got := alternatives([]string{"A|B", "C"}); got != "`A` or `B`, `C`" {
		t.Error(got)
	}
}
