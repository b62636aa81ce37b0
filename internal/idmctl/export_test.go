package idmctl

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/export"
)

func TestSuits(t *testing.T) {
	for _, c := range []struct {
		objects, largest int
		want             string
	}{
		{3000, 3000, "The layout hcl suits 3000 objects."},
		{3001, 3001, "3001 import blocks in one root make init"},
		{10001, 500, "--split writes a state for each top unit"},
	} {
		summary := &export.Summary{Objects: []export.Count{{Count: c.objects}}, Largest: c.largest, Layout: export.HCL}
		if got := suits(summary); !strings.Contains(got, c.want) {
			t.Errorf("%d objects, at most %d in one part: %s", c.objects, c.largest, got)
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
