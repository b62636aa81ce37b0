package snapshot

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Pseudonyms is the result of Pseudonymize.
type Pseudonyms struct {
	// People is the number of users with invented names.
	People int `json:"people"`
	// Renamed lists the units, roles and other objects whose names contained a person's name, by
	// external ID.
	Renamed []string `json:"renamed,omitempty"`
	// ExtIDs lists the external IDs that contain a person's name, sorted. They stay unchanged
	// unless they are replaced too.
	ExtIDs []string `json:"ext_ids,omitempty"`
	// Replaced reports that the external IDs are replaced.
	Replaced bool `json:"replaced"`
}

// keptFields are the fields of each array that are kept. Arrays that belong to no single type are
// listed here.
var keptFields = func() map[string][]string {
	kept := map[string][]string{"consents": {"termsVersion"}, "credentials": {"stateChangeReason"}}
	for _, of := range objecttype.All() {
		if of.Kept != nil {
			kept[of.SeedArray()] = of.Kept
		}
	}
	return kept
}()

// alwaysKept are the fields that are kept in every array: times and keywords of the service. They
// are not searched for names.
var alwaysKept = []string{
	"extId", "version", "created", "lastModified", "validity", "state", "userState", "profileState", "stateName", "languageCode", "type",
	"acceptanceDate", "lastSuccessfulLoginDate", "lastFailedLoginDate", "lastChangeDate", "scope", "accessCreate", "accessModify",
	"uniquenessScope", "policyType", "ownerType", "token", "permissions", "clients",
}

// droppedFields are personal fields that are removed.
var droppedFields = []string{"sex", "gender"}

// KeyLength is the minimum length of a key in bytes.
const KeyLength = 16

// Pseudonymize replaces names, logins, addresses, contacts, free text and property values with
// invented ones. They depend on the key and on the external ID of the object: the same key gives
// the same copy, and a different key gives a copy with no common values. External IDs stay; with
// extIDs, external IDs that contain a person's name are replaced too.
func (s *Snapshot) Pseudonymize(key []byte, extIDs bool) Pseudonyms {
	p := &pseudonymizer{s: s, key: key, names: newNames(), numbers: newNumbers(), enums: s.enumerations(), limits: s.limits()}
	p.collect()
	for array, elements := range s.arrays {
		for i, e := range elements {
			elements[i] = p.replaceElement(array, e)
		}
	}
	p.result.ExtIDs = p.extIDs(extIDs)
	p.result.Replaced = extIDs && len(p.result.ExtIDs) > 0
	for i, placeholder := range s.Placeholders {
		s.Placeholders[i] = p.text(placeholder)
	}
	s.pseudonyms = true
	// The elements were sorted by the original IDs.
	s.sort()
	p.disambiguate()
	slices.Sort(s.Placeholders)
	slices.Sort(p.result.Renamed)
	return p.result
}

// syllableCounts are the numbers of syllables in invented names, by kind of name.
var syllableCounts = map[string]int{"first": 2, "family": 3, "login": 3, "mail": 3}

type pseudonymizer struct {
	s   *Snapshot
	key []byte
	// names are the names of people with their replacements; numbers are other texts that identify
	// people.
	names   *names
	numbers *numbers
	// enums marks the properties with a list of values; limits holds the maximum lengths of
	// property values.
	enums  map[string]bool
	limits map[string]int
	result Pseudonyms
}

// enumerations marks the properties whose values come from a list.
func (s *Snapshot) enumerations() map[string]bool {
	enums := map[string]bool{}
	for _, d := range s.arrays["propertyDefinitions"] {
		name := d.text("name")
		all, known := enums[name]
		enums[name] = d.text("type") == "Enum" && (all || !known)
	}
	return enums
}

// limits returns the maximum lengths of property values that the definitions set.
func (s *Snapshot) limits() map[string]int {
	limits := map[string]int{}
	for _, d := range s.arrays["propertyDefinitions"] {
		limit, err := strconv.Atoi(fmt.Sprint(d["stringMaxLen"]))
		if old := limits[d.text("name")]; err == nil && limit > 0 && (old == 0 || limit < old) {
			limits[d.text("name")] = limit
		}
	}
	return limits
}

// knownWord is a word that identifies a person.
type knownWord struct{ word, id, part string }

// collect finds the words and numbers that identify people. It finds all of them before it invents
// the first one, so that no invented name is real.
func (p *pseudonymizer) collect() {
	var found []knownWord
	for _, user := range p.s.arrays["users"] {
		if technical, _ := user["isTechnicalUser"].(bool); technical {
			continue
		}
		p.numbers.add(user)
		for part, text := range identifyingTexts(user) {
			for _, word := range nameWords(text) {
				p.names.add(word)
				found = append(found, knownWord{word, user.text("clientExtId") + "\x00" + user.text("extId"), part})
			}
		}
	}
	slices.SortFunc(found, func(a, b knownWord) int {
		return cmp.Or(cmp.Compare(partRanks[a.part], partRanks[b.part]), strings.Compare(a.word+"\x00"+a.id, b.word+"\x00"+b.id))
	})
	used := map[string]bool{}
	for _, o := range found {
		invented := p.inventName(o.id, o.part, syllableCounts[o.part])
		for again := 1; used[invented] && p.names.words[spellings(o.word)[0]] == ""; again++ {
			invented = p.inventName(o.id, fmt.Sprint(o.part, again), syllableCounts[o.part])
		}
		used[invented] = true
		p.names.set(o.word, invented, o.part == "first" || o.part == "family")
	}
}

// partRanks is the precedence if a word occurs in several kinds of names.
var partRanks = map[string]int{"family": 0, "first": 1, "login": 2, "mail": 3}

// identifyingTexts returns the texts that identify a person.
func identifyingTexts(user element) map[string]string {
	name, _ := user["name"].(map[string]any)
	contacts, _ := user["contacts"].(map[string]any)
	mail, _, _ := strings.Cut(element(contacts).text("email"), "@")
	return map[string]string{
		"first": element(name).text("firstName"), "family": element(name).text("familyName"), "login": user.text("loginId"), "mail": mail,
	}
}

// replaceElement replaces the personal data in an element.
func (p *pseudonymizer) replaceElement(array string, e element) element {
	id := e.text("clientExtId") + "\x00" + e.text("extId") + e.text("ownerExtId")
	out := element{}
	for field, value := range e {
		switch {
		case array == "credentials" && !isKept(array, field, value), slices.Contains(droppedFields, field):
		case field == "properties" || field == "values" && array == "properties":
			out[field] = p.inventValues(array, id, value)
		case isKept(array, field, value):
			out[field] = p.withoutNames(array, e, field, value)
		case array == "users":
			out[field] = p.inventUserField(id, field, value)
		default:
			out[field] = p.inventText(array, id, field, value)
		}
	}
	if array == "users" {
		p.result.People++
	}
	return out
}

// isKept reports whether a field is kept: IDs, states, flags, numbers, times, and keptFields.
func isKept(array, field string, value any) bool {
	switch value.(type) {
	case bool, json.Number:
		return true
	}
	return isID(field) || slices.Contains(alwaysKept, field) || slices.Contains(keptFields[array], field)
}

func isID(field string) bool {
	return field == "extId" || strings.HasSuffix(field, "ExtId") || strings.HasSuffix(field, "ExtIds")
}

// withoutNames replaces real names in a field that is kept.
func (p *pseudonymizer) withoutNames(array string, e element, field string, value any) any {
	if isID(field) || slices.Contains(alwaysKept, field) {
		return value
	}
	replaced := p.replaceNames(field, value)
	if fmt.Sprint(replaced) != fmt.Sprint(value) {
		p.result.Renamed = append(p.result.Renamed, strings.TrimSuffix(array, "s")+" "+p.text(e.text("extId")))
	}
	return replaced
}

// replaceNames replaces names in a value, at every depth. Keys are the service's own names, except
// in parameters.
func (p *pseudonymizer) replaceNames(field string, value any) any {
	switch value := value.(type) {
	case string:
		if strings.Contains(strings.ToLower(field), "regex") {
			return p.expression(value)
		}
		return p.text(value)
	case map[string]any:
		out := map[string]any{}
		for key, inner := range value {
			name := key
			if field == "parameters" {
				name = p.text(key)
			}
			out[name] = p.replaceNames(key, inner)
		}
		return out
	case []any:
		out := make([]any, len(value))
		for i, inner := range value {
			out[i] = p.replaceNames(field, inner)
		}
		return out
	}
	return value
}

// text replaces names and numbers in a text.
func (p *pseudonymizer) text(text string) string { return p.names.replace(p.numbers.replace(text)) }

func (p *pseudonymizer) inventText(array, id, field string, value any) any {
	switch value := value.(type) {
	case string:
		return p.inventPhrase(array, id, field, value)
	case map[string]any:
		out := map[string]any{}
		for key, inner := range value {
			out[key] = p.inventText(array, id, field+"."+key, inner)
		}
		return out
	}
	return "text"
}

// inventPhrase returns an invented text, or an invented URL for a URL.
func (p *pseudonymizer) inventPhrase(array, id, field, value string) string {
	if strings.HasPrefix(value, "http://") || strings.HasPrefix(value, "https://") {
		return "https://" + p.digest(array, id, field)[:10] + ".example.com"
	}
	return "Text " + p.digest(array, id, field)[:8]
}

// inventValues returns invented property values, except for values from a list.
func (p *pseudonymizer) inventValues(array, id string, value any) any {
	out := map[string]any{}
	values, _ := value.(map[string]any)
	for name, value := range values {
		if text, _ := value.(string); p.enums[name] {
			out[p.text(name)] = p.text(text)
			continue
		}
		limit := valueLength
		if p.limits[name] > 0 {
			limit = min(limit, p.limits[name])
		}
		out[p.text(name)] = ("v" + p.digest(array, id, name))[:limit]
	}
	return out
}

// valueLength is the length of an invented property value if no limit applies; it is long enough
// for unique values.
const valueLength = 16

// uniqueFields are the fields of an array that must be unique together.
var uniqueFields = map[string][]string{
	"clients": {"name"}, "applications": {"name"}, "roles": {"applicationExtId", "name"}, "enterpriseRoles": {"clientExtId", "name"},
	"units": {"clientExtId", "parentUnitExtId", "name"},
}

// disambiguate numbers names that are equal after the replacement.
func (p *pseudonymizer) disambiguate() {
	for array, fields := range uniqueFields {
		taken := map[string]bool{}
		for _, e := range p.s.arrays[array] {
			original := e.text("name")
			for n := 2; original != "" && taken[compositeKey(e, fields)]; n++ {
				e["name"] = fmt.Sprintf("%s (%d)", original, n)
			}
			taken[compositeKey(e, fields)] = true
		}
	}
}

func compositeKey(e element, fields []string) string {
	var key strings.Builder
	for _, field := range fields {
		key.WriteString(e.text(field) + "\x00")
	}
	return key.String()
}

// extIDs returns the external IDs that contain a real name, and replaces them on request.
func (p *pseudonymizer) extIDs(replace bool) []string {
	found := map[string]string{}
	visit := func(id string) string {
		if p.text(id) == id {
			return id
		}
		found[id] = "id-" + p.digest("extId", id, "")[:16]
		if replace {
			return found[id]
		}
		return id
	}
	for _, elements := range p.s.arrays {
		for _, e := range elements {
			for field, value := range e {
				if isID(field) || field == "clients" {
					e[field] = replaceIDs(value, visit)
				}
			}
		}
	}
	for i, client := range p.s.Clients {
		p.s.Clients[i] = visit(client)
	}
	for i := range p.s.Missing {
		p.s.Missing[i].Client = visit(p.s.Missing[i].Client)
	}
	for i, u := range p.s.unread {
		p.s.unread[i] = Unread{u.Type, visit(u.ClientExtID), visit(u.ExtID), visit(u.OwnerExtID)}
	}
	var all []string
	for id, invented := range found {
		if replace {
			id = invented
		}
		all = append(all, id)
	}
	slices.Sort(all)
	return all
}

func replaceIDs(value any, rename func(string) string) any {
	switch value := value.(type) {
	case string:
		return rename(value)
	case []any:
		for i := range value {
			value[i] = replaceIDs(value[i], rename)
		}
		slices.SortFunc(value, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	}
	return value
}

// digest returns text derived from the key and the replaced object. It has no vowels, so that it is
// not a name.
func (p *pseudonymizer) digest(kind, id, part string) string {
	return vowelless.Replace(hex.EncodeToString(p.sum(kind, id, part)))
}

// sum returns a keyed hash: without the key, a copy cannot be used to test guesses.
func (p *pseudonymizer) sum(parts ...string) []byte {
	hash := hmac.New(sha256.New, p.key)
	for _, part := range parts {
		fmt.Fprintf(hash, "%d:%s", len(part), part)
	}
	return hash.Sum(nil)
}

var vowelless = strings.NewReplacer("a", "x", "b", "z", "c", "k", "d", "w", "e", "q", "f", "v")
