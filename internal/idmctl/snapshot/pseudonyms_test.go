package snapshot_test

import (
	"bytes"
	"encoding/json"
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

func invented(t *testing.T, extIDs bool) (*snapshot.Snapshot, snapshot.Pseudonyms, string) {
	t.Helper()
	taken := take(t, service(t, []byte(gossip), "admin", nil), snapshot.Options{Client: "c1", Credentials: true})
	result := taken.Pseudonymize(testKey, extIDs)
	return taken, result, string(seed(t, taken))
}

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
	if result.People != 3 || !result.Replaced || len(result.ExtIDs) != 1 {
		t.Errorf("%+v", result)
	}
	for _, renamed := range []string{"application app", "enterpriseRole e1", "unit n1"} {
		if !slices.Contains(result.Renamed, renamed) {
			t.Errorf("renamed: %v lacks %s", result.Renamed, renamed)
		}
	}
}

func TestPseudonymize_keepsTheStructure(t *testing.T) {
	_, result, copied := invented(t, false)
	for _, kept := range []string{
		`"name": "Sales"`, `"name": "reader"`, `"name": "Passwords"`, `"grade": "A"`, `"extId": "u-überall"`, `"languageCode": "DE"`,
		`"roleExtId": "r1"`, `"countryCode": "CH"`, `"a": "1"`,
	} {
		if !strings.Contains(copied, kept) {
			t.Errorf("%s is gone:\n%s", kept, copied)
		}
	}
	if !slices.Equal(result.ExtIDs, []string{"u-überall"}) || result.Replaced {
		t.Errorf("external IDs with a name: %+v", result)
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
	taken.Pseudonymize(testKey, true)
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
	if !parsed.Pseudonymized() || !bytes.Equal(again, []byte(copied)) || !slices.Equal(parsed.Clients, taken.Clients) {
		t.Errorf("parsed:\n%s", again)
	}
	demo, err := snapshot.Parse(sim.DemoSeed())
	if err != nil {
		t.Fatal(err)
	}
	if demo.Pseudonymized() || !slices.Equal(demo.Clients, []string{"acme", "globex"}) {
		t.Errorf("the demo: %+v", demo.Clients)
	}
	if _, err := snapshot.Parse([]byte("plan")); err == nil {
		t.Error("a file that is no seed is parsed")
	}
}
