package idm

import (
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// Statistics is what an API has done so far.
type Statistics = rest.Statistics

// Statistics returns what a has done so far.
func (a *API) Statistics() Statistics { return a.c.Statistics() }

// Changes grows with every request that changes something, when it is sent and again when its
// answer arrives. Two equal numbers mean that nothing was changed through a in between.
func (a *API) Changes() int64 { return a.c.Changes() }

// collections are the elements of a path that an external id follows.
var collections = map[string]bool{
	"applications": true, "authorizations": true, "certificates": true, "children": true, "clients": true,
	"context-passwords": true, "device-password": true, "eauthorizations": true, "eroles": true,
	"generic-credentials": true, "kerberos": true, "policies": true, "profiles": true, "properties": true, "roles": true,
	"saml-credentials": true, "terms": true, "unit": true, "units": true, "users": true,
}

// clientless are the collections of the core API that stand below no client.
var clientless = map[string]bool{"applications": true, "clients": true, "properties": true, "roles": true, "terms": true}

// words are the elements that stand in the place of an external id.
var words = map[string]bool{"count": true, "login": true}

// kind is a method and path with the external ids left out.
func kind(method string, elements []string) string {
	var path strings.Builder
	path.WriteString(method + " ")
	word := false
	for i, element := range elements {
		switch {
		case i == 2 && (elements[0] == "auth" || elements[0] == "core" && !clientless[element]):
			element, word = "{client}", false
		case word && collections[elements[i-1]] && !words[element]:
			element, word = "{id}", false
		default:
			word = true
		}
		path.WriteString("/" + element)
	}
	return path.String()
}
