package main

import "github.com/identity-iac/terraform-provider-idm/internal/idmctl/rules"

func rulesPage() (string, error) {
	return render("review-rules.md.tmpl", map[string]any{"Rules": rules.All()})
}
