package tenant

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

// searchPage is the requested page size; the service can return fewer hits.
const searchPage = 500

// SearchUnits returns the external IDs of a client's units in the search index, for Options.Known:
// the service has no other list of all units. Without the permission UnitSearch the index returns
// none. The units found before an error are returned with it.
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
		// The index covers all clients; the id of a hit begins with its client.
		if hit.ExtID != "" && (hit.ID == "" || hit.ID == client+"-"+hit.ExtID) {
			found = append(found, hit.ExtID)
		}
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}
