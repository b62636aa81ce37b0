package main

import "github.com/identity-iac/terraform-provider-idm/internal/identity/rule"

func rulesPage() (string, error) {
	return render("review-rules.md.tmpl", map[string]any{"Rules": rule.All()})
}
