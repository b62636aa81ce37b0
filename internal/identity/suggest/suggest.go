// Package suggest finds known names that are similar to a misspelled one.
package suggest

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/agext/levenshtein"
)

// maxNames limits the number of suggestions.
const maxNames = 5

// Names returns the known names that are most similar to a name, the best first. It ignores case,
// underscores and hyphens. Without similar names it returns names that contain the name as a part,
// for example crm-reader for reader.
func Names(name string, known []string) []string {
	type candidate struct {
		name     string
		distance int
	}
	var near []candidate
	plain := fold(name)
	limit := min(max(2, len(plain)/3), len(plain)-1)
	for _, one := range known {
		if distance := levenshtein.Distance(plain, fold(one), nil); one != name && distance <= limit {
			near = append(near, candidate{one, distance})
		}
	}
	if len(near) == 0 {
		return withPart(name, known)
	}
	slices.SortStableFunc(near, func(a, b candidate) int { return cmp.Compare(a.distance, b.distance) })
	near = slices.DeleteFunc(near, func(c candidate) bool { return c.distance > near[0].distance+1 })
	names := make([]string, min(len(near), maxNames))
	for i := range names {
		names[i] = near[i].name
	}
	return names
}

// Typo returns the known name that differs from a name by the fewest letters, and by no more than
// the given number; "" without one.
func Typo(name string, known []string, letters int) string {
	nearest := ""
	for _, one := range known {
		if distance := levenshtein.Distance(name, one, nil); distance <= letters {
			nearest, letters = one, distance-1
		}
	}
	return nearest
}

// withPart returns the first names that contain part between separators.
func withPart(name string, known []string) []string {
	separator := func(r rune) bool { return strings.ContainsRune("-_./ ", r) }
	var names []string
	for _, one := range known {
		parts := strings.FieldsFunc(strings.ToLower(one), separator)
		if one != name && len(names) < maxNames && slices.Contains(parts, strings.ToLower(name)) {
			names = append(names, one)
		}
	}
	return names
}

// DidYouMean returns a question with the similar names, such as `Did you mean "validity"?`; ""
// without a similar name.
func DidYouMean(name string, known []string) string {
	names := Names(name, known)
	if len(names) == 0 {
		return ""
	}
	return "Did you mean " + Quoted(names) + "?"
}

// Offer works like DidYouMean. Without similar names it lists all names if there are only a few.
func Offer(name string, known []string) string {
	if offer := DidYouMean(name, known); offer != "" || len(known) == 0 || len(known) > maxNames {
		return offer
	}
	return "There are " + Quoted(known) + "."
}

// Quoted lists names in quotation marks.
func Quoted(names []string) string {
	texts := make([]string, len(names))
	for i, name := range names {
		texts[i] = fmt.Sprintf("%q", name)
	}
	return strings.Join(texts, ", ")
}

func fold(name string) string {
	return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(name))
}

// Keys suggests similar keys and lists all keys.
func Keys(name string, keys []string) string {
	return strings.TrimSpace(DidYouMean(name, keys) + " The keys are: " + strings.Join(keys, ", ") + ".")
}
