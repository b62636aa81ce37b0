package idm

import (
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// Statistics is what an API has done so far.
type Statistics = rest.Statistics

// Statistics returns what a has done so far.
func (a *API) Statistics() Statistics { return a.c.Statistics() }

// Changes grows with every request that changes something, when it is sent and again when its answer arrives. Two equal
// numbers mean that nothing was changed through a in between.
func (a *API) Changes() int64 { return a.c.Changes() }

// collections are the elements of a path that an external id follows.
var collections = map[string]bool{
	"applications": true, "authorizations": true, "children": true, "clients": true, "eauthorizations": true, "profiles": true, "unit": true, "units": true, "users": true,
}

// kind is a method and path with the external ids left out.
func kind(method string, elements []string) string {
	var path strings.Builder
	path.WriteString(method + " ")
	word := false
	for i, element := range elements {
		switch {
		case i == 2 && (elements[0] == "core" || elements[0] == "auth") && element != "clients":
			element, word = "{client}", false
		case word && collections[elements[i-1]] && element != "count":
			element, word = "{id}", false
		default:
			word = true
		}
		path.WriteString("/" + element)
	}
	return path.String()
}
