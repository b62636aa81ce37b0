package export_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/export"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// staffed returns a tenant with people, each with a profile and roles.
func staffed(people map[string][]string) *tenant.Tenant {
	of := small()
	of.Users, of.Profiles = nil, nil
	of.Units = []idm.Unit{{ExtID: "hq", Name: "HQ"},
		{ExtID: "0c7d6a5e-1111-4222-8333-944444444444", Name: "Verkauf", ParentUnitExtID: "hq"}}
	for _, name := range slices.Sorted(mapsKeys(people)) {
		joins(of, name, people[name]...)
	}
	return of
}

func mapsKeys(of map[string][]string) func(func(string) bool) {
	return func(yield func(string) bool) {
		for key := range of {
			if !yield(key) {
				return
			}
		}
	}
}

// joins adds a person.
func joins(of *tenant.Tenant, name string, roles ...string) {
	of.Users = append(of.Users, idm.User{ExtID: "u-" + name, LoginID: name, UserState: "active",
		Name: idm.UserName{FirstName: name, FamilyName: "Muster"}})
	p := tenant.Profile{Profile: idm.Profile{ExtID: "p-" + name, UserExtID: "u-" + name, ProfileState: "active",
		UnitExtID: "0c7d6a5e-1111-4222-8333-944444444444"}, Authorizations: []tenant.Authorization{},
		EnterpriseAuthorizations: []idm.EnterpriseAuthorization{}}
	for i, role := range roles {
		a := idm.Authorization{ExtID: fmt.Sprint(i), RoleExtID: role}
		p.Authorizations = append(p.Authorizations, tenant.Authorization{Authorization: a})
	}
	of.Profiles = append(of.Profiles, p)
}

// sheets exports to the layout data, and returns the files with the summary.
func sheets(t *testing.T, folder string, of *tenant.Tenant, o export.Options) (map[string]string, *export.Summary) {
	t.Helper()
	if o.Layout = export.Data; o.Update {
		o.Layout = ""
	}
	o.People = true
	summary, err := export.Write(t.Context(), folder, of, o)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, name := range []string{"units.yaml", "people.csv", "jobs.yaml", "exceptions.yaml"} {
		content, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(content)
	}
	return files, summary
}

// entries returns the lines of a file that are no comment.
func entries(content string) string {
	var lines []string
	for line := range strings.Lines(content) {
		if !strings.HasPrefix(line, "#") && line != "\n" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

// Three people with the same grants have a job; the others have the nearest job and exceptions.
func TestWrite_jobs(t *testing.T) {
	of := staffed(map[string][]string{"anna": {"crm", "wiki"}, "ben": {"crm", "wiki"}, "cleo": {"crm", "wiki"},
		"dora": {"admin", "crm", "wiki"}, "emil": {"crm"}, "finn": {}, "gina": {"admin"}})
	folder := filepath.Join(t.TempDir(), "out")
	files, _ := sheets(t, folder, of, export.Options{})
	for name, want := range map[string]string{
		"units.yaml": "hq:\n  name: HQ\nverkauf:\n  ext_id: \"0c7d6a5e-1111-4222-8333-944444444444\"\n  parent: hq\n  name: Verkauf\n",
		"people.csv": "\ufeffid,first,family,unit,job\nanna,anna,Muster,verkauf,crm\nben,ben,Muster,verkauf,crm\n" +
			"cleo,cleo,Muster,verkauf,crm\ndora,dora,Muster,verkauf,crm\nemil,emil,Muster,verkauf,none\n" +
			"finn,finn,Muster,verkauf,none\ngina,gina,Muster,verkauf,none\n",
		"jobs.yaml":       "crm:\n  roles: [crm, wiki]\nnone: {}\n",
		"exceptions.yaml": "dora:\n  roles: [admin]\nemil:\n  roles: [crm]\ngina:\n  roles: [admin]\n",
	} {
		if got := entries(files[name]); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
	for range 5 {
		slices.Reverse(of.Users)
		slices.Reverse(of.Profiles)
		if again, _ := sheets(t, filepath.Join(t.TempDir(), "out"), of, export.Options{}); !reflect.DeepEqual(again, files) {
			t.Errorf("another order gives other files:\n%s", again)
		}
	}
}

// The names of jobs stay when people join: another person of a job, in another unit, too.
func TestWrite_stableNames(t *testing.T) {
	people := map[string][]string{"anna": {"crm", "wiki"}, "ben": {"crm", "wiki"}, "cleo": {"crm", "wiki"}, "dora": {"wiki"},
		"emil": {"wiki"}, "finn": {"wiki"}, "gina": {"admin", "wiki"}, "hugo": {"admin", "wiki"}, "ida": {"admin", "wiki"},
		"jan": {"wiki", "crm", "admin"}, "kim": {"wiki", "crm", "admin"}, "lea": {"wiki", "crm", "admin"}}
	of := staffed(people)
	of.Units = append(of.Units, idm.Unit{ExtID: "lab", Name: "Lab", ParentUnitExtID: "hq"})
	for i, p := range of.Profiles {
		if slices.Contains(people[strings.TrimPrefix(p.ExtID, "p-")], "crm") {
			of.Profiles[i].UnitExtID = "lab"
		}
	}
	people["max"] = []string{"guide"}
	for _, name := range []string{"max", "nora", "olga"} {
		joins(of, name, "guide")
	}
	of.Profiles[3].UnitExtID, of.Profiles[4].UnitExtID, of.Profiles[5].UnitExtID = "hq", "hq", "hq"
	files, _ := sheets(t, filepath.Join(t.TempDir(), "out"), of, export.Options{})
	if want := "guide:\n  roles: [guide]\nhq:\n  roles: [wiki]\n"; !strings.Contains(files["jobs.yaml"], want) {
		t.Errorf("the jobs are not named after a role and a unit:\n%s", files["jobs.yaml"])
	}
	count := len(of.Users)
	for _, roles := range people {
		joins(of, "zoe", roles...)
		of.Profiles[len(of.Profiles)-1].UnitExtID = "0c7d6a5e-1111-4222-8333-944444444444"
		more, _ := sheets(t, filepath.Join(t.TempDir(), "out"), of, export.Options{})
		if more["jobs.yaml"] != files["jobs.yaml"] {
			t.Errorf("a person with %s changes\n%s\nto\n%s", roles, files["jobs.yaml"], more["jobs.yaml"])
		}
		of.Users, of.Profiles = of.Users[:count], of.Profiles[:count]
	}
}

// An export to a folder that has a jobs.yaml keeps it, with jobs of one or two people, and adds
// others.
func TestWrite_keepsJobs(t *testing.T) {
	of := staffed(map[string][]string{"anna": {"crm"}, "ben": {"admin"}, "cleo": {"guide"}, "dora": {"guide"}, "emil": {"guide"}})
	folder := t.TempDir()
	const mine = "# mine\nboss: { roles: [admin] }\nseller: { roles: [crm] } # sells\n"
	if err := os.WriteFile(filepath.Join(folder, "jobs.yaml"), []byte(mine), 0o600); err != nil {
		t.Fatal(err)
	}
	files, _ := sheets(t, folder, of, export.Options{})
	if want := mine + "\nguide:\n  roles: [guide]\n"; files["jobs.yaml"] != want {
		t.Errorf("jobs.yaml:\n%s\nwant\n%s", files["jobs.yaml"], want)
	}
	want := "\ufeffid,first,family,unit,job\nanna,anna,Muster,verkauf,seller\nben,ben,Muster,verkauf,boss\n" +
		"cleo,cleo,Muster,verkauf,guide\ndora,dora,Muster,verkauf,guide\nemil,emil,Muster,verkauf,guide\n"
	if files["people.csv"] != want || entries(files["exceptions.yaml"]) != "" {
		t.Errorf("people.csv:\n%s\nexceptions.yaml:\n%s", files["people.csv"], files["exceptions.yaml"])
	}
}

// A row of people.csv that a spreadsheet would change, or that lacks a part of a user, is a
// resource.
func TestWrite_noRow(t *testing.T) {
	yes := true
	for name, edit := range map[string]func(*tenant.Tenant){
		"a formula":         func(of *tenant.Tenant) { of.Users[0].Remarks = "=1+1" },
		"two lines":         func(of *tenant.Tenant) { of.Users[0].Remarks = "a\nb" },
		"spaces":            func(of *tenant.Tenant) { of.Users[0].Name.FirstName = " Anna" },
		"a technical user":  func(of *tenant.Tenant) { of.Users[0].IsTechnicalUser = &yes },
		"no name":           func(of *tenant.Tenant) { of.Users[0].Name.FamilyName = "" },
		"another state":     func(of *tenant.Tenant) { of.Users[0].UserState = "locked" },
		"a disabled one":    func(of *tenant.Tenant) { of.Profiles[0].ProfileState = "disabled" },
		"a bounded profile": func(of *tenant.Tenant) { of.Profiles[0].Validity.To = "2030-01-01T00:00:00Z" },
		"unread grants":     func(of *tenant.Tenant) { of.Profiles[0].Authorizations = nil },
		"a role twice": func(of *tenant.Tenant) {
			of.Profiles[0].Authorizations = append(of.Profiles[0].Authorizations,
				tenant.Authorization{Authorization: idm.Authorization{ExtID: "2", RoleExtID: "crm"}})
		},
		"a rounded number":  func(of *tenant.Tenant) { of.Users[0].Contacts.Telephone = "4,14E+10" },
		"a failed formula":  func(of *tenant.Tenant) { of.Users[0].Remarks = "#N/A" },
		"an apostrophe":     func(of *tenant.Tenant) { of.Users[0].Contacts.Telephone = "'+41" },
		"an invisible role": func(of *tenant.Tenant) { of.Profiles[0].Authorizations[0].RoleExtID = "crm\u200b" },
		"another unit":      func(of *tenant.Tenant) { of.Profiles[0].UnitExtID = "elsewhere" },
	} {
		of := staffed(map[string][]string{"anna": {"crm"}, "ben": {"crm"}})
		edit(of)
		folder := filepath.Join(t.TempDir(), "out")
		files, _ := sheets(t, folder, of, export.Options{})
		if users := read(t, folder, "users.tf"); strings.Contains(files["people.csv"], "anna") || !strings.Contains(users, `"u-anna"`) ||
			!strings.Contains(files["people.csv"], "ben,") || !strings.Contains(read(t, folder, "profiles.tf"), `"p-anna"`) {
			t.Errorf("%s:\n%s%s", name, files["people.csv"], users)
		}
	}
}

// A new person in a root without people.csv becomes a resource, and the summary says so.
func TestWrite_updateWithoutSheet(t *testing.T) {
	of := staffed(map[string][]string{"anna": {"crm"}})
	of.Units = append(of.Units, idm.Unit{ExtID: "lab", Name: "Lab"})
	folder := filepath.Join(t.TempDir(), "out")
	write := func(o export.Options) *export.Summary {
		o.People = true
		summary, err := export.Write(t.Context(), folder, of, o)
		if err != nil {
			t.Fatal(err)
		}
		return summary
	}
	write(export.Options{Layout: export.Data, Split: true})
	joins(of, "ben", "crm")
	of.Profiles[1].UnitExtID = "lab"
	write(export.Options{Split: true, Update: true})
	if got := read(t, filepath.Join(folder, "lab"), "users.tf"); !strings.Contains(got, `"u-ben"`) {
		t.Error(got)
	}
}

// An update adds people, units and jobs, keeps what is written, and lists what is gone. Another
// update changes nothing.
func TestWrite_updatesSheets(t *testing.T) {
	of := staffed(map[string][]string{"anna": {"crm"}, "ben": {"crm"}, "cleo": {"crm"}, "dora": {"admin"}})
	folder := filepath.Join(t.TempDir(), "out")
	before, _ := sheets(t, folder, of, export.Options{})
	mine := map[string]string{
		"jobs.yaml":  "# mine\n" + strings.Replace(before["jobs.yaml"], "crm:", "seller: # sells", 1),
		"people.csv": strings.NewReplacer(",crm\n", ";seller\r\n", ",", ";", "\n", "\r\n").Replace(before["people.csv"]),
	}
	for name, content := range mine {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if same, summary := sheets(t, folder, of, export.Options{Update: true}); same["people.csv"] != mine["people.csv"] ||
		same["jobs.yaml"] != mine["jobs.yaml"] || summary.Imports > 0 {
		t.Errorf("%+v\n%s", summary, same)
	}
	of.Units = append(of.Units, idm.Unit{ExtID: "lab", Name: "Lab", ParentUnitExtID: "hq"})
	of.Units[0].Name = "Headquarters"
	of.Users[1].Contacts.Email = "ben@example.com"
	of.Profiles[0].Authorizations = nil
	of.Users, of.Profiles = of.Users[:3], of.Profiles[:3]
	joins(of, "emil", "crm")
	for _, name := range []string{"finn", "gina", "hugo"} {
		joins(of, name, "crm", "guide")
		of.Users[len(of.Users)-1].Contacts.Email = name + "@example.com"
	}
	after, _ := sheets(t, folder, of, export.Options{Update: true})
	wantRows := strings.Replace(mine["people.csv"], ";job\r\n", ";job;email\r\n", 1) + "emil;emil;Muster;verkauf;seller;\r\n" +
		"finn;finn;Muster;verkauf;guide;finn@example.com\r\ngina;gina;Muster;verkauf;guide;gina@example.com\r\n" +
		"hugo;hugo;Muster;verkauf;guide;hugo@example.com\r\n"
	if after["people.csv"] != wantRows {
		t.Errorf("people.csv:\n%s\nwant\n%s", after["people.csv"], wantRows)
	}
	if want := mine["jobs.yaml"] + "\nguide:\n  roles: [crm, guide]\n"; after["jobs.yaml"] != want {
		t.Errorf("jobs.yaml:\n%s\nwant\n%s", after["jobs.yaml"], want)
	}
	if again, summary := sheets(t, folder, of, export.Options{Update: true}); !reflect.DeepEqual(again, after) || summary.Imports > 0 {
		t.Errorf("the second update: %+v\n%s", summary, again)
	}
}

// A character that editors do not display could hide a part of a value from a reviewer: it is
// escaped in YAML, and no table has it.
func TestWrite_dataShowsHiddenCharacters(t *testing.T) {
	of := staffed(map[string][]string{"anna": {"crm"}, "ben": {}})
	of.Units[0].Description = "a\u202eb \U000e0041c"
	of.Users[0].Remarks = "a\u202eb"
	files, _ := sheets(t, filepath.Join(t.TempDir(), "out"), of, export.Options{})
	if !strings.Contains(files["units.yaml"], `"a\u202eb \U000E0041c"`) || strings.Contains(files["people.csv"], "anna") {
		t.Errorf("%s%s", files["units.yaml"], files["people.csv"])
	}
}

// An update keeps the layout and the form of grants of the folder, and changes nothing if an option
// contradicts them.
func TestWrite_formKept(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "out")
	if _, err := export.Write(t.Context(), folder, small(), export.Options{}); err != nil {
		t.Fatal(err)
	}
	for _, o := range []export.Options{{Layout: export.Data}, {Split: true}, {Grants: export.Authoritative}} {
		o.Update = true
		if _, err := export.Write(t.Context(), folder, small(), o); err == nil ||
			!strings.Contains(err.Error(), "the folder has the layout hcl with single grants, and an update keeps both") {
			t.Errorf("%+v: %v", o, err)
		}
	}
	same := export.Options{Update: true, Layout: export.HCL, Grants: export.Single}
	if summary, err := export.Write(t.Context(), folder, small(), same); err != nil || summary.Imports != 0 {
		t.Errorf("%+v, %v", summary, err)
	}
	names := filepath.Join(folder, export.NamesFile)
	content, err := os.ReadFile(names)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(names, []byte(strings.Replace(string(content), "layout: hcl", "layout: by-unit", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := export.Write(t.Context(), folder, small(), export.Options{Update: true}); err == nil ||
		!strings.Contains(err.Error(), "the folder has the layout by-unit") {
		t.Errorf("a folder of an older release: %v", err)
	}
}
