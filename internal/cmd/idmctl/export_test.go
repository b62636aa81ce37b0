package main

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/export"
)

func TestSuits(t *testing.T) {
	for _, c := range []struct {
		imports int
		layout  export.Layout
		want    string
	}{
		{100, export.Flat, "The layout flat suits 100 objects."},
		{501, export.Flat, "--layout by-unit"},
		{501, export.ByUnit, "The layout by-unit suits"},
		{3001, export.Data, "--layout split"},
		{3001, export.Split, "The layout split suits"},
	} {
		if got := suits(&export.Summary{Imports: c.imports, Layout: c.layout}); !strings.Contains(got, c.want) {
			t.Errorf("%d in %s: %s", c.imports, c.layout, got)
		}
	}
}

func TestConstraint(t *testing.T) {
	before := version
	t.Cleanup(func() { version = before })
	for of, want := range map[string]string{"dev": ">= 0.0.1", "1.4.2": "~> 1.4", "v0.3.0": "~> 0.3"} {
		version = of
		if got := constraint(); got != want {
			t.Errorf("%s asks for %s, want %s", of, got, want)
		}
	}
}
