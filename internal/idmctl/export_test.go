package idmctl

import "testing"

func TestConstraint(t *testing.T) {
	for of, want := range map[string]string{"dev": ">= 0.0.1", "1.4.2": "~> 1.4", "v0.3.0": "~> 0.3"} {
		if got := constraint(of); got != want {
			t.Errorf("%s asks for %s, want %s", of, got, want)
		}
	}
}
