package e2e

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
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
	mistakes := append(acctest.Table(t, "testdata/tables/init_mistakes.hcl"), acctest.Row{Name: "an application", Arguments: acctest.Values{
		"files": acctest.Values{"applications.tf": strings.Replace(e.read("applications.tf"), `"crm"`, `"crn"`, 1)},
		"wants": []any{`The service has no application "crn". Did you mean "crm"`},
	}})
	for _, row := range mistakes {
		for file, content := range files {
			if changed, ok := row.Config("files")[file]; ok {
				content = fmt.Sprint(changed)
			}
			e.write(file, content)
		}
		out, code := e.cli("plan", "-no-color", "-input=false")
		plain := strings.Join(strings.Fields(strings.NewReplacer("│", "", "\u00a0", `\u00a0`).Replace(out)), " ")
		// Another resource could create a missing role or application, or free a login.
		possible := row.Name == "roles and logins" || row.Name == "an application"
		for _, want := range row.Texts("wants") {
			if (code == 0) != possible || !strings.Contains(plain, want) {
				t.Errorf("%s: exit code %d, want %q:\n%s", row.Name, code, want, out)
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
