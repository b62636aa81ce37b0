package report

import "github.com/identity-iac/terraform-provider-idm/internal/visible"

// Clean makes visible what would otherwise act, as [visible.Text] does.
func Clean(text string) string { return visible.Text(text) }
