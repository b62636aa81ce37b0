package idmctl

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/export"
)

func TestSuits(t *testing.T) {
	for _, c := range []struct {
		imports, largest int
		layout           export.Layout
		want             string
	}{
		{500, 500, export.Flat, "The layout flat suits 500 objects."},
		{501, 501, export.Flat, "--layout by-unit"},
		{3000, 3000, export.Flat, "--layout by-unit"},
		{3001, 3001, export.Flat, "3001 import blocks make init"},
		{3000, 3000, export.ByUnit, "The layout by-unit suits"},
		{3001, 3001, export.ByUnit, "choose --layout data or split"},
		{10000, 3000, export.Data, "The layout data suits"},
		{10001, 500, export.Data, "--layout split"},
		{3001, 3001, export.Data, "3001 of them in one file"},
		{90000, 3000, export.Split, "The layout split suits"},
		{10000, 3001, export.Split, "One root contains 3001 objects"},
	} {
		if got := suits(&export.Summary{Imports: c.imports, Largest: c.largest, Layout: c.layout}); !strings.Contains(got, c.want) {
			t.Errorf("%d in %s, at most %d in one part: %s", c.imports, c.layout, c.largest, got)
		}
	}
}

func TestConstraint(t *testing.T) {
	for of, want := range map[string]string{"dev": ">= 0.0.1", "1.4.2": "~> 1.4", "v0.3.0": "~> 0.3"} {
		if got := constraint(of); got != want {
			t.Errorf("%s asks for %s, want %s", of, got, want)
		}
	}
}
