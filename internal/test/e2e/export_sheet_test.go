package e2e

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/sheet"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/datafiles"
	"github.com/identity-iac/terraform-provider-idm/internal/test/rings"
)

const smallCompany = 60

// The files of a company, as a team writes them.
const (
	companyUnits = `board: { name: Board }
sales: { name: Sales, parent: board }
sales-emea: { name: EMEA, parent: sales }
sales-apac: { name: APAC, parent: sales, validity: { to: 2099-12-31 } }
it: { name: IT, parent: board, description: "Yes, 24/7: {all}" }
it-ops: { name: Operations, parent: it }
`
	companyJobs = `director: { enterprise_roles: [er-sales, er-finance] }
seller: { roles: [crm-reader, wiki-editor] }
agent: { roles: { crm-reader: { unit_global: true }, wiki-editor: { validity: { to: 2098-06-30 } } } }
admin: { roles: [crm-admin, wiki-editor], enterprise_roles: [er-sales] }
writer: { roles: [wiki-editor] }
guest: {}
`
	companyExceptions = `p07: { roles: [crm-admin] }
p13: { without: [wiki-editor], roles: { crm-admin: { validity: { to: 2030-01-31 } } } }
p20: { roles: { crm-reader: { client_global: true } } }
p05-2: { enterprise_roles: [er-finance] }
`
)

// company returns the lines of people.csv for the people from first to last.
func company(first, last int) []string {
	units := []string{"board", "sales-emea", "sales-apac", "it", "it-ops", "sales"}
	jobs := []string{"director", "seller", "agent", "admin", "writer", "guest"}
	var lines []string
	for i := first; i <= last; i++ {
		at := i % len(units)
		line := []string{fmt.Sprintf("p%02d", i), "Erika", fmt.Sprintf("Muster %02d", i), units[at], jobs[at], "", "", "", "", "", "", ""}
		switch i % 10 {
		case 1:
			line[5] = fmt.Sprintf("0%d79", i)
		case 2:
			line[6], line[7] = fmt.Sprintf("p%d@example.com", i), "+41 44 0"
		case 3:
			line[8], line[9] = "DE", "2099-06-30"
		case 4:
			line[9] = "2030-01-31T12:00:00Z"
		case 5:
			line[10], line[11] = "it", "writer"
		}
		lines = append(lines, strings.Join(line, ","))
	}
	return lines
}

// whatMatters returns the content of the files of a folder without what may differ: the order, and
// the names of the jobs.
func whatMatters(t *testing.T, folder string) map[string]string {
	t.Helper()
	f, err := datafiles.Read(folder)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for key, extID := range f.Units {
		all["unit "+key] = extID
	}
	for person, row := range f.People {
		cells := map[string]string{}
		for column, cell := range row {
			switch {
			case cell == nil || column == "job" || column == "job_2" || column == sheet.Line:
			case column == "from" || column == "until":
				cells[column] = f.Moment(*cell, column == "until")
			default:
				cells[column] = *cell
			}
		}
		all["person "+person] = fmt.Sprint(cells)
		for _, function := range f.Functions(person) {
			all["function "+function.Key] = fmt.Sprint(function.ExtID, function.Unit, f.Grants(function))
		}
	}
	return all
}

// sameCompany exports the tenant to a folder, compares its files with those that made it, and returns
// the number of imports.
func (e *exporting) sameCompany(name string) int {
	e.t.Helper()
	summary := e.export(0, nil, name, "--layout", "data", "--people")
	want, got := whatMatters(e.t, e.folder), whatMatters(e.t, filepath.Join(e.folder, name))
	// The service has created a unit with the client, which the first apply has adopted.
	for _, key := range slices.Sorted(maps.Keys(want)) {
		if got[key] != want[key] {
			e.t.Errorf("%s is %q, was written as %q", key, got[key], want[key])
		}
		delete(got, key)
	}
	if len(got) > 0 {
		e.t.Errorf("the export has more: %v", got)
	}
	return summary.Imports
}

// A company goes from a sheet to a tenant, through a month of joiners, movers and leavers, and out
// into the same files, whose first plan changes nothing.
func TestExport_sameFiles(t *testing.T) {
	t.Parallel()
	e := sameFiles(t, smallCompany)
	t.Run("year", func(t *testing.T) {
		rings.Campaign(t, "it repeats the month eleven times")
		e.year(t, smallCompany)
	})
}

// So does one of thousands.
func TestExport_sameFilesOfThousands(t *testing.T) {
	rings.Campaign(t, "it repeats the test for 5,000 people")
	sameFiles(t, 5000).year(t, 5000)
}

func sameFiles(t *testing.T, people int) *exporting {
	t.Helper()
	e := starting(t, "fresh", "later-releases")
	e.call("POST", "clients", `{"extId":"fresh","name":"Fresh"}`)
	e.startCompany(people)
	imports := e.sameCompany("first")
	jobs, err := datafiles.Read(filepath.Join(e.folder, "first"))
	if err != nil || len(jobs.Jobs) != 6 || len(jobs.Exceptions) != 4 {
		t.Errorf("%v, the jobs %v, the exceptions %v", err, jobs.Jobs, jobs.Exceptions)
	}
	before := map[string]string{}
	for _, name := range []string{"units.yaml", "people.csv", "jobs.yaml", "exceptions.yaml"} {
		before[name] = e.read(name)
	}
	// The company uses applications and roles that its folder does not declare.
	if summary := e.export(0, nil, e.folder, "--update"); summary.Imports != 9 {
		t.Errorf("an update adds %d", summary.Imports)
	}
	for name, content := range before {
		if e.read(name) != content {
			t.Errorf("an update changes %s:\n%s", name, e.read(name))
		}
	}
	first := e.at(filepath.Join(e.folder, "first"))
	e.adopts(first.folder, imports)
	first.must(0, "apply", "-no-color", "plan.bin")
	first.joins()
	e.month(1, people)
	e.sameCompany("second")
	return e
}

// year repeats the month eleven times.
func (e *exporting) year(t *testing.T, people int) {
	t.Helper()
	w := *e.workspace
	w.t = t
	of := &exporting{workspace: &w, out: e.out}
	for month := 2; month <= 12; month++ {
		of.month(month, people)
		of.must(0, "plan", "-detailed-exitcode", "-no-color", "-input=false")
	}
	of.adopts(filepath.Join(of.folder, "third"), of.sameCompany("third"))
}

// startCompany writes the files of a company into the folder of a new tenant, and applies them.
func (e *exporting) startCompany(people int) {
	e.t.Helper()
	e.start(nil)
	for _, role := range []string{"er-sales", "er-finance"} {
		e.call("POST", "fresh/eroles/", fmt.Sprintf(`{"extId":%q,"name":%q}`, role, role))
	}
	e.write("applications.tf", strings.NewReplacer(`# "crm"`, `"crm"`, `# "wiki"`, `"wiki"`).Replace(e.read("applications.tf")))
	e.write("units.yaml", e.read("units.yaml")+companyUnits)
	e.write("jobs.yaml", companyJobs)
	e.write("exceptions.yaml", companyExceptions)
	e.people(",login_id,email,telephone,language,until,unit_2,job_2", company(1, people)...)
	e.must(0, "init", "-no-color", "-input=false")
	e.must(0, "apply", "-auto-approve", "-no-color", "-input=false")
	e.remove("imports.tf")
}

// month applies a month of joiners, movers and leavers: people of all jobs get the function of
// others.
func (e *exporting) month(number, people int) {
	e.t.Helper()
	lines := strings.Split(strings.TrimRight(e.read("people.csv"), "\r\n;"), "\r\n")
	if number == 1 {
		lines[0] += ";state"
	}
	for i, line := range lines[1:] {
		cells := strings.Split(line, ";")
		cells = append(cells, make([]string, strings.Count(lines[0], ";")+1-len(cells))...)
		if i%12 == number-1 {
			other := strings.Split(lines[1+(i+people/2+1)%people], ";")
			copy(cells[3:5], other[3:5])
		}
		if i == 7*number {
			cells[len(cells)-1] = "disabled"
		}
		lines[1+i] = strings.Join(cells, ";")
	}
	joined := people + 5*(number-1)
	for _, joiner := range company(joined+1, joined+5) {
		lines = append(lines, strings.ReplaceAll(joiner, ",", ";")+";")
	}
	e.write("people.csv", strings.Join(lines, "\r\n")+"\r\n")
	e.must(0, "apply", "-auto-approve", "-no-color", "-input=false")
}
