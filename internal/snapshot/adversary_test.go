package snapshot_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/identity-iac/terraform-provider-idm/internal/snapshot"
)

// hidden are the ways in which a text of a tenant names somebody, and what gives it away.
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
	{`"birthDate":"1977-05-04"`, "since 4.5.1977", "1977"},
	{`"birthDate":"1977-05-04"`, "born 19770504", "19770504"},
}

// A name is found in every field of the structure, however it is written, also in external ids.
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
		taken.Pseudonymize(true)
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

// Names that differ only in what is replaced stay different where the service wants them so, and
// nobody's invented name is somebody's real one.
func TestPseudonymize_distinct(t *testing.T) {
	var users, units []string
	for i := range 300 {
		users = append(users,
			fmt.Sprintf(`{"clientExtId":"c1","extId":"u%d","loginId":"l%d","name":{"firstName":"F%s","familyName":"G%[3]s"}}`, i, i, spelled(i)))
		units = append(units, fmt.Sprintf(`{"clientExtId":"c1","extId":"n%d","name":"Team F%s"}`, i, spelled(i)))
	}
	units = append(units, `{"clientExtId":"c1","extId":"x1","name":"Fbaba"}`, `{"clientExtId":"c1","extId":"x2","name":"FBABA"}`,
		`{"clientExtId":"c1","extId":"x3","name":"fbába"}`)
	tenant := `{"clients":[{"extId":"c1","name":"C"}],"users":[` + strings.Join(users, ",") + `],"units":[` + strings.Join(units, ",") +
		`],"callers":[{"token":"admin","permissions":["*"],"clients":["*"]}]}`
	api := service(t, []byte(tenant), "admin", nil)
	known := snapshot.Options{Client: "c1"}
	taken := take(t, api, known)
	taken.Pseudonymize(true)
	copied := string(seed(t, taken))
	logins := map[string]bool{}
	for _, match := range regexp.MustCompile(`"loginId": "([^"]+)"`).FindAllStringSubmatch(copied, -1) {
		logins[match[1]] = true
	}
	if len(logins) != 300 || strings.Count(copied, `"Team `) != 300 {
		t.Errorf("%d logins, %d teams", len(logins), strings.Count(copied, `"Team `))
	}
	again := take(t, api, known)
	again.Pseudonymize(true)
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

// spelled is a number in syllables.
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
