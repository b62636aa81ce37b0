package e2e

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// namedTenant contains the requests for a tenant with names of people in the names of objects and
// in an expression. Jørgen's IDs do not contain his name, Zenobia's ID does.
var namedTenant = []manual{
	{http.MethodPost, "users/",
		`{"extId":"u-4711","loginId":"j4711","userState":"active","name":{"firstName":"Jørgen","familyName":"Ågård"}}`},
	{http.MethodPost, "users/",
		`{"extId":"u-4712","loginId":"q4712","userState":"active","name":{"firstName":"Wolfram","familyName":"Quix\u00adley"}}`},
	{http.MethodPost, "users/",
		`{"extId":"u-zenobia","loginId":"zenobia","userState":"active","name":{"firstName":"Zenobia","familyName":"Zweistein"}}`},
	{http.MethodPost, "users/u-4711/profiles", `{"extId":"p-4711","unitExtId":"acme-hq"}`},
	{http.MethodPost, "users/u-4712/profiles", `{"extId":"p-4712","unitExtId":"acme-it"}`},
	{http.MethodPost, "users/u-zenobia/profiles", `{"extId":"p-zenobia","unitExtId":"acme-it"}`},
	{http.MethodPost, "profiles/p-zenobia/eauthorizations/", `{"extId":"e-1","enterpriseRoleExtId":"er-sales"}`},
	{http.MethodPost, "units/", `{"extId":"desk","name":"Desk of Joergen Aagaard","profileless":true,"parentUnitExtId":"acme-it"}`},
	{http.MethodPatch, "eroles/er-sales", `{"name":"Sales of Quix\u200bley","displayName":{"EN":"Team QUIXLEY"}}`},
	{http.MethodPatch, "units/acme-it", `{"name":"IT of Zenobia"}`},
	{http.MethodPost, "/properties/",
		`{"clientExtId":"acme","scope":"UNIT_GLOBAL","name":"owner","type":"STRING","stringRegex":"^([Zz]enobia|quixley)$"}`},
}

// namedBefore and namedAfter revoke a role from Jørgen, grant it to Wolfram, and add another role
// to Zenobia's enterprise role.
const (
	namedBefore = `
resource "idm_authorization" "first" {
  profile_ext_id = "p-4711"
  role_ext_id    = "crm-admin"
}
`
	namedAfter = `
resource "idm_authorization" "second" {
  profile_ext_id = "p-4712"
  role_ext_id    = "crm-admin"
  unit_global    = true
}

resource "idm_enterprise_role_member" "sales" {
  enterprise_role_ext_id = "er-sales"
  role_ext_id            = "crm-admin"
}
`
)

// namesOfPeople matches the names of the people in any spelling, without invisible characters.
var namesOfPeople = regexp.MustCompile(`(?i)j(ø|o|oe)rgen|(å|a|aa)g(å|a|aa)rd|quixley|wolfram|enobia|zweistein|arnold|berger`)

func leaks(text string) []string {
	found := namesOfPeople.FindAllString(strings.NewReplacer("\u200b", "", "\u00ad", "").Replace(text), -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// reviewOf reviews a plan with a snapshot, given as a file or served by a simulator, and returns
// its output in all forms.
func (r *reviewing) reviewOf(snapshot, plan string) string {
	r.t.Helper()
	forms := []string{plan, "--output", "json", "--report", "markdown=review.md", "--report", "html=review.html"}
	file := snapshot + ".json"
	if snapshot == "plain" {
		out, _ := r.review(0, append(forms, "--snapshot", file)...)
		return out
	}
	if _, complaint := r.review(1, plan, "--snapshot", file); !strings.Contains(complaint, "its names are pseudonyms") {
		r.t.Errorf("%s: %s", file, complaint)
	}
	server, err := sim.New(sim.Options{Seed: []byte(r.read(file))})
	if err != nil {
		r.t.Fatal(err)
	}
	copied := httptest.NewServer(server)
	defer copied.Close()
	at := *r.workspace
	at.environment = append(slices.Clone(r.environment), "IDM_BASE_URL="+copied.URL, "IDM_TOKEN=snapshot-admin-token")
	out, _ := (&reviewing{workspace: &at}).review(0, forms...)
	return strings.ReplaceAll(out, copied.URL, r.url)
}

// A review rejects a snapshot with pseudonyms, so the copy is served: it results in the same bounds
// as the real tenant, for a saved plan and its JSON, and neither the copy nor a report about it
// contains a person's name. The same key results in the same report.
func TestReview_finalStateOfSnapshots(t *testing.T) {
	t.Parallel()
	r := &reviewing{workspace: newWorkspace(t, "", asAdmin)}
	(&drifting{r.workspace}).byHand(namedTenant)
	r.write("tenant.tf", namedBefore)
	r.must(0, "apply", "-auto-approve", "-no-color")
	r.write("tenant.tf", namedAfter)
	r.saved()
	forms := map[string][]string{"plain": nil, "pseudonyms": {"--pseudonyms"}, "others": {"--pseudonyms"},
		"key": {"--pseudonym-key", "key"}, "again": {"--pseudonym-key", "key"}}
	for name, flags := range forms {
		r.snapshot(name+".json", flags...)
	}
	r.snapshot("ids.json", "--pseudonym-ids")
	if found := leaks(r.read("ids.json")); len(found) > 0 {
		t.Errorf("the copy with other IDs names %q", found)
	}
	end := final{before: factsOf(t, r.sim.State())}
	reports := map[string]string{}
	for name := range forms {
		for _, file := range planFiles {
			out := r.reviewOf(name, file)
			reports[name+" "+file] = out
			text := r.read(name+".json") + out + r.read("review.md") + r.read("review.html")
			// External IDs are kept.
			found := leaks(strings.NewReplacer("u-zenobia", "", "p-zenobia", "").Replace(text))
			if (len(found) > 0) != (name == "plain") {
				t.Errorf("%s of %s names %q", file, name, found)
			}
		}
	}
	r.must(0, "apply", "-no-color", "reviewed.tfplan")
	end.after = factsOf(t, r.sim.State())
	gained, lost := end.difference()
	same(t, "gained", gained, "u-4712 crm-admin", "u-anna crm-admin", "u-zenobia crm-admin")
	same(t, "lost", lost, "u-4711 crm-admin")
	for name, report := range reports {
		decodeReview(t, report).bounds().contain(t, name, end, true)
	}
	for _, file := range planFiles {
		if reports["key "+file] != reports["again "+file] {
			t.Errorf("%s: two snapshots with a key give different reports", file)
		}
		if reports["pseudonyms "+file] == reports["others "+file] || reports["pseudonyms "+file] == reports["key "+file] {
			t.Errorf("%s: snapshots with different keys give the same report", file)
		}
	}
}
