package objecttype

import "strings"

// ImportID joins the values of a key, such as a client and an external ID, to the ID of the object
// in Terraform: with a slash between them, percent-encoded where a value contains `/` or `%`.
func ImportID(parts ...string) string {
	escaped := make([]string, len(parts))
	for i, part := range parts {
		escaped[i] = strings.ReplaceAll(strings.ReplaceAll(part, "%", "%25"), "/", "%2F")
	}
	return strings.Join(escaped, "/")
}
