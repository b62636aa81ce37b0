package review

import (
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

// keeps returns sentences about access that users keep through another path although a grant is
// removed, by the object of the plan that manages the grant.
func (x *analysis) keeps() map[*entry][]string {
	removed, lost := map[access.ID]*entry{}, map[access.Joint][]*entry{}
	for _, change := range x.changes {
		if change.Action == access.Delete && !container(change.Object.Kind) {
			removed[change.Object.ID] = change.entry
		}
	}
	found := map[*entry][]string{}
	if len(removed) == 0 {
		return found
	}
	for h := range x.had.Holdings() {
		if e := removed[h.Grant.ID]; e != nil && !h.May().Empty() {
			lost[access.OfUsers.Of(h)] = append(lost[access.OfUsers.Of(h)], e)
		}
	}
	for h := range x.has.Holdings() {
		if at := access.OfUsers.Of(h); !h.Must().Empty() {
			for _, e := range lost[at] {
				found[e] = append(found[e], x.names.at(h.User.ID).person()+" keeps "+h.What().Kind.String()+" "+
					x.names.at(h.What()).Label()+" through "+x.path(h))
			}
			delete(lost, at)
		}
	}
	for _, sentences := range found {
		slices.Sort(sentences)
	}
	return found
}

func withKept(text string, kept []string) string {
	if len(kept) == 0 {
		return text
	}
	return text + ": " + strings.Join(slices.Compact(kept), "; ")
}
