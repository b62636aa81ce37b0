package snapshot_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/snapshot"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// telling are words of the tenant below that identify people.
var telling = []string{
	"Zenobia", "Quixley", "zquixley", "Überall", "überall", "Dosd'Or", "1977-05-04", "Hasenweg", "Hintertupf", "6789", "4455",
	"private remark", "told by phone", "likes tea", "badge", "Doktor", "female", "Ølgaard", "Li", "Xu",
}

// gossip is a tenant with people's names in every text field.
const gossip = `{
"clients":[{"extId":"c1","name":"Client","remarks":"Zenobia pays, a private remark"}],
"applications":[{"extId":"app","name":"App of Quixley","description":"ask Zenobia","displayed":true,"url":"https://quixley.example.org/zenobia"}],
"roles":[{"extId":"r1","applicationExtId":"app","name":"reader","description":"for zquixley"}],
"enterpriseRoles":[{"clientExtId":"c1","extId":"e1","name":"Sales of ZENOBIA","description":"Quixley","roleExtIds":["r1"]}],
"units":[
 {"clientExtId":"c1","extId":"n1","name":"Team Zenobia Quixley","displayName":{"EN":"Quixley's team","DE":"Team Überall"},
  "description":"led by Zenobia","location":"Hasenweg 7","modificationComment":"told by phone"},
 {"clientExtId":"c1","extId":"n2","name":"Sales","parentUnitExtId":"n1"}],
"users":[
 {"clientExtId":"c1","extId":"1","loginId":"zquixley","name":{"title":"Doktor","firstName":"Zenobia","familyName":"Quixley-Ølgaard"},
  "birthDate":"1977-05-04","sex":"female","gender":"female","languageCode":"DE",
  "address":{"countryCode":"CH","city":"Hintertupf","street":"Hasenweg","houseNumber":"6789"},
  "contacts":{"telephone":"+41 31 4455 66","email":"zenobia.quixley@corp.example.org"},
  "remarks":"a private remark","modificationComment":"likes tea","properties":{"nick":"Zenobia the Great","grade":"A"}},
 {"clientExtId":"c1","extId":"u-überall","loginId":"x2","name":{"firstName":"Hanna","familyName":"Überall"}},
 {"clientExtId":"c1","extId":"3","loginId":"x3","name":{"firstName":"Li","familyName":"Xu"}}],
"profiles":[{"clientExtId":"c1","extId":"p1","userExtId":"1","unitExtId":"n1","name":"Zenobia in Sales","remarks":"badge 12"},
 {"clientExtId":"c1","extId":"p2","userExtId":"u-überall"}],
"authorizations":[{"clientExtId":"c1","extId":"a1","profileExtId":"p1","roleExtId":"r1"}],
"propertyDefinitions":[
 {"clientExtId":"c1","propertyId":1,"name":"nick","scope":"onUserGlobal","description":"as Zenobia has"},
 {"clientExtId":"c1","propertyId":2,"name":"grade","scope":"onUserGlobal","type":"Enum","propertyAllowedValues":[{"propertyAllowedValId":1,"value":"A"}]},
 {"clientExtId":"c1","propertyId":3,"name":"head","scope":"onUnitGlobal"}],
"properties":[{"clientExtId":"c1","ownerType":"unit","ownerExtId":"n1","values":{"head":"Zenobia Quixley"}}],
"policies":[{"clientExtId":"c1","extId":"pol","policyType":"PwdPolicy","name":"Passwords","description":"by Zenobia","parameters":{"a":"1"}}],
"credentials":[{"clientExtId":"c1","userExtId":"1","extId":"k1","type":"Kerberos","kerberosId":"zquixley@CORP","createdBy":"Client/zquixley"}],
"callers":[{"token":"admin","permissions":["*"],"clients":["*"]}]}`

func invented(t *testing.T, extIDs bool, keep ...string) (*snapshot.Snapshot, snapshot.Pseudonyms, string) {
	t.Helper()
	taken := take(t, service(t, []byte(gossip), "admin", nil), snapshot.Options{Client: "c1", Credentials: true})
	result, err := taken.Pseudonymize(testKey, extIDs, keep)
	if err != nil {
		t.Fatal(err)
	}
	return taken, result, string(seed(t, taken))
}

// testKey makes the copies in tests repeatable.
var testKey = []byte("a key for the tests of pseudonyms")

func TestPseudonymize_leavesNoName(t *testing.T) {
	_, result, copied := invented(t, true)
	for _, word := range telling {
		if regexp.MustCompile(`(?i)\b` + regexp.QuoteMeta(word) + `\b`).MatchString(copied) {
			t.Errorf("%s is still there:\n%s", word, copied)
		}
		if len(word) > 3 && strings.Contains(strings.ToLower(copied), strings.ToLower(word)) {
			t.Errorf("%s is still there:\n%s", word, copied)
		}
	}
	if result.People != 3 || result.ExtIDs < 10 {
		t.Errorf("%+v", result)
	}
}

// Every text of every field is replaced, unless the field is harmless, and the simulator starts with
// the copy.
func TestPseudonymize_everyText(t *testing.T) {
	whole, err := os.ReadFile("testdata/whole.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, extIDs := range []bool{false, true} {
		taken, err := snapshot.Parse(whole)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := taken.Pseudonymize(testKey, extIDs, nil); err != nil {
			t.Fatal(err)
		}
		copied := seed(t, taken)
		if _, err := sim.New(sim.Options{Seed: copied}); err != nil {
			t.Errorf("the simulator does not start with the copy: %v\n%s", err, copied)
		}
		var arrays map[string]any
		if err := json.Unmarshal(whole, &arrays); err != nil {
			t.Fatal(err)
		}
		texts, ids := textsOf("", arrays), map[string]bool{}
		for path, text := range texts {
			ids[text] = ids[text] || strings.Contains(path, "xtId")
		}
		for path, text := range texts {
			path = strings.TrimRight(path, " ")
			if isKeyword(path) || ids[text] && !extIDs || len(text) <= 2 {
				continue
			}
			if strings.Contains(string(copied), `"`+text+`"`) {
				t.Errorf("IDs replaced %t: %s is still %s", extIDs, path, text)
			}
		}
	}
}

// isKeyword reports whether the text at a path is a keyword, a time, the name of a property, or the
// ID of a client.
func isKeyword(path string) bool {
	field := path[strings.LastIndexAny(path, ".")+1:]
	keywords := regexp.MustCompile(`(?i)^(state|\w+State|stateName|\w*type|\w+code|\w+date|scope|\w+scope|created|lastModified|from|to|access\w+|` +
		`termsVersion|clientExtId)$`)
	return keywords.MatchString(field) && field != "birthDate" || strings.HasPrefix(path, ".callers") ||
		slices.Contains([]string{".propertyDefinitions.name", ".clients.extId"}, path)
}

// textsOf returns the texts in a value by their path, without the positions in lists.
func textsOf(path string, value any) map[string]string {
	found := map[string]string{}
	switch value := value.(type) {
	case string:
		found[path] = value
	case map[string]any:
		for key, inner := range value {
			maps.Copy(found, textsOf(path+"."+key, inner))
		}
	case []any:
		for i, inner := range value {
			for at, text := range textsOf(path, inner) {
				found[at+strings.Repeat(" ", i)] = text
			}
		}
	}
	return found
}

func TestPseudonymize_keepsTheStructure(t *testing.T) {
	_, _, copied := invented(t, false, "roles.name")
	for _, kept := range []string{
		`"name": "reader"`, `"name": "grade"`, `"extId": "u-überall"`, `"languageCode": "DE"`, `"roleExtId": "r1"`, `"countryCode": "CH"`,
		`"a": "1"`,
	} {
		if !strings.Contains(copied, kept) {
			t.Errorf("%s is gone:\n%s", kept, copied)
		}
	}
	choices := regexp.MustCompile(`"(?:grade|value)": "([^"]+)"`).FindAllStringSubmatch(copied, -1)
	if len(choices) != 2 || choices[0][1] != choices[1][1] || choices[0][1] == "A" {
		t.Errorf("a value of a list is another one in its definition: %q", choices)
	}
	taken := take(t, service(t, []byte(gossip), "admin", nil), snapshot.Options{Client: "c1"})
	if _, err := taken.Pseudonymize(testKey, false, []string{"units.nam"}); err == nil || !strings.Contains(err.Error(), "units.name") {
		t.Errorf("a misspelled field: %v", err)
	}
}

// A copy does not confirm guesses: two keys give copies with no common values, and one key always
// gives the same copy.
func TestPseudonymize_key(t *testing.T) {
	words := regexp.MustCompile(`"(?:firstName|familyName|loginId|birthDate|email|remarks|nick|name|extId)": "([^"]+)"`)
	with := func(key string) (string, map[string]bool) {
		taken := take(t, service(t, []byte(gossip), "admin", nil), snapshot.Options{Client: "c1"})
		if _, err := taken.Pseudonymize([]byte(key), true, nil); err != nil {
			t.Fatal(err)
		}
		copied, found := string(seed(t, taken)), map[string]bool{}
		for _, match := range words.FindAllStringSubmatch(copied, -1) {
			found[match[1]] = true
		}
		return copied, found
	}
	first, one := with("the first key of this test")
	again, _ := with("the first key of this test")
	_, two := with("another key of this test")
	if first != again || len(one) < 5 {
		t.Errorf("the same key gives another copy, or there is little in it: %v", one)
	}
	for word := range one {
		if two[word] && !slices.Contains([]string{"c1", "nick", "grade", "head"}, word) {
			t.Errorf("both keys give %s", word)
		}
	}
}

// Replaced IDs are sorted by the new IDs, also in lists.
func TestPseudonymize_order(t *testing.T) {
	_, _, copied := invented(t, true)
	var arrays struct {
		Users           []struct{ ExtID string }
		EnterpriseRoles []struct{ RoleExtIDs []string }
	}
	if err := json.Unmarshal([]byte(copied), &arrays); err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, user := range arrays.Users {
		all = append(all, user.ExtID)
	}
	if len(all) != 3 || !slices.IsSorted(all) || !slices.IsSorted(arrays.EnterpriseRoles[0].RoleExtIDs) {
		t.Errorf("the order of the IDs tells of the names:\n%v\n%v", all, arrays.EnterpriseRoles)
	}
}

func TestPseudonymize_theSameEveryTime(t *testing.T) {
	_, _, first := invented(t, true)
	_, _, second := invented(t, true)
	if first != second {
		t.Errorf("first:\n%s\nsecond:\n%s", first, second)
	}
	// An additional person changes nothing about the others.
	var arrays map[string][]map[string]any
	if err := json.Unmarshal([]byte(gossip), &arrays); err != nil {
		t.Fatal(err)
	}
	arrays["users"] = append(arrays["users"], map[string]any{"clientExtId": "c1", "extId": "4", "loginId": "four"})
	larger, err := json.Marshal(arrays)
	if err != nil {
		t.Fatal(err)
	}
	taken := take(t, service(t, larger, "admin", nil), snapshot.Options{Client: "c1"})
	if _, err := taken.Pseudonymize(testKey, true, nil); err != nil {
		t.Fatal(err)
	}
	name := regexp.MustCompile(`"familyName": "[^"]+"`)
	if a, b := name.FindString(first), name.Find(seed(t, taken)); a != string(b) {
		t.Errorf("%s became %s", a, b)
	}
}

// A seed records whether its people are invented.
func TestParse(t *testing.T) {
	taken, _, copied := invented(t, false)
	parsed, err := snapshot.Parse([]byte(copied))
	if err != nil {
		t.Fatal(err)
	}
	again, err := parsed.Seed()
	if err != nil {
		t.Fatal(err)
	}
	if !parsed.Pseudonyms || !bytes.Equal(again, []byte(copied)) || !slices.Equal(parsed.Clients, taken.Clients) {
		t.Errorf("parsed:\n%s", again)
	}
	demo, err := snapshot.Parse(sim.DemoSeed())
	if err != nil {
		t.Fatal(err)
	}
	if demo.Pseudonyms || !slices.Equal(demo.Clients, []string{"acme", "globex"}) {
		t.Errorf("the demo: %+v", demo.Clients)
	}
	if _, err := snapshot.Parse([]byte("plan")); err == nil {
		t.Error("a file that is no seed is parsed")
	}
}
