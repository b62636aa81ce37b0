package e2e

import (
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// laterTenant returns the demo tenant in a service with a later release, with a configuration.
func laterTenant(t *testing.T, configuration string) *exporting {
	t.Helper()
	e := exportingFrom(t, sim.Options{Seed: sim.DemoSeed(), Quirks: []string{"later-releases"}}, "acme")
	e.environment = append(e.environment, asAdmin)
	e.configures(configuration)
	e.must(0, "init", "-no-color")
	return e
}

// configures replaces the configuration.
func (e *exporting) configures(configuration string) {
	e.write("main.tf", onlyProvider+configuration)
}
