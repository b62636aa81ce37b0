package export

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strings"

	"github.com/gosimple/slug"
)

// maxLabel is the maximum length of a label.
const maxLabel = 48

// candidate is an object that needs a name.
type candidate struct {
	id string
	// names lists the possible names as labels, from the shortest to the longest. The first one is
	// the plain name of the object.
	names [][]string
	// key is the external ID.
	key string
}

// namer assigns names. An object gets the same name in each export, and a new object never takes a
// name from another one.
type namer struct {
	// fixed holds the names of names.yaml, by type and import ID.
	fixed map[string]map[string]string
	// reserved holds names that are used elsewhere, by type.
	reserved map[string]map[string]bool
}

// name names the objects of a type. Objects that cannot be exported get no name.
func (n namer) name(kind string, objects []candidate) map[string]string {
	noun := strings.TrimPrefix(kind, "idm_")
	byID, taken := map[string]string{}, map[string]bool{}
	maps.Copy(taken, n.reserved[kind])
	for _, name := range n.fixed[kind] {
		taken[name] = true
	}
	var left []candidate
	for _, o := range objects {
		switch name := n.fixed[kind][o.id]; {
		case idReason(o.id) != "":
		case name != "":
			byID[o.id] = name
		default:
			left = append(left, o)
		}
	}
	maps.Copy(byID, distinct(noun, left, taken))
	return byID
}

// distinct gives each object the shortest of its names that no other object has. The order of the
// objects does not matter.
func distinct(noun string, objects []candidate, taken map[string]bool) map[string]string {
	level, given := make([]int, len(objects)), make([]string, len(objects))
	for again := true; again; {
		again = false
		holders := map[string]int{}
		for i, o := range objects {
			given[i] = o.name(noun, level[i])
			holders[given[i]]++
		}
		for i, o := range objects {
			// The last possible name is unique.
			if (holders[given[i]] > 1 || taken[given[i]]) && level[i] <= len(o.names) {
				level[i]++
				again = true
			}
		}
	}
	byID := make(map[string]string, len(objects))
	for i, o := range objects {
		byID[o.id] = given[i]
	}
	return byID
}

// name returns the name for a level: one of the object's own names, then the longest name with the
// external ID, then the longest name with a hash of the import ID.
func (o candidate) name(noun string, level int) string {
	labels := slices.Clone(o.names[min(level, len(o.names)-1)])
	switch {
	case level == len(o.names):
		labels = append(labels, label(o.key))
	case level > len(o.names):
		sum := sha256.Sum256([]byte(o.id))
		labels = append(labels, hex.EncodeToString(sum[:4]))
	}
	name := join(labels)
	if name == "" || name[0] < 'a' || name[0] > 'z' {
		name = strings.TrimSuffix(noun+"_"+name, "_")
	}
	return name
}

// join joins labels, and omits a label that the next one repeats as its beginning.
func join(labels []string) string {
	var said []string
	for _, label := range labels {
		if label == "" {
			continue
		}
		if last := len(said) - 1; last >= 0 && (label == said[last] || strings.HasPrefix(label, said[last]+"_")) {
			said = said[:last]
		}
		said = append(said, label)
	}
	return strings.Join(said, "_")
}

// label turns a text into lowercase ASCII letters, digits and underscores. Umlauts and other
// scripts are transliterated, and the domain of a mail address is removed.
func label(content string) string {
	content = strings.NewReplacer("&", " ", "@", " ", "'", " ", "’", " ").Replace(withoutDomain(content))
	words := strings.FieldsFunc(slug.MakeLang(content, "de"), func(r rune) bool { return r == '-' || r == '_' })
	joined := strings.Join(words, "_")
	return strings.TrimRight(joined[:min(len(joined), maxLabel)], "_")
}

// withoutDomain removes the domain of a mail address.
func withoutDomain(content string) string {
	local, domain, found := strings.Cut(content, "@")
	if !found || local == "" || strings.ContainsAny(content, " \t\n") || !strings.Contains(domain, ".") {
		return content
	}
	return local
}
