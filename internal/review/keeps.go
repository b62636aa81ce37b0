package review

import (
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
)

// keeps are sentences about what users keep through another path although a grant of theirs goes, by
// the object of the plan that manages the grant.
func (x *analysis) keeps() map[*entry][]string {
	removed := map[access.ID]*entry{}
	for _, c := range x.changes {
		if c.Action == access.Delete {
			removed[c.Object.ID] = c.entry
		}
	}
	found := map[*entry][]string{}
	if len(removed) == 0 {
		return found
	}
	after := x.result.Expected.View()
	for h := range x.held.View().Holdings() {
		e := removed[h.Grant.ID]
		if e == nil || h.May().Empty() {
			continue
		}
		for other := range after.Of(h.User.ID) {
			if other.What() == h.What() && other.User.ID == h.User.ID && !other.Must().Empty() {
				found[e] = append(found[e], x.keptSentence(other))
				break
			}
		}
	}
	for _, sentences := range found {
		slices.Sort(sentences)
	}
	return found
}

func (x *analysis) keptSentence(h access.Holding) string {
	grant := x.heldGrant(h)
	user := x.names.named(User, h.Grant.Service, id{text: h.Grant.Client}, idText(h.User.ID).value())
	return user.person() + " keeps " + string(grant.Kind) + " " + grant.Role.Label() + " through " + x.path(h)
}

// withKept adds what users keep to a sentence.
func withKept(text string, kept []string) string {
	if len(kept) == 0 {
		return text
	}
	return text + ": " + strings.Join(slices.Compact(kept), "; ")
}
