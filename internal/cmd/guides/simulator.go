package main

import "github.com/identity-iac/terraform-provider-idm/internal/sim"

func simulatorPage() (string, error) {
	return render("simulator.md.tmpl", map[string]any{
		"Quirks": sim.Quirks(), "Collections": sim.Collections(), "FaultSyntax": sim.FaultSyntax,
	})
}
