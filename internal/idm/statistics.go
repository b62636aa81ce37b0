package idm

import (
	"strings"
	"sync/atomic"

	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// Statistics is what an API has done so far.
type Statistics struct {
	rest.Statistics
	// Lists counts the lists of siblings that were fetched, ListHits the reads that one of them answered without a request.
	Lists    int64 `json:"lists"`
	ListHits int64 `json:"list_hits"`
}

// Statistics returns what a has done so far.
func (a *API) Statistics() Statistics {
	return Statistics{a.c.Statistics(), a.uses.fetched.Load(), a.uses.hits.Load()}
}

// listUses counts for Statistics.
type listUses struct{ fetched, hits atomic.Int64 }

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
