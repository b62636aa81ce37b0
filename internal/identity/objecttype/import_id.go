package objecttype

import (
	"fmt"
	"net/url"
	"strings"
)

// ImportID returns the Terraform ID of an object with a key, such as a client and an external ID.
// The values are joined with slashes and percent-encoded if they contain `/` or `%`.
func ImportID(parts ...string) string {
	escaped := make([]string, len(parts))
	for i, part := range parts {
		escaped[i] = strings.ReplaceAll(strings.ReplaceAll(part, "%", "%25"), "/", "%2F")
	}
	return strings.Join(escaped, "/")
}

// Parse splits an ID into the parts of the key. The error for a wrong number of parts, an empty
// part or a malformed escape shows the correct form.
func (k Key) Parse(id string) ([]string, error) {
	parts := strings.Split(id, "/")
	if len(parts) != len(k) {
		return nil,
			fmt.Errorf("%q does not have the form %s, in which a slash inside a part is written as %%2F", id, k.Form())
	}
	for i, part := range parts {
		text, err := url.PathUnescape(part)
		if err != nil {
			return nil, fmt.Errorf("the part %s of %q is not encoded right; a percent sign is written as %%25 and a slash as %%2F", k[i],
				id)
		}
		if text == "" {
			return nil, fmt.Errorf("the part %s of %q is empty; the form is %s", k[i], id, k.Form())
		}
		parts[i] = text
	}
	return parts, nil
}
