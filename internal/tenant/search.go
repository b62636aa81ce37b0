package tenant

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// searchPage is how many hits are asked for at a time; the service may answer fewer.
const searchPage = 500

// SearchUnits returns the external IDs of the units of a client that the search index has, for
// Options.Known: the service has no other list of all units. Without the permission UnitSearch the
// index shows none. What was found before an error is returned with it.
func SearchUnits(ctx context.Context, api *idm.API, client string) ([]string, error) {
	var found []string
	for raw, err := range api.Search(ctx, idm.SearchQuery{Kind: "units", Text: "*:*", Sort: "extid", PageSize: searchPage}) {
		if err != nil {
			return found, err
		}
		var hit struct {
			ID    string `json:"id"`
			ExtID string `json:"extid"`
		}
		if err := json.Unmarshal(raw, &hit); err != nil {
			return found, err
		}
		// The index holds the units of all clients; the id of a hit begins with the client.
		if hit.ExtID != "" && (hit.ID == "" || hit.ID == client+"-"+hit.ExtID) {
			found = append(found, hit.ExtID)
		}
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}
