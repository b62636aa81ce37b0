package review

import (
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

// keeps returns sentences about access that users keep through another path although a grant is
// removed, by the object of the plan that manages the grant.
func (c *comparison) keeps() map[*entry][]string {
	removed := map[access.ID]*entry{}
	for _, change := range c.changes {
		if change.Action == access.Delete {
			removed[change.Object.ID] = change.entry
		}
	}
	found := map[*entry][]string{}
	if len(removed) == 0 {
		return found
	}
	for _, h := range c.had().all {
		e := removed[h.Grant.ID]
		if e == nil || h.May().Empty() {
			continue
		}
		for _, other := range c.has().of[h.User.ID] {
			if other.What() == h.What() && !other.Must().Empty() {
				found[e] = append(found[e], c.keptSentence(other))
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
	grant := x.describePath(h, true)
	user := x.names.named(User, h.Grant.Service, id{text: h.Grant.Client}, idText(h.User.ID).value())
	return user.person() + " keeps " + string(grant.Kind) + " " + grant.Role.Label() + " through " + x.path(h)
}

// withKept appends the kept access to a sentence.
func withKept(text string, kept []string) string {
	if len(kept) == 0 {
		return text
	}
	return text + ": " + strings.Join(slices.Compact(kept), "; ")
}
