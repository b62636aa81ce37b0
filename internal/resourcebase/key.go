package resourcebase

import (
	"fmt"
	"net/url"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
)

// Key names the attributes that identify an object, in the order in which they stand in its import
// id. The first is client_ext_id, unless the object belongs to no client. The import ID, the
// identity and the documentation follow from it.
type Key []string

// clientPart is the part of a key that the provider's default fills in.
const clientPart = "client_ext_id"

// ofClient reports whether the object belongs to a client.
func (k Key) ofClient() bool { return k[0] == clientPart }

// Form shows the parts of an id, such as client_ext_id/ext_id.
func (k Key) Form() string { return strings.Join(k, "/") }

// ID joins the parts of a key to an id; see objecttype.ImportID.
func ID(parts ...string) string { return objecttype.ImportID(parts...) }

// Parse splits an id into the parts of the key. An id with another number of parts, an empty part
// or a broken escape is an error that shows the right form.
func (k Key) Parse(id string) ([]string, error) {
	parts := strings.Split(id, "/")
	if len(parts) != len(k) {
		return nil,
			fmt.Errorf("%q has %d parts, not %d; the form is %s, with a slash inside a part written as %%2F", id, len(parts), len(k), k.Form())
	}
	for i, part := range parts {
		text, err := url.PathUnescape(part)
		if err != nil {
			return nil, fmt.Errorf("the part %s of %q is not encoded right; a percent sign is written as %%25 and a slash as %%2F", k[i], id)
		}
		if text == "" {
			return nil, fmt.Errorf("the part %s of %q is empty; the form is %s", k[i], id, k.Form())
		}
		parts[i] = text
	}
	return parts, nil
}
