package report

import "github.com/identity-iac/terraform-provider-idm/internal/identity/escape"

// Clean makes control and invisible characters visible; see [escape.Text].
func Clean(text string) string { return escape.Text(text) }
