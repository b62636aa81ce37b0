package snapshot

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
)

// Pseudonyms is the result of Pseudonymize.
type Pseudonyms struct {
	// People is the number of users with invented names, ExtIDs the number of replaced external IDs.
	People int `json:"people"`
	ExtIDs int `json:"ext_ids"`
}

// harmless are the fields that stay: versions, times, keywords of the service, and the names of
// properties, which configurations contain.
var harmless = []string{
	"version", "created", "lastModified", "validity", "state", "userState", "profileState", "stateName", "languageCode", "countryCode",
	"type", "acceptanceDate", "lastSuccessfulLoginDate", "lastFailedLoginDate", "lastChangeDate", "scope", "accessCreate",
	"accessModify", "uniquenessScope", "policyType", "ownerType", "termsVersion", "token", "permissions", "clients",
	"propertyDefinitions.name",
}

// dropped are personal fields that are removed.
var dropped = []string{"sex", "gender"}

// KeyLength is the minimum length of a key in bytes.
const KeyLength = 16

// Pseudonymize replaces every text that is neither harmless nor in keep, which lists fields such as
// units.name. Flags, numbers and external IDs stay; with extIDs, all external IDs but those of
// clients are replaced. The invented texts depend on the key and on the object, not on the text: the
// same key gives the same copy, a copy confirms no guess, and copies with other keys have nothing in
// common.
func (s *Snapshot) Pseudonymize(key []byte, extIDs bool, keep []string) (Pseudonyms, error) {
	p := &pseudonymizer{key: key, kept: slices.Concat(harmless, keep), enums: map[string]bool{}, limits: map[string]int{}}
	if err := s.checkFields(keep); err != nil {
		return Pseudonyms{}, err
	}
	for _, d := range s.arrays["propertyDefinitions"] {
		name := d.text("name")
		all, known := p.enums[name]
		p.enums[name] = d.text("type") == "Enum" && (all || !known)
		limit, err := strconv.Atoi(fmt.Sprint(d["stringMaxLen"]))
		if old := p.limits[name]; err == nil && limit > 0 && (old == 0 || limit < old) {
			p.limits[name] = limit
		}
	}
	for array, elements := range s.arrays {
		for i, e := range elements {
			elements[i] = p.element(array, e)
		}
	}
	result := Pseudonyms{People: len(s.arrays["users"])}
	if extIDs {
		result.ExtIDs = s.replaceIDs(p)
	}
	s.Pseudonyms = true
	// The elements were sorted by the original IDs.
	s.sort()
	return result, nil
}

// checkFields returns an error for a field that no element has.
func (s *Snapshot) checkFields(fields []string) error {
	known := map[string]bool{}
	for array, elements := range s.arrays {
		for _, e := range elements {
			for field := range e {
				known[array+"."+field] = true
			}
		}
	}
	for _, field := range fields {
		if !known[field] {
			offer := suggest.DidYouMean(field, slices.Sorted(maps.Keys(known)))
			return fmt.Errorf("--keep %s: no object has this field: name one of the file, such as units.name. %s", field, offer)
		}
	}
	return nil
}

type pseudonymizer struct {
	key  []byte
	kept []string
	// enums marks the properties with a list of values; limits holds the maximum lengths of
	// property values.
	enums  map[string]bool
	limits map[string]int
}

// element replaces the texts of an element. Of credentials, only harmless fields stay.
func (p *pseudonymizer) element(array string, e element) element {
	at := strings.Join([]string{array, e.text("clientExtId"), e.text("extId"), e.text("ownerExtId"), fmt.Sprint(e["propertyId"])}, "\x00")
	out := element{}
	for field, value := range e {
		_, text := value.(string)
		switch {
		case slices.Contains(dropped, field):
		case isID(field), slices.Contains(p.kept, field), slices.Contains(p.kept, array+"."+field):
			out[field] = value
		case array == "credentials" && text:
		case field == "properties" || field == "values" && array == "properties":
			out[field] = p.values(at, value)
		default:
			out[field] = p.replace(array, at, field, value)
		}
	}
	return out
}

func isID(field string) bool {
	return field == "extId" || strings.HasSuffix(field, "ExtId") || strings.HasSuffix(field, "ExtIds")
}

// replace replaces the texts in a value, at every depth. Keys of maps are keywords of the service.
func (p *pseudonymizer) replace(array, at, field string, value any) any {
	switch value := value.(type) {
	case string:
		return p.text(array, at+"\x00"+field, field, value)
	case map[string]any:
		out := map[string]any{}
		for key, inner := range value {
			if out[key] = inner; !slices.Contains(p.kept, key) {
				out[key] = p.replace(array, at+"\x00"+field, key, inner)
			}
		}
		return out
	case []any:
		out := make([]any, len(value))
		for i, inner := range value {
			out[i] = p.replace(array, fmt.Sprint(at, "\x00", i), field, inner)
		}
		return out
	case json.Number:
		if field == "postOfficeBoxNumber" {
			return 1
		}
	}
	return value
}

// text returns an invented text of the form that the service expects in a field.
func (p *pseudonymizer) text(array, at, field, value string) string {
	switch short := p.digest(at)[:digestLength]; {
	case array == "policies" && isPlain(value):
		return value
	case array == "propertyDefinitions" && field == "value":
		return p.choice(value)
	case field == "firstName", field == "familyName":
		return p.name(at)
	case field == "loginId":
		return "user-" + short
	case field == "email":
		return short + "@example.com"
	case field == "birthDate":
		sum := p.sum(at)
		return fmt.Sprintf("%d-%02d-%02d", 1950+int(sum[0])%50, 1+sum[1]%12, 1+sum[2]%28)
	case strings.Contains(strings.ToLower(field), "regex"):
		return ".*"
	case strings.HasPrefix(value, "http://"), strings.HasPrefix(value, "https://"):
		return "https://" + short + ".example.com"
	default:
		return short
	}
}

// isPlain reports whether a parameter is a number or a flag.
func isPlain(value string) bool {
	_, noNumber := strconv.Atoi(value)
	_, noFlag := strconv.ParseBool(value)
	return noNumber == nil || noFlag == nil
}

// digestLength is the length of an invented text, valueLength the one of a property value without a
// limit.
const digestLength, valueLength = 12, 16

// choice returns a value in place of one of a list, the same in the definition and in each object.
func (p *pseudonymizer) choice(value string) string { return p.digest("choice", value)[:digestLength] }

// values returns invented values of properties.
func (p *pseudonymizer) values(at string, value any) any {
	out := map[string]any{}
	values, _ := value.(map[string]any)
	for name, value := range values {
		if text, _ := value.(string); p.enums[name] {
			out[name] = p.choice(text)
			continue
		}
		limit := valueLength
		if p.limits[name] > 0 {
			limit = min(limit, p.limits[name])
		}
		out[name] = p.digest(at, name)[:limit]
	}
	return out
}

// name returns a name of three invented syllables.
func (p *pseudonymizer) name(at string) string {
	const consonants, vowels = "bdfgklmnprstvz", "aeiou"
	sum := p.sum(at)
	var b strings.Builder
	for i := range 3 {
		b.WriteByte(consonants[int(sum[2*i])%len(consonants)])
		b.WriteByte(vowels[int(sum[2*i+1])%len(vowels)])
	}
	return strings.ToUpper(b.String()[:1]) + b.String()[1:]
}

// replaceIDs replaces all external IDs but those of clients, and returns their number.
func (s *Snapshot) replaceIDs(p *pseudonymizer) int {
	replaced := map[string]string{}
	visit := func(id string) string {
		if id == "" || slices.Contains(s.Clients, id) {
			return id
		}
		replaced[id] = "id-" + p.digest("extId", id)[:digestLength]
		return replaced[id]
	}
	for array, elements := range s.arrays {
		for _, e := range elements {
			for field, value := range e {
				if isID(field) && field != "clientExtId" && (array != "clients" || field != "extId") {
					e[field] = renamed(value, visit)
				}
			}
		}
	}
	for i, u := range s.Unread {
		s.Unread[i].ExtID, s.Unread[i].OwnerExtID = visit(u.ExtID), visit(u.OwnerExtID)
	}
	return len(replaced)
}

func renamed(value any, rename func(string) string) any {
	switch value := value.(type) {
	case string:
		return rename(value)
	case []any:
		for i := range value {
			value[i] = renamed(value[i], rename)
		}
		slices.SortFunc(value, func(a, b any) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	}
	return value
}

// digest returns text derived from the key and some parts. It has no vowels, so that it is not a
// name.
func (p *pseudonymizer) digest(parts ...string) string {
	return vowelless.Replace(hex.EncodeToString(p.sum(parts...)))
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
