package snapshot

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// Pseudonyms says what replacing the names of people came to.
type Pseudonyms struct {
	// People is how many users have invented names.
	People int `json:"people"`
	// Renamed are the names of units, roles and the like that a person's name stood in, with their
	// external ids instead of the names.
	Renamed []string `json:"renamed,omitempty"`
	// ExtIDs are the external ids that hold a person's name, sorted. They are left as they are unless
	// they are replaced too.
	ExtIDs []string `json:"ext_ids,omitempty"`
	// Replaced reports that they are.
	Replaced bool `json:"replaced"`
}

// structure are the fields of each array that stay as they are beside ids, states, flags and times:
// the names of what a tenant consists of, and its rules. Everything else of text is replaced.
var structure = map[string][]string{
	"clients":         {"name", "displayName"},
	"applications":    {"name", "displayName"},
	"roles":           {"name"},
	"enterpriseRoles": {"name", "displayName"},
	"units":           {"name", "displayName", "abbreviation"},
	"terms":           {"name", "termsVersion"},
	"consents":        {"termsVersion"},
	"propertyDefinitions": {"name", "displayName", "stringRegex", "propertyAllowedValues", "scope", "accessCreate", "accessModify",
		"uniquenessScope"},
	"policies":   {"name", "policyType", "parameters"},
	"properties": {"ownerType"},
	"callers":    {"token", "permissions", "clients"},
}

// everywhere are the fields that stay in every array.
var everywhere = []string{
	"extId", "version", "created", "lastModified", "validity", "state", "userState", "profileState", "stateName", "stateChangeReason",
	"languageCode", "type", "acceptanceDate", "lastSuccessfulLoginDate", "lastFailedLoginDate", "lastChangeDate",
}

// dropped are fields about a person that nothing invented takes the place of.
var dropped = []string{"sex", "gender"}

// Pseudonymize replaces names, logins, addresses, ways to reach people, free text and the values of
// properties by invented ones, which depend on the object's external id alone and so are the same
// every time. External ids stay; with extIDs those that hold a person's name are replaced too,
// wherever they stand.
func (s *Snapshot) Pseudonymize(extIDs bool) Pseudonyms {
	p := &pseudonymizer{s: s, names: map[string]string{}, enums: s.enumerations()}
	p.collect()
	for array, elements := range s.arrays {
		for i, e := range elements {
			elements[i] = p.element(array, e)
		}
	}
	p.result.ExtIDs = p.extIDs(extIDs)
	p.result.Replaced = extIDs && len(p.result.ExtIDs) > 0
	for i, placeholder := range s.Placeholders {
		s.Placeholders[i] = p.text(placeholder)
	}
	s.pseudonyms = true
	slices.Sort(p.result.Renamed)
	return p.result
}

// syllables are those of invented names, by what they stand for.
var syllables = map[string]int{"first": 2, "family": 3, "login": 3, "mail": 3}

type pseudonymizer struct {
	s *Snapshot
	// names maps the words of real names, in lower case, to what stands for them elsewhere.
	names  map[string]string
	enums  map[string]bool
	result Pseudonyms
}

// enumerations are the names of properties whose values are chosen from a list.
func (s *Snapshot) enumerations() map[string]bool {
	enums := map[string]bool{}
	for _, d := range s.arrays["propertyDefinitions"] {
		name := d.text("name")
		all, known := enums[name]
		enums[name] = d.text("type") == "Enum" && (all || !known)
	}
	return enums
}

// collect finds the words that people are known by.
func (p *pseudonymizer) collect() {
	type owned struct{ word, id, part string }
	var found []owned
	for _, user := range p.s.arrays["users"] {
		if technical, _ := user["isTechnicalUser"].(bool); technical {
			continue
		}
		name, _ := user["name"].(map[string]any)
		contacts, _ := user["contacts"].(map[string]any)
		mail, _, _ := strings.Cut(element(contacts).text("email"), "@")
		for part, text := range map[string]string{
			"first": element(name).text("firstName"), "family": element(name).text("familyName"), "login": user.text("loginId"), "mail": mail,
		} {
			for _, word := range nameWords(text) {
				p.names[word] = ""
				found = append(found, owned{word, user.text("clientExtId") + "\x00" + user.text("extId"), part})
			}
		}
	}
	slices.SortFunc(found, func(a, b owned) int { return strings.Compare(a.word+"\x00"+a.id+a.part, b.word+"\x00"+b.id+b.part) })
	for _, o := range found {
		if p.names[o.word] == "" {
			p.names[o.word] = p.name(o.id, o.part, syllables[o.part])
		}
	}
}

// element replaces what an element of an array says about people.
func (p *pseudonymizer) element(array string, e element) element {
	id := e.text("clientExtId") + "\x00" + e.text("extId") + e.text("ownerExtId")
	out := element{}
	for field, value := range e {
		switch {
		case array == "credentials" && !stays(array, field, value), slices.Contains(dropped, field):
		case field == "properties" || field == "values" && array == "properties":
			out[field] = p.values(array, id, value)
		case stays(array, field, value):
			out[field] = p.scrubbed(array, e, field, value)
		case array == "users":
			out[field] = p.person(id, field, value)
		default:
			out[field] = p.invented(array, id, field, value)
		}
	}
	if array == "users" {
		p.result.People++
	}
	return out
}

// stays reports whether a field is kept: ids, states, flags, numbers, times, and the structure.
func stays(array, field string, value any) bool {
	switch value.(type) {
	case bool, json.Number:
		return true
	}
	return isID(field) || slices.Contains(everywhere, field) || slices.Contains(structure[array], field)
}

func isID(field string) bool {
	return field == "extId" || strings.HasSuffix(field, "ExtId") || strings.HasSuffix(field, "ExtIds")
}

// scrubbed takes real names out of what stays.
func (p *pseudonymizer) scrubbed(array string, e element, field string, value any) any {
	if isID(field) || !slices.Contains(structure[array], field) {
		return value
	}
	replaced := p.deep(value)
	if fmt.Sprint(replaced) != fmt.Sprint(value) {
		p.result.Renamed = append(p.result.Renamed, strings.TrimSuffix(array, "s")+" "+p.text(e.text("extId")))
	}
	return replaced
}

func (p *pseudonymizer) deep(value any) any {
	switch value := value.(type) {
	case string:
		return p.text(value)
	case map[string]any:
		out := map[string]any{}
		for key, inner := range value {
			out[key] = p.deep(inner)
		}
		return out
	case []any:
		out := make([]any, len(value))
		for i, inner := range value {
			out[i] = p.deep(inner)
		}
		return out
	}
	return value
}

// text replaces the words of real names in a text.
func (p *pseudonymizer) text(text string) string {
	var b strings.Builder
	for _, piece := range pieces(text) {
		if invented := p.names[strings.ToLower(piece)]; invented != "" {
			piece = invented
		}
		b.WriteString(piece)
	}
	return b.String()
}

func (p *pseudonymizer) invented(array, id, field string, value any) any {
	switch value := value.(type) {
	case string:
		return p.phrase(array, id, field, value)
	case map[string]any:
		out := map[string]any{}
		for key, inner := range value {
			out[key] = p.invented(array, id, field+"."+key, inner)
		}
		return out
	}
	return "text"
}

// phrase invents a text; what has to be an address is one.
func (p *pseudonymizer) phrase(array, id, field, value string) string {
	if strings.HasPrefix(value, "http://") || strings.HasPrefix(value, "https://") {
		return "https://" + digest(array, id, field)[:10] + ".example.com"
	}
	return "Text " + digest(array, id, field)[:8]
}

// values invents the values of properties, but for those that are chosen from a list.
func (p *pseudonymizer) values(array, id string, value any) any {
	out := map[string]any{}
	values, _ := value.(map[string]any)
	for name, value := range values {
		if p.enums[name] {
			out[name] = value
			continue
		}
		invented := "v" + digest(array, id, name)
		text, _ := value.(string)
		out[name] = invented[:min(len(invented), max(4, min(len(text), 12)))]
	}
	return out
}

// extIDs lists the external ids that hold a real name, and replaces them when that is wanted.
func (p *pseudonymizer) extIDs(replace bool) []string {
	found := map[string]string{}
	visit := func(id string) string {
		if p.text(id) == id {
			return id
		}
		found[id] = "id-" + digest("extId", id, "")[:16]
		if replace {
			return found[id]
		}
		return id
	}
	for _, elements := range p.s.arrays {
		for _, e := range elements {
			for field, value := range e {
				if isID(field) || field == "clients" {
					e[field] = renamed(value, visit)
				}
			}
		}
	}
	for i, client := range p.s.Clients {
		p.s.Clients[i] = visit(client)
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

func renamed(value any, rename func(string) string) any {
	switch value := value.(type) {
	case string:
		return rename(value)
	case []any:
		for i := range value {
			value[i] = renamed(value[i], rename)
		}
	}
	return value
}

// digest is text that depends on nothing but what it stands for.
func digest(kind, id, part string) string {
	sum := sha256.Sum256([]byte(kind + "\x00" + id + "\x00" + part))
	return hex.EncodeToString(sum[:])
}
