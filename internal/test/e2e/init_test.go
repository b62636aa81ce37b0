package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// starting returns a workspace for a new tenant on a service with the demo tenant.
func starting(t *testing.T, client string, quirks ...string) *exporting {
	t.Helper()
	e := exportingFrom(t, sim.Options{Seed: sim.DemoSeed(), Quirks: quirks}, client)
	e.environment = append(e.environment, asAdmin)
	return e
}

// start writes the folder of a new tenant, in which the CLI then runs.
func (e *exporting) start(variables []string, arguments ...string) string {
	e.t.Helper()
	out, complaints, code := e.idmctl(variables, append([]string{"init", "--out", e.out}, arguments...)...)
	if code != 0 {
		e.t.Fatalf("init: exit code %d\n%s", code, complaints)
	}
	e.folder = e.out
	return out
}

var (
	exampleHCL  = regexp.MustCompile(`(?m)^( +)# ("[^"]*",)$`)
	exampleYAML = regexp.MustCompile(`(?m)^# ([a-z-]+: \{.*\})$`)
)

// uncomment activates the commented-out examples of the files.
func (e *exporting) uncomment() {
	e.t.Helper()
	e.write("applications.tf", exampleHCL.ReplaceAllString(e.read("applications.tf"), "$1$2"))
	for _, name := range []string{"units.yaml", "jobs.yaml", "exceptions.yaml"} {
		e.write(name, exampleYAML.ReplaceAllString(e.read(name), "$1"))
	}
}

// people adds columns and lines to people.csv and saves it as Excel does in German.
func (e *exporting) people(columns string, lines ...string) {
	e.t.Helper()
	all := append([]string{strings.TrimSpace(e.read("people.csv")) + columns}, lines...)
	e.write("people.csv", strings.ReplaceAll(strings.Join(all, "\r\n"), ",", ";")+"\r\n;;;\r\n")
}

// A new folder plans without a warning, and its examples can be used unchanged.
func TestInit_fromNothing(t *testing.T) {
	t.Parallel()
	e := starting(t, "fresh", "later-releases")
	e.call("POST", "clients", `{"extId":"fresh","name":"Fresh"}`)
	e.start([]string{"IDM_BASE_URL="})
	e.must(0, "init", "-no-color", "-input=false")
	if out := e.must(2, "plan", "-detailed-exitcode", "-no-color", "-input=false"); strings.Contains(out, "Warning") {
		t.Error(out)
	}
	for _, file := range []string{"main.tf", "applications.tf"} {
		if lines := strings.Count(e.read(file), "\n"); lines > 60 {
			t.Errorf("%s has %d lines", file, lines)
		}
	}
	e.uncomment()
	e.people(",email,until,unit_2,job_2", "eva,Eva,Egger,sales-emea,seller,eva@example.com,31.12.2099,,",
		"finn,Finn,Fischer,sales,support,,,sales-emea,seller")
	out := e.must(0, "apply", "-auto-approve", "-no-color", "-input=false")
	if strings.Contains(out, "Warning") || !strings.Contains(out, "added, 0 changed, 0 destroyed") {
		t.Error(out)
	}
	if state := string(e.sim.State()); !strings.Contains(state, "2099-12-31T23:59:59") || !strings.Contains(state, "p-finn-2") {
		t.Error(state)
	}
	e.must(0, "plan", "-detailed-exitcode", "-no-color", "-input=false")
}

// The plan names the file and the line of each mistake, and what was meant. It is an error if it is
// certain; nothing is sent.
func TestInit_mistakes(t *testing.T) {
	t.Parallel()
	e := starting(t, "fresh", "later-releases")
	e.call("POST", "clients", `{"extId":"fresh","name":"Fresh"}`)
	e.call("POST", "fresh/users", `{"extId":"old-gina","loginId":"gina","name":{"firstName":"Gina","familyName":"Gut"}}`)
	e.start([]string{"IDM_BASE_URL="})
	e.must(0, "init", "-no-color", "-input=false")
	e.uncomment()
	const columns = "id;first;family;unit;job;until;telephone;birth_date;login_id\n"
	files := map[string]string{
		"units.yaml":      "sales: { name: Sales }\nit: { name: IT }\n",
		"jobs.yaml":       "seller: { roles: [crm-reader] }\nsupport:\n  roles:\n    - wiki-editor\n",
		"exceptions.yaml": "", "people.csv": columns + "eva;Eva;Egger;sales;seller;;;;\nfinn;Finn;Fischer;it;support;;;;\n",
		"applications.tf": e.read("applications.tf"),
	}
	for name, test := range map[string]struct {
		files map[string]string
		wants []string
	}{
		"a damaged sheet": {map[string]string{"people.csv": columns + "eva;Eva;Egger;sales;seller;########;4,14E+10;#N/A;\n" +
			"fi\u00a0nn;Fi\u200bnn;Fischer;it;support;;;;\n"}, []string{
			`Line 2: until "########" is an error of a spreadsheet in place of a value; correct the cell.`,
			`Line 2: telephone "4,14E+10" is a number that a spreadsheet has rounded; format the column as text, and enter the value again.`,
			`Line 2: birth_date "#N/A" is an error of a spreadsheet`,
			`Line 3: id "fi\u00a0nn" contains U+00A0, which cannot be seen`, `Line 3: first "Fi\u200bnn" contains U+200B, which cannot be seen`}},
		"units": {map[string]string{"units.yaml": "sales: { name: Sales }\nit: { nmae: IT, parent: slaes }\nlab:\n  name: Lab\n" +
			"  validity: { to: 6/30/2027 }\nshop: true\n"}, []string{
			"units.yaml line 2, it: nmae: there is no such key; did you mean name? The keys are", `units.yaml line 2, it: parent: there is no unit "slaes"; did you mean sales?`,
			"units.yaml line 5, lab: validity.to: 6/30/2027 is neither a day", "units.yaml line 6, shop: must be a mapping"}},
		"an invisible key of a unit": {map[string]string{"units.yaml": "sales: {}\nit\u200b: {}\n"}, []string{
			`Line 2: the key "it\u200b" contains U+200B, which cannot be seen`}},
		"a job twice": {map[string]string{"jobs.yaml": "seller: {}\nsupport: {}\nseller: {}\n"}, []string{`Line 3: "seller" is in line 1 already`}},
		"people, jobs and exceptions": {map[string]string{
			"people.csv": columns + "eva;Eva;Egger;sa les;seller;12/31/2027;;31.12.1990;\n" +
				"finn;Finn;Fischer;slaes;seler;2027-02-30;'+41;13/31/1990;\n" +
				"gina;Gina;Gut;it\u00a0x;chef;46203;;;\n",
			"jobs.yaml": "seller: { roles: [crm-reader] }\nsupport:\n  roles:\n    - wiki-editor\n" +
				"chief:\n  rols: [crm-reader]\n  roles: { crm-admin: { unit_globl: true, validity: { to: 31/12, form: 2027-01-01 } } }\n",
			"exceptions.yaml": "gian: { roles: [crm-admin] }\neva:\n  without:\n    - crm-raeder\n"}, []string{
			`people.csv line 2, eva: there is no unit "sa les"; did you mean sales?`, `people.csv line 2, eva: "12/31/2027" is neither a day such as`,
			`people.csv line 3, finn: there is no unit "slaes"; did you mean sales?`,
			`people.csv line 3, finn: there is no job "seler"; did you mean seller?`, `people.csv line 3, finn: "2027-02-30" is neither a day such as`,
			`people.csv line 3, finn: telephone is "'+41"; remove the apostrophe`,
			`people.csv line 3, finn: birth_date: "13/31/1990" is not a day`,
			`people.csv line 4, gina: there is no unit "it\u00a0x", which has an invisible character;`,
			`people.csv line 4, gina: there is no job "chef"; did you mean chief?`, `people.csv line 4, gina: "46203" is neither a day such as`,
			`exceptions.yaml line 1, exception gian: there is no person "gian"; did you mean finn or gina?`,
			`exceptions.yaml line 4, exception eva: without: there is no role of a job "crm-raeder"; did you mean crm-reader?`,
			`jobs.yaml line 6, job chief: there is no key "rols"; did you mean roles?`,
			`jobs.yaml line 7, job chief: crm-admin: "31/12" is neither a day`,
			`jobs.yaml line 7, job chief: crm-admin: there is no key "unit_globl"; did you mean unit_global?`,
			"jobs.yaml line 7, job chief: crm-admin: validity has from and to, not form"}},
		"all files": {map[string]string{
			"units.yaml": "sales: { nmae: Sales }\nit: { name: IT, parent: slaes }\n",
			"jobs.yaml":  "seller: { rols: [crm-reader] }\nsupport: {}\n",
			"people.csv": columns + "eva;Eva;Egger;slaes;seler;;;;\n"}, []string{
			"units.yaml line 1, sales: nmae: there is no such key", `units.yaml line 2, it: parent: there is no unit "slaes"`,
			`jobs.yaml line 1, job seller: there is no key "rols"`, `people.csv line 2, eva: there is no unit "slaes"; did you mean sales?`,
			`people.csv line 2, eva: there is no job "seler"`}},
		"roles and logins": {map[string]string{
			"people.csv": columns + "eva;Eva;Egger;sales;seller;;;;\nfinn;Finn;Fischer;it;support;;;;\ngina;Gina;Gut;it;support;;;;\n",
			"jobs.yaml": "seller: { roles: [crm-reader], enterprise_roles: [er-slaes] }\n" +
				"support:\n  roles:\n    - wiki-edtior\n"}, []string{
			`jobs.yaml line 1, job seller: The service has no enterprise role "er-slaes" in the client "fresh".`,
			`jobs.yaml line 4, job support: The service has no role "wiki-edtior". Did you mean "wiki-editor"?`,
			`people.csv line 4, gina: login_id: The user "old-gina" already has the login ID "gina"`, `ext_id = "old-gina" and adopt = ["gina"]`}},
		"an application": {map[string]string{"applications.tf": strings.Replace(e.read("applications.tf"), `"crm"`, `"crn"`, 1)}, []string{
			`The service has no application "crn". Did you mean "crm"`}},
	} {
		for file, content := range files {
			if changed, ok := test.files[file]; ok {
				content = changed
			}
			e.write(file, content)
		}
		out, code := e.cli("plan", "-no-color", "-input=false")
		plain := strings.Join(strings.Fields(strings.NewReplacer("│", "", "\u00a0", `\u00a0`).Replace(out)), " ")
		// Another resource could create a missing role or application, or free a login.
		possible := name == "roles and logins" || name == "an application"
		for _, want := range test.wants {
			if (code == 0) != possible || !strings.Contains(plain, want) {
				t.Errorf("%s: exit code %d, want %q:\n%s", name, code, want, out)
			}
		}
	}
}

// The examples in a folder give people effective access, and the resources are the same, whether or
// not the service was read.
func TestInit_effective(t *testing.T) {
	t.Parallel()
	var people [2]string
	t.Run("sources", func(t *testing.T) {
		for i, variables := range [][]string{nil, {"IDM_BASE_URL="}} {
			t.Run(fmt.Sprint("read without ", variables), func(t *testing.T) {
				t.Parallel()
				e := starting(t, "fresh", "later-releases")
				e.call("POST", "clients", `{"extId":"fresh","name":"Fresh"}`)
				if out := e.start(variables); !strings.Contains(out, "its application is not assigned") {
					t.Error(out)
				}
				e.must(0, "init", "-no-color", "-input=false")
				e.uncomment()
				e.people("", "eva,Eva,Egger,sales-emea,seller")
				e.must(0, "apply", "-auto-approve", "-no-color", "-input=false")
				e.must(0, "plan", "-detailed-exitcode", "-no-color", "-input=false")
				people[i] = e.must(0, "state", "list", "module.units", "module.people")
				out, complaints, code := e.idmctl(nil, "access", "of", "u-eva")
				if code != 0 || strings.Contains(out, "not assigned") || !strings.Contains(out, "crm-reader") {
					t.Errorf("exit code %d\n%s%s", code, out, complaints)
				}
			})
		}
	})
	if people[0] != people[1] || people[0] == "" {
		t.Errorf("the resources differ:\n%s\n%s", people[0], people[1])
	}
}

// A folder for an empty client imports the objects that the service created with the client, and
// changes nothing.
func TestInit_fromAnEmptyClient(t *testing.T) {
	t.Parallel()
	e := starting(t, "fresh", "later-releases")
	e.call("POST", "clients", `{"extId":"fresh","name":"Fresh"}`)
	if out := e.start(nil); !strings.Contains(out, "The first plan imports 4 objects") {
		t.Error(out)
	}
	e.must(0, "init", "-no-color", "-input=false")
	out := e.must(2, "plan", "-detailed-exitcode", "-no-color", "-input=false")
	if strings.Contains(out, "Warning") || !strings.Contains(out, "4 to import, 2 to add, 0 to change, 0 to destroy") {
		t.Error(out)
	}
}

// A client that does not exist is declared, and a plan of the folder creates it.
func TestInit_newClient(t *testing.T) {
	t.Parallel()
	e := starting(t, "brand", "later-releases")
	out := e.start([]string{"IDM_BASE_URL="}, "--client", "brand", "--new-client", "--name", "Brand")
	if !strings.Contains(out, "Apply the client before you write units and people") {
		t.Error(out)
	}
	e.must(0, "init", "-no-color", "-input=false")
	out = e.must(0, "apply", "-auto-approve", "-no-color", "-input=false")
	if strings.Contains(out, "Warning") || !strings.Contains(out, "Resources: 4 added") {
		t.Error(out)
	}
}

// The command does not write to a folder or for a client in use, and the message contains the
// remedy.
func TestInit_refused(t *testing.T) {
	t.Parallel()
	e := starting(t, "acme")
	used := filepath.Join(e.folder, "used")
	e.write("used/notes.txt", "mine")
	for name, c := range map[string]struct {
		variables, arguments []string
		message              string
	}{
		"no folder":         {nil, nil, "name the folder to write to with --out"},
		"a folder in use":   {nil, []string{"--out", used}, "is not empty"},
		"a client in use":   {nil, []string{"--out", e.out}, "export it with idmctl export --client acme"},
		"an unknown client": {nil, []string{"--out", e.out, "--client", "acmee"}, "to declare a new client, give --new-client"},
		"no client":         {[]string{"IDM_CLIENT_EXT_ID="}, []string{"--out", e.out}, "acme, globex"},
		"no client or service": {[]string{"IDM_CLIENT_EXT_ID=", "IDM_BASE_URL="},
			[]string{"--out", e.out}, "name the client with --client"},
		"a name alone": {nil, []string{"--out", e.out, "--name", "Acme"}, "give --new-client"},
	} {
		_, complaints, code := e.idmctl(c.variables, append([]string{"init"}, c.arguments...)...)
		if code != 1 || !strings.Contains(complaints, c.message) {
			t.Errorf("%s: exit code %d: %s", name, code, complaints)
		}
	}
	if _, err := os.Stat(e.out); err == nil {
		t.Error("a folder was written")
	}
	if files, err := os.ReadDir(used); err != nil || len(files) != 1 {
		t.Errorf("the folder in use has %d files: %v", len(files), err)
	}
}
