package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/rings"
)

// year is the workspace of a team that declares a small tenant with the modules of examples/modules
// for a year.
type year struct {
	*exporting
}

// month is the work of the team in a month: mistakes, which it reverts, and then a change.
type month struct {
	name     string
	mistakes []slip
	// manual changes the service like other people, and drift is the expected output of idmctl
	// drift.
	manual func(*year)
	// check contains further checks before the change.
	check func(*year)
	drift []string
	// change edits the configuration.
	change func(*year)
	// plan, review and apply are the expected texts about the change.
	plan          string
	review, apply []string
}

// slip is a mistake: an edit or an option of the CLI, and the expected text of its plan.
type slip struct {
	name    string
	edit    func(*year)
	options []string
	// variable is added to the environment of the CLI.
	variable string
	shows    []string
}

const yearFolder = `terraform {
  required_providers {
    idm = { source = "identity-iac/idm" }
  }
}

module "units" {
  source = "./units"
  parent = "acme-hq"
  units = {
    "sales"      = { name = "Sales" }
    "sales-emea" = { name = "EMEA", parent = "sales" }
    "lab"        = { name = "Lab" }
  }
}

module "people" {
  source       = "./people"
  people       = provider::idm::table(file("people.csv"), "id")
  unit_ext_ids = module.units.ext_ids
  jobs = {
    seller  = { roles = ["crm-reader", "wiki-editor"] }
    support = { roles = ["wiki-editor"] }
  }
}
`

const yearPeople = `id,first,family,unit,job,login_id,state,until
eva,Eva,Egger,sales-emea,seller,eva,active,
finn,Finn,Fischer,lab,support,finn,active,
gina,Gina,Gut,lab,support,gina,active,
`

// row replaces a line of people.csv; "" adds or removes a line.
func row(old, anew string) func(*year) {
	return func(y *year) {
		y.t.Helper()
		y.edit("people.csv", old, anew)
	}
}

// text changes a text of main.tf; if old is "" it adds one.
func text(old, anew string) func(*year) {
	return func(y *year) {
		y.t.Helper()
		y.edit("main.tf", old, anew)
	}
}

func both(edits ...func(*year)) func(*year) {
	return func(y *year) {
		y.t.Helper()
		for _, edit := range edits {
			edit(y)
		}
	}
}

// edit replaces a text in a file, or appends one.
func (y *year) edit(file, old, anew string) {
	y.t.Helper()
	content := y.read(file)
	switch {
	case old == "":
		content += anew + "\n"
	case !strings.Contains(content, old):
		y.t.Fatalf("%s has no %q", file, old)
	case anew == "":
		content = strings.Replace(content, old+"\n", "", 1)
	default:
		content = strings.Replace(content, old, anew, 1)
	}
	y.write(file, content)
}

const (
	fixedTerm = "hugo,Hugo,Huber,sales-emea,seller,hugo,active,2099-06-30T23:59:59Z"
	permanent = "hugo,Hugo,Huber,sales-emea,seller,hugo,active,9999-12-31T23:59:59Z"
)

var months = []month{
	{
		name: "January, an empty folder",
		mistakes: []slip{
			{name: "no token", variable: "IDM_TOKEN=", shows: []string{"Error: Missing login"}},
			{name: "a misspelt role", edit: text(`"crm-reader"`, `"crm-raeder"`),
				shows: []string{`The service has no role "crm-raeder"`, `Did you mean "crm-reader"?`}},
		},
		plan:   "3 to add, 0 to change, 0 to destroy",
		review: []string{"3 people are affected: 4 grants gained", "gains reader crm-reader"},
	},
	{
		name: "February, a joiner for a fixed term",
		mistakes: []slip{
			{name: "a misspelt unit", edit: row("", strings.Replace(fixedTerm, "emea", "emae", 1)),
				shows: []string{`people: hugo: there is no unit "sales-emae"; did you mean sales-emea?`}},
			{name: "a job that is not declared", edit: row("", strings.Replace(fixedTerm, "seller", "seler", 1)),
				shows: []string{`people: hugo: there is no job "seler"; did you mean seller?`}},
		},
		change: row("", fixedTerm),
		plan:   "0 to add, 2 to change, 0 to destroy",
		review: []string{"1 person is affected: 2 grants gained", "Hugo Huber u-hugo, +2 gained"},
	},
	{
		name: "March, a mover",
		mistakes: []slip{
			{name: "a day that does not exist", edit: row("2099-06-30T23:59:59Z", "2099-06-31"),
				shows: []string{`people: hugo: "2099-06-31" is neither a day such as 2027-06-30 nor a moment`}},
			{name: "the login ID of a colleague", edit: row("support,finn", "support,anna"),
				shows: []string{"The login ID is taken", `The user "u-anna" already has the login ID "anna"`, "Choose another login ID"}},
		},
		change: row("finn,Finn,Fischer,lab,support", "finn,Finn,Fischer,sales,seller"),
		plan:   "0 to add, 1 to change, 0 to destroy",
		review: []string{"1 grant gained and 1 grant changed", "because the profile moves to another unit"},
	},
	{
		name: "April, new names of a person and a unit",
		mistakes: []slip{
			{name: "another key with the old login ID", edit: row("finn,Finn", "finnian,Finn"),
				shows: []string{"Warning: Archiving is permanent", `"finn"`}},
			{name: "the name of a sibling", edit: text(`{ name = "Lab" }`, `{ name = "IT" }`),
				shows: []string{"The name is taken", `The unit "acme-it" below "acme-hq" already has the name "IT"`}},
		},
		change: both(row("Gina,Gut,", "Gina,Gut-Meier,"), text(`{ name = "Lab" }`, `{ name = "Research" }`)),
		plan:   "0 to add, 2 to change, 0 to destroy",
		review: []string{"name: Lab → Research"},
	},
	{
		name: "May, a fixed term becomes permanent",
		mistakes: []slip{
			{name: "the end left out", edit: row(fixedTerm, strings.Replace(fixedTerm, "2099-06-30T23:59:59Z", "", 1)),
				shows: []string{"Warning: A validity bound might not be removed", "a `to` such as 9999-12-31T23:59:59Z"}},
			{name: "the wrong century", edit: row("2099-06-30", "1999-06-30"),
				shows: []string{"Warning: The validity has ended", "1999-06-30T23:59:59Z"}},
		},
		change: row(fixedTerm, permanent),
		plan:   "0 to add, 1 to change, 0 to destroy",
		review: []string{"validity changes from until 2099-06-30", "because the user is valid longer"},
	},
	{
		name: "June, a leaver is disabled",
		mistakes: []slip{
			{name: "a state that does not exist", edit: row("gina,active", "gina,inactive"),
				shows: []string{"the state is active or disabled"}},
			{name: "a replacement in place of a leave", options: []string{`-replace=module.people.idm_users.this`},
				shows: []string{"Error: All elements would be replaced"}},
		},
		change: row("gina,active", "gina,disabled"),
		plan:   "0 to add, 1 to change, 0 to destroy",
		review: []string{"1 grant lost", "loses editor wiki-editor, because the user is disabled"},
	},
	{
		name:   "July, the leaver is archived",
		change: row("gina,Gina,Gut-Meier,lab,support,gina,disabled,", ""),
		plan:   "0 to add, 2 to change, 0 to destroy",
		review: []string{"user Gina Gut-Meier is archived permanently"},
	},
	{
		name: "August, the leaver returns",
		mistakes: []slip{
			{name: "the line of before", edit: row("", "gina,Gina,Gut-Meier,lab,support,gina,active,"),
				shows: []string{"Error: The archived user cannot be reused", `The user "u-gina" is archived permanently`,
					`another ext_id and another login_id, such as ext_id = "u-gina-2"`}},
			{name: "another key with the old login ID", edit: row("", "gina2,Gina,Gut-Meier,lab,support,gina,active,"),
				shows: []string{"Error: The archived user cannot be reused", `its login ID`}},
		},
		change: row("", "gina2,Gina,Gut-Meier,lab,support,gina2,active,"),
		plan:   "0 to add, 2 to change, 0 to destroy",
		review: []string{"Gina Gut-Meier u-gina2, +1 gained"},
	},
	{
		name: "September, a team is dissolved: its people move",
		mistakes: []slip{
			{name: "the unit goes without the move", edit: text(`    "sales-emea" = { name = "EMEA", parent = "sales" }`, ""),
				shows: []string{`there is no unit "sales-emea"`}},
		},
		change: both(row("Egger,sales-emea", "Egger,sales"), row("Huber,sales-emea", "Huber,sales")),
		plan:   "0 to add, 1 to change, 0 to destroy",
		review: []string{"profile p-eva of Eva Egger (u-eva): unit changes from EMEA to Sales"},
	},
	{
		name:   "September, the empty unit goes",
		change: text(`    "sales-emea" = { name = "EMEA", parent = "sales" }`, ""),
		plan:   "0 to add, 1 to change, 0 to destroy",
		review: []string{"− EMEA sales-emea (removed)"},
	},
	{
		name: "October, manual edits",
		manual: func(y *year) {
			y.call(http.MethodPost, "acme/profiles/p-eva/authorizations/", `{"roleExtId": "crm-admin"}`)
			y.call(http.MethodPatch, "acme/units/sales", `{"name": "Vertrieb", "version": 1}`)
			y.call(http.MethodDelete, "acme/profiles/p-finn", "")
		},
		drift: []string{"1 undeclared grant", "Eva Egger u-eva, has: admin crm-admin", "declared: Sales, recorded: Sales, found: Vertrieb",
			`module.people.idm_profiles.this.profiles["finn"], deleted`},
		plan:   "0 to add, 2 to change, 0 to destroy",
		review: []string{"Vertrieb → Sales"},
	},
	{
		name: "November, an expired token",
		mistakes: []slip{
			{name: "an expired token", variable: "IDM_TOKEN=expired",
				shows: []string{"Error: The service does not accept the login", "a token may have expired", "nothing was changed"}},
			{name: "another address", variable: "IDM_BASE_URL=http://127.0.0.1:1", shows: []string{"127.0.0.1:1", "connection refused"}},
		},
		check: func(y *year) {
			_, complaint, code := y.drift([]string{"IDM_TOKEN=expired"})
			if code != 1 {
				y.t.Errorf("drift with an expired token: exit code %d", code)
			}
			y.reads("drift with an expired token", complaint, []string{"The service does not accept the login", "a token may have expired"})
		},
		change: row("finn,Finn,Fischer,sales,seller", "finn,Finn,Fischer,sales,support"),
		plan:   "0 to add, 1 to change, 0 to destroy",
		review: []string{"1 grant lost", "loses reader crm-reader"},
	},
	{
		name: "December, temporary access for the audit",
		mistakes: []slip{
			{name: "a single grant next to all grants", edit: text("", audit("p-eva")),
				shows: []string{"Error: Managed twice", `of acme/p-eva`}},
			{name: "a profile that does not exist", edit: text("", audit("p-ana-hq")),
				shows: []string{`The service has no profile "p-ana-hq"`, `Did you mean "p-anna-hq"`}},
		},
		change: text("", audit("p-anna-hq")),
		plan:   "1 to add, 0 to change, 0 to destroy",
		review: []string{"Anna Arnold u-anna", "until 2099-12-31"},
	},
}

// audit declares a grant with an end.
func audit(profile string) string {
	return `
resource "idm_authorization" "audit" {
  profile_ext_id = "` + profile + `"
  role_ext_id    = "crm-admin"
  validity       = { to = "2099-12-31T23:59:59Z" }
}`
}

// A team declares a tenant for a year. Each month it makes two mistakes, which a plan reports with
// their remedy, and one change. The plan contains only this change, the review explains its effect
// on access, and the plan after the apply is empty.
func TestYear(t *testing.T) {
	rings.Campaign(t, "it repeats the changes of a year, each of which has a test")
	t.Parallel()
	y := &year{starting(t, "acme")}
	y.useModules()
	y.write("main.tf", yearFolder)
	y.write("people.csv", yearPeople)
	y.must(0, "init", "-no-color", "-input=false")
	if out, complaint, code := y.drift(nil, "--write-accepted", "accepted.yaml"); code != 2 {
		t.Fatalf("drift of a tenant without a state: exit code %d: %s\n%s", code, complaint, out)
	}
	for _, m := range months {
		t.Run(m.name, func(t *testing.T) { y.within(t).live(m) })
	}
	// Nothing is left of the year but what was there before it.
	out, _, code := y.drift(nil, "--accept", "accepted.yaml", "--expires-within", "36500d")
	if code != 0 || !strings.Contains(out, "2099-12-31") {
		t.Errorf("at the end of the year: exit code %d\n%s", code, out)
	}
	// Without accepted objects these are findings. An archived user is not offered for import.
	out, _, code = y.drift(nil)
	if code != 2 || !strings.Contains(out, "acme/u-ben ") || strings.Contains(out, "acme/u-gina ") {
		t.Errorf("unmanaged objects at the end of the year: exit code %d\n%s", code, out)
	}
}

// useModules copies the modules of the configuration to its folder.
func (y *year) useModules() {
	y.t.Helper()
	for _, module := range []string{"units", "people"} {
		if err := os.CopyFS(filepath.Join(y.folder, module), os.DirFS(filepath.Join(examples, "modules", module))); err != nil {
			y.t.Fatal(err)
		}
	}
}

// within returns the year for a subtest.
func (y *year) within(t *testing.T) *year {
	e, w := *y.exporting, *y.workspace
	w.t, e.workspace = t, &w
	return &year{&e}
}

func (y *year) live(m month) {
	y.t.Helper()
	for _, s := range m.mistakes {
		y.slips(s)
	}
	if m.check != nil {
		m.check(y)
	}
	if m.manual != nil {
		m.manual(y)
		out, _, code := y.drift(nil)
		if code != 2 {
			y.t.Errorf("drift: exit code %d", code)
		}
		y.reads("drift", out, m.drift)
	}
	if m.change != nil {
		m.change(y)
	}
	plan := y.must(0, "plan", "-no-color", "-input=false", "-out=year.plan")
	y.reads("the plan", plan, []string{"Plan: " + m.plan})
	if strings.Contains(plan, "Warning: ") {
		y.t.Errorf("the plan warns:\n%s", plan)
	}
	review, complaint, code := y.idmctl(nil, "review", "year.plan", "--output", "text",
		"--cli", os.Getenv("TF_ACC_TERRAFORM_PATH"))
	if code != 0 {
		y.t.Errorf("review: exit code %d: %s", code, complaint)
	}
	y.reads("the review", review, m.review)
	y.reads("the apply", y.must(0, "apply", "-no-color", "-input=false", "year.plan"), append([]string{"Apply complete!"}, m.apply...))
	y.must(0, "plan", "-detailed-exitcode", "-no-color", "-input=false")
}

// slips makes a mistake and reverts it. The plan of a mistake never writes.
func (y *year) slips(s slip) {
	y.t.Helper()
	files := map[string]string{"main.tf": y.read("main.tf"), "people.csv": y.read("people.csv")}
	if s.edit != nil {
		s.edit(y)
	}
	erring := y.within(y.t)
	if s.variable != "" {
		erring.environment = append(slices.Clip(erring.environment), s.variable)
	}
	before := len(y.sim.Requests())
	out, _ := erring.cli(append([]string{"plan", "-no-color", "-input=false"}, s.options...)...)
	y.reads(s.name, out, s.shows)
	for _, request := range y.sim.Requests()[before:] {
		if request.Method != http.MethodGet {
			y.t.Errorf("%s: %s %s was sent", s.name, request.Method, request.Path)
		}
	}
	for name, content := range files {
		y.write(name, content)
	}
}

func (y *year) drift(variables []string, arguments ...string) (stdout, stderr string, code int) {
	y.t.Helper()
	return y.idmctl(variables, append([]string{"drift", "--output", "text", "--cli", os.Getenv("TF_ACC_TERRAFORM_PATH")}, arguments...)...)
}

// reads checks that a text contains all parts, ignoring line breaks.
func (y *year) reads(what, text string, parts []string) {
	y.t.Helper()
	plain := strings.Join(strings.Fields(strings.ReplaceAll(text, "│", "")), " ")
	for _, part := range parts {
		if !strings.Contains(plain, part) {
			y.t.Errorf("%s does not show %q:\n%s", what, part, text)
		}
	}
}
