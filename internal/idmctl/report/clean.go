package report

import "github.com/identity-iac/terraform-provider-idm/internal/identity/visible"

// Clean makes control and invisible characters visible; see [visible.Text].
func Clean(text string) string { return visible.Text(text) }
