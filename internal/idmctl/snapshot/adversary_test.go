package snapshot_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/snapshot"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// hidden are ways in which a tenant's text contains a person's name, and the text that must
// disappear.
var hidden = []struct{ user, text, telling string }{
	{`"name":{"firstName":"Zenobia","familyName":"Quixley"}`, "Zenobias Büro", "zenobia"},
	{`"name":{"firstName":"Zenobia","familyName":"Quixley"}`, "TeamQuixleySüd", "quixley"},
	{`"name":{"firstName":"Zenobia","familyName":"Quixley"}`, "QUIXLEY/ZENOBIA", "quixley"},
	{`"name":{"firstName":"Zenobia","familyName":"Quixley"}`, "quixleyland", "quixley"},
	{`"name":{"firstName":"Zenobia","familyName":"Quixley"}`, "zenobia_quixley-2", "zenobia"},
	{`"name":{"familyName":"Überall"}`, "Team " + norm.NFD.String("Überall"), "berall"},
	{`"name":{"familyName":"` + norm.NFD.String("Überall") + `"}`, "Team Überall", "berall"},
	{`"name":{"familyName":"Überall"}`, "Team Ueberall", "berall"},
	{`"name":{"familyName":"Überall"}`, "Team Uberall", "berall"},
	{`"name":{"familyName":"Mueller"}`, "Müllers Team", "mull"},
	{`"name":{"familyName":"Ølgaard"}`, "olgaard", "lgaard"},
	{`"name":{"familyName":"Groß"}`, "Team GROSS", "gross"},
	{`"name":{"familyName":"Иванова"}`, "Команда ИВАНОВА", "иванов"},
	{`"name":{"familyName":"Иванова"}`, "Team Ivanova", "ivanov"},
	{`"name":{"familyName":"Ølgaard"}`, "Team Oelgaard", "lgaard"},
	{`"name":{"familyName":"Aagaard"}`, "Team Ågård", "gård"},
	{`"name":{"familyName":"Ågård"}`, "Team Aagaard", "gaard"},
	{`"name":{"familyName":"Ølgård"}`, "Team Olgaard", "lgaard"},
	{`"name":{"familyName":"Mæland"}`, "Team Maeland", "eland"},
	{`"name":{"familyName":"Quixley"}`, "Team Quix\u200bley", "quix"},
	{`"name":{"familyName":"Quix\u00adley"}`, "Team Quixley", "quixley"},
	{`"name":{"familyName":"Quixley"}`, "Team Q\u2060u\u3164ixley", "ixley"},
	{`"name":{"firstName":"Zoe","familyName":"Xu"}`, "Zoe's desk", "zoe"},
	{`"name":{"familyName":"王","firstName":"小明"}`, "团队王小明", "小明"},
	{`"name":{"familyName":"Dosd'Or"}`, "chez Dosd'Or", "dosd"},
	{`"name":{"firstName":"Anne-Marie"}`, "AnneMarie", "anne"},
	{`"name":{"firstName":"Ida"}`, "Ida's desk", "ida"},
	{`"name":{"firstName":"Ida"}`, "Idas desk", "ida"},
	{`"name":{"firstName":"Ida"}`, "deskIda", "ida"},
	{`"name":{"firstName":"Li","familyName":"Xu"}`, "Desk Li Xu", "xu"},
	{`"loginId":"e4711"`, "of e4711", "e4711"},
	{`"loginId":"90210"`, "of 90210", "90210"},
	{`"loginId":"j.doe@corp.example"`, "ask j.doe@corp.example", "doe"},
	{`"contacts":{"email":"zenobia.quixley@corp.example"}`, "zenobia.quixley@corp.example", "quixley"},
	{`"contacts":{"telephone":"+41 31 445 566"}`, "call 031/445566", "445566"},
	{`"contacts":{"mobile":"0041790003377"}`, "call +41 (79) 000-33-77", "33-77"},
	{`"name":{"familyName":"Yıldız"}`, "Team Yildiz", "yildiz"},
	{`"name":{"familyName":"Françoise"}`, "Team Francoise", "francoise"},
	{`"name":{"familyName":"Francois"}`, "Équipe François", "françois"},
	{`"name":{"familyName":"Wałęsa"}`, "Team Walesa", "walesa"},
	{`"name":{"familyName":"Walesa"}`, "Zespół Wałęsa", "wałęsa"},
	{`"name":{"familyName":"Weiss"}`, "Team Weiß", "weiß"},
	{`"name":{"familyName":"Παπαδόπουλος"}`, "Team Papadopoulos", "papadop"},
	{`"name":{"familyName":"Παπαδόπουλος"}`, "Ομάδα ΠΑΠΑΔΟΠΟΥΛΟΣ", "παπαδ"},
	{`"name":{"familyName":"Müller-Lüdenscheid"}`, "ask Luedenscheid", "denscheid"},
	{`"name":{"familyName":"Schmidt"}`, "Team S\u0441hmidt", "hmidt"},
	{`"name":{"familyName":"Quixley"}`, "Team Q\u0332u\u0332i\u0332x\u0332ley", "ley"},
	{`"name":{"familyName":"Quixley"}`, "Team Ｑｕｉｘｌｅｙ", "quixley"},
	{`"name":{"firstName":"Zenobia","familyName":"Quixley"}`, "for zquixley", "quixley"},
	{`"name":{"firstName":"Zenobia","familyName":"Quixley"}`, "${coalesce(var.owner, \"zenobia.quixley\")}", "quixley"},
	{`"loginId":"zen.quix"`, "login zen-quix", "quix"},
	{`"contacts":{"email":"z.quixley+hr@corp.example"}`, "box of z.quixley", "quixley"},
	{`"name":{"familyName":"Щукин"}`, "Team Shchukin", "hukin"},
	{`"birthDate":"1977-05-04"`, "since 4.5.1977", "1977"},
	{`"birthDate":"1977-05-04"`, "born 19770504", "19770504"},
}

// Names are found in every kept field and in external IDs, in every spelling.
func TestPseudonymize_findsNames(t *testing.T) {
	for i, c := range hidden {
		text, err := json.Marshal(c.text)
		if err != nil {
			t.Fatal(err)
		}
		user := c.user
		if !strings.Contains(user, "loginId") {
			user += `,"loginId":"l"`
		}
		tenant := strings.NewReplacer("TEXT", strings.Trim(string(text), `"`), "USER", user).Replace(`{
"clients":[{"extId":"c1","name":"TEXT","displayName":{"EN":"TEXT","DE":"TEXT"}}],
"applications":[{"extId":"app","name":"TEXT","displayed":true,"displayName":{"FR":"TEXT"},"description":"TEXT","url":"https://x.example/TEXT"}],
"roles":[{"extId":"r1","applicationExtId":"app","name":"TEXT","description":"TEXT"}],
"clientApplications":[{"clientExtId":"c1","applicationExtId":"app"}],
"enterpriseRoles":[{"clientExtId":"c1","extId":"e1","name":"TEXT","displayName":{"IT":"TEXT"}}],
"units":[{"clientExtId":"c1","extId":"n TEXT","name":"TEXT","displayName":{"EN":"TEXT"},"abbreviation":{"EN":"TEXT"},"location":"TEXT",
 "modificationComment":"TEXT"},{"clientExtId":"c1","extId":"n2","name":"Below","parentUnitExtId":"n TEXT"}],
"users":[{"clientExtId":"c1","extId":"1",USER,"remarks":"TEXT","properties":{"TEXT":"TEXT","nick":"TEXT"}},
 {"clientExtId":"c1","extId":"2","loginId":"other","remarks":"TEXT","modificationComment":"TEXT","address":{"city":"TEXT"}}],
"profiles":[{"clientExtId":"c1","extId":"p1","userExtId":"1","unitExtId":"n TEXT","name":"TEXT","remarks":"TEXT"}],
"authorizations":[{"clientExtId":"c1","extId":"a1","profileExtId":"p1","roleExtId":"r1"}],
"propertyDefinitions":[{"clientExtId":"c1","propertyId":1,"name":"nick","scope":"onUserGlobal","type":"Enum","description":"TEXT",
  "propertyAllowedValues":[{"propertyAllowedValId":1,"value":"TEXT"}]},
 {"clientExtId":"c1","propertyId":2,"name":"TEXT","scope":"onUserGlobal"}],
"policies":[{"clientExtId":"c1","extId":"pol","policyType":"PwdPolicy","name":"TEXT","description":"TEXT","parameters":{"a":"TEXT","TEXT":"1"}}],
"terms":[{"extId":"t","name":"TEXT","active":true,"silentAcceptance":false,"termsVersion":"1","urls":{"EN":"https://x.example/TEXT"}}],
"callers":[{"token":"admin","permissions":["*"],"clients":["*"]}]}`)
		taken := take(t, service(t, []byte(tenant), "admin", nil), snapshot.Options{Client: "c1", Credentials: true})
		taken.Pseudonymize(testKey, true)
		copied := string(seed(t, taken))
		plain := strings.ToLower(norm.NFC.String(copied)) + strings.ToLower(norm.NFKD.String(copied))
		expression := regexp.QuoteMeta(c.telling)
		if len(c.telling) < 4 {
			expression = `(^|\P{L})` + expression + `s?(\P{L}|$)`
		}
		if regexp.MustCompile(expression).MatchString(plain) {
			t.Errorf("%d: %s of %s is still there:\n%s", i, c.telling, c.user, copied)
		}
	}
}

// Names that differ only in replaced words stay different if the service requires it, and no
// invented name is the real name of a person.
func TestPseudonymize_distinct(t *testing.T) {
	var users, units []string
	for i := range 300 {
		users = append(users,
			fmt.Sprintf(`{"clientExtId":"c1","extId":"u%d","loginId":"l%d","name":{"firstName":"F%s","familyName":"G%[3]s"}}`, i, i,
				spelled(i)))
		units = append(units, fmt.Sprintf(`{"clientExtId":"c1","extId":"n%d","name":"Team F%s"}`, i, spelled(i)))
	}
	units = append(units, `{"clientExtId":"c1","extId":"x1","name":"Fbaba"}`, `{"clientExtId":"c1","extId":"x2","name":"FBABA"}`,
		`{"clientExtId":"c1","extId":"x3","name":"fbába"}`)
	tenant := `{"clients":[{"extId":"c1","name":"C"}],"users":[` + strings.Join(users, ",") + `],"units":[` + strings.Join(units, ",") +
		`],"callers":[{"token":"admin","permissions":["*"],"clients":["*"]}]}`
	api := service(t, []byte(tenant), "admin", nil)
	known := snapshot.Options{Client: "c1"}
	taken := take(t, api, known)
	taken.Pseudonymize(testKey, true)
	copied := string(seed(t, taken))
	logins := map[string]bool{}
	for _, match := range regexp.MustCompile(`"loginId": "([^"]+)"`).FindAllStringSubmatch(copied, -1) {
		logins[match[1]] = true
	}
	if len(logins) != 300 || strings.Count(copied, `"Team `) != 300 {
		t.Errorf("%d logins, %d teams", len(logins), strings.Count(copied, `"Team `))
	}
	again := take(t, api, known)
	again.Pseudonymize(testKey, true)
	if string(seed(t, again)) != copied {
		t.Error("the same tenant has another copy")
	}
	lower := strings.ToLower(copied)
	for i := range 300 {
		if strings.Contains(lower, "f"+spelled(i)) || strings.Contains(lower, "g"+spelled(i)) {
			t.Fatalf("f%s is in the copy", spelled(i))
		}
	}
}

// A copy does not confirm guesses: a person who knows the tenant's external IDs and the code learns
// nothing without the key. Two keys give copies with no common values, and one key always gives the
// same copy.
func TestPseudonymize_key(t *testing.T) {
	words := regexp.MustCompile(`"(?:firstName|familyName|loginId|birthDate|email|remarks|nick)": "([^"]+)"`)
	api := service(t, []byte(gossip), "admin", nil)
	with := func(key string) (string, map[string]bool) {
		taken := take(t, api, snapshot.Options{Client: "c1"})
		taken.Pseudonymize([]byte(key), true)
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
		if two[word] {
			t.Errorf("both keys give %s", word)
		}
	}
}

// Replaced IDs are sorted by the new IDs, also in lists.
func TestPseudonymize_order(t *testing.T) {
	var users, roles, ids []string
	for i := range 40 {
		users = append(users, fmt.Sprintf(`{"clientExtId":"c1","extId":"%02d-quixley","loginId":"quixley%[1]d"}`, i))
		roles = append(roles, fmt.Sprintf(`{"applicationExtId":"app","extId":"r%02d-quixley","name":"R%[1]d"}`, i))
		ids = append(ids, fmt.Sprintf(`"r%02d-quixley"`, i))
	}
	tenant := `{"clients":[{"extId":"c1","name":"C"}],"applications":[{"extId":"app","name":"A","displayed":true}],
"users":[` + strings.Join(append(users, `{"clientExtId":"c1","extId":"x","loginId":"x","name":{"familyName":"Quixley"}}`), ",") + `],
"roles":[` + strings.Join(roles, ",") + `],"clientApplications":[{"clientExtId":"c1","applicationExtId":"app"}],
"enterpriseRoles":[{"clientExtId":"c1","extId":"e","name":"E","roleExtIds":[` + strings.Join(ids, ",") + `]}],
"callers":[{"token":"admin","permissions":["*"],"clients":["*"]}]}`
	taken := take(t, service(t, []byte(tenant), "admin", nil), snapshot.Options{Client: "c1"})
	taken.Pseudonymize(testKey, true)
	copied := seed(t, taken)
	var arrays struct {
		Users, Roles    []struct{ ExtID string }
		EnterpriseRoles []struct{ RoleExtIDs []string }
	}
	if err := json.Unmarshal(copied, &arrays); err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, role := range arrays.Roles {
		all = append(all, role.ExtID)
	}
	if strings.Contains(string(copied), "quixley") || len(all) != 40 || !slices.IsSorted(all) ||
		!slices.IsSorted(arrays.EnterpriseRoles[0].RoleExtIDs) {
		t.Errorf("the order of the IDs tells of the names:\n%v\n%v", all, arrays.EnterpriseRoles)
	}
}

// A name that is also a keyword of the service leaves the copy usable.
func TestPseudonymize_wordsOfTheService(t *testing.T) {
	const tenant = `{"clients":[{"extId":"c1","name":"C","displayName":{"DE":"Kunde","EN":"Client"}}],
"users":[{"clientExtId":"c1","extId":"1","loginId":"value","languageCode":"DE","userState":"active",
  "name":{"firstName":"DE LUCA","familyName":"Value EN Active"}}],
"terms":[{"extId":"t","name":"T","active":true,"silentAcceptance":false,"termsVersion":"1","urls":{"DE":"https://x.example/de"}}],
"propertyDefinitions":[{"clientExtId":"c1","propertyId":1,"name":"nick","scope":"onUserGlobal","type":"Enum",
  "propertyAllowedValues":[{"propertyAllowedValId":1,"value":"A"}]}],
"callers":[{"token":"admin","permissions":["*"],"clients":["*"]}]}`
	taken := take(t, service(t, []byte(tenant), "admin", nil), snapshot.Options{Client: "c1"})
	taken.Pseudonymize(testKey, true)
	copied := seed(t, taken)
	if _, err := sim.New(sim.Options{Seed: copied}); err != nil {
		t.Errorf("the simulator does not start with the copy: %v\n%s", err, copied)
	}
	for _, kept := range []string{`"DE": "Kunde"`, `"languageCode": "DE"`, `"userState": "active"`, `"value": "A"`, `"DE": "https`} {
		if !strings.Contains(string(copied), kept) {
			t.Errorf("%s is gone:\n%s", kept, copied)
		}
	}
}

// A name inside an expression is found in every spelling of the expression.
func TestPseudonymize_expressions(t *testing.T) {
	for expression, stays := range map[string]bool{
		`^[A-Z]{2}[0-9]{4}$`: true, `^(sales|hr)-[0-9]+$`: true, `(?i)^quixley$`: false, `^[Qq]uixley$`: false,
		`^(Z|z)en$|^Quix(ley)?$`: false,
		`^\x51uixley$`:           false, `\QQuixley\E`: false, `^Q(u)(i)x+ley$`: false, `(?=Quixley)`: false, `^Quixley[0-9]$`: false,
	} {
		encoded, err := json.Marshal(expression)
		if err != nil {
			t.Fatal(err)
		}
		tenant := `{"clients":[{"extId":"c1","name":"C"}],
"users":[{"clientExtId":"c1","extId":"1","loginId":"l","name":{"familyName":"Quixley"}}],
"policies":[{"clientExtId":"c1","extId":"pol","policyType":"PwdPolicy","name":"P","parameters":{"password.regex":` + string(encoded) + `}}],
"callers":[{"token":"admin","permissions":["*"],"clients":["*"]}]}`
		taken := take(t, service(t, []byte(tenant), "admin", nil), snapshot.Options{Client: "c1"})
		taken.Pseudonymize(testKey, true)
		if copied := string(seed(t, taken)); strings.Contains(copied, `"password.regex": `+string(encoded)) != stays {
			t.Errorf("%s stays, want %t:\n%s", expression, stays, copied)
		}
	}
}

// testKey makes the copies in tests repeatable.
var testKey = []byte("a key for the tests of pseudonyms")

// spelled returns a number in syllables.
func spelled(n int) string {
	const consonants, vowels = "bdgk", "aeiou"
	var b strings.Builder
	for range 4 {
		b.WriteByte(consonants[n%4])
		b.WriteByte(vowels[n%5])
		n /= 2
	}
	return b.String() + fmt.Sprintf("%c", 'a'+n%26)
}
