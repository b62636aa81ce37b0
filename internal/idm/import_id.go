package idm

import "strings"

// ImportID joins the parts of a key, such as client and external ID, to the id that names the
// object in Terraform: with a slash between them, percent-encoded where a part holds `/` or `%`.
func ImportID(parts ...string) string {
	escaped := make([]string, len(parts))
	for i, part := range parts {
		escaped[i] = strings.ReplaceAll(strings.ReplaceAll(part, "%", "%25"), "/", "%2F")
	}
	return strings.Join(escaped, "/")
}
