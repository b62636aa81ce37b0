package export

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/sheet"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/datafiles"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// columns are the columns of people.csv in their order.
var columns = []string{"id", "first", "family", "unit", "job", "login_id", "title", "email", "telephone", "telefax", "mobile", "language",
	"state", "from", "until", "unit_2", "job_2", "sex", "gender", "birth_date", "street", "house_number", "dwelling_number", "addressline1",
	"addressline2", "post_office_box_text", "post_office_box_number", "postal_code", "city", "locality", "country_code", "remarks",
	"modification_comment", "user_ext_id", "profile_ext_id", "profile_name", "profile_ext_id_2", "profile_name_2"}

// always is the number of the first columns that every file has.
const always = 5

// columnOf maps the attributes of a user to their columns, where these have other names.
var columnOf = map[string]string{"ext_id": "user_ext_id", "first_name": "first", "family_name": "family", "language_code": "language",
	"user_state": "state", "to": "until"}

// cells returns the values of a user by column.
func (d *dataRoot) cells(key string, args []arg) map[string]string {
	all := map[string]string{"id": key}
	for _, a := range args {
		switch content := a.value.(type) {
		case fixed:
			maps.Copy(all, d.cells(key, content))
		case text:
			column := cmp.Or(columnOf[a.name], a.name)
			all[column] = string(content)
			if column == "from" || column == "until" {
				all[column] = datafiles.Day(string(content), column == "until", d.e.zone)
			}
		}
	}
	maps.DeleteFunc(all, func(column, content string) bool { return omitted(key)[column] == content })
	return all
}

// omitted returns the values that empty cells of a person stand for.
func omitted(key string) map[string]string {
	return map[string]string{"login_id": key, "state": "active", "user_ext_id": "u-" + key}
}

// plainRow reports whether a row has the values of a user: a person with a name and a login ID.
func plainRow(u idm.User) bool {
	technical := u.IsTechnicalUser != nil && *u.IsTechnicalUser
	return !technical && u.Name.FirstName != "" && u.Name.FamilyName != "" && u.LoginID != "" &&
		(u.UserState == "active" || u.UserState == "disabled")
}

// marked matches a text that a spreadsheet has marked with an apostrophe.
var marked = regexp.MustCompile(`^'[=+@\d-]`)

// readable reports whether a spreadsheet keeps a value, and a reader does not take it for a damaged
// one: it neither computes nor trims it.
func readable(value string) bool {
	return strings.TrimSpace(value) == value && !strings.HasPrefix(value, "=") && !strings.HasPrefix(value, "@") &&
		!marked.MatchString(value) && !sheet.Damaged(value) &&
		!strings.ContainsFunc(value, func(r rune) bool { return !unicode.IsGraphic(r) })
}

// takePeople takes the users with their profiles and grants that have the form of a row.
func (d *dataRoot) takePeople(resources []*resource) {
	in := map[string]map[string]*resource{}
	for _, r := range resources {
		put(in, r.kind, r.id, r)
	}
	known, taken := map[string]string{}, map[string]bool{}
	if d.files != nil {
		for key := range d.files.People {
			known[d.files.UserExtID(key)], taken[key] = key, true
		}
	}
	d.profilesOf = map[string][]*tenant.Profile{}
	for i := range d.e.b.profiles {
		p := &d.e.b.profiles[i]
		d.profilesOf[p.UserExtID] = append(d.profilesOf[p.UserExtID], p)
	}
	users := d.e.b.sortedUsers()
	for _, u := range users {
		if key, found := strings.CutPrefix(u.ExtID, "u-"); found && plainKey.MatchString(key) && known[u.ExtID] == "" && !taken[key] {
			known[u.ExtID], taken[key] = key, true
		}
	}
	for _, u := range users {
		r := in[kindUser][d.e.b.inClient(u.ExtID)]
		if r == nil || d.e.keptResource(r) {
			continue
		}
		key := known[u.ExtID]
		if d.files != nil && d.files.People[key] != nil {
			d.takeKnown(key, r, in)
			continue
		}
		if !plainRow(u) || len(r.ignored) > 0 {
			continue
		}
		if key == "" {
			key = free(r.name, taken)
		}
		if p := d.person(key, r, u, in, taken); p != nil {
			taken[key] = true
			d.people = append(d.people, p)
		}
	}
	d.sortPeople()
}

// person returns the row of a user; nil if it does not have the form of a row.
func (d *dataRoot) person(key string, r *resource, u idm.User, in map[string]map[string]*resource, taken map[string]bool) *personRow {
	p := &personRow{key: key, user: u, cells: d.cells(key, r.args)}
	for _, content := range p.cells {
		if !readable(content) {
			return nil
		}
	}
	var profiles []tenant.Profile
	for _, of := range d.profilesOf[u.ExtID] {
		if d.isFunction(*of, in) {
			profiles = append(profiles, *of)
		}
	}
	first := func(of tenant.Profile) int {
		switch {
		case of.ExtID == "p-"+key:
			return 0
		case of.IsDefaultProfile != nil && *of.IsDefaultProfile:
			return 1
		}
		return 2
	}
	slices.SortStableFunc(profiles, func(a, b tenant.Profile) int { return cmp.Compare(first(a), first(b)) })
	if len(profiles) == 0 {
		return nil
	}
	d.take(r, "module.people.user_ext_ids["+quote(key)+"]", false)
	for i, of := range profiles[:min(2, len(profiles))] {
		if i == 1 && taken[key+datafiles.Second] {
			break
		}
		p.functions = append(p.functions, d.function(p, of, i, in))
	}
	return p
}

// functionKinds are the types of the resources that a function declares.
var functionKinds = []string{kindProfile, kindProfileAuthorizations, kindProfileEnterpriseAuthorizations}

// takeKnown takes what the files declare of a person.
func (d *dataRoot) takeKnown(key string, user *resource, in map[string]map[string]*resource) {
	d.take(user, "module.people.user_ext_ids["+quote(key)+"]", true)
	for _, declared := range d.files.Functions(key) {
		for _, kind := range functionKinds {
			if r := in[kind][d.e.b.inClient(declared.ExtID)]; r != nil {
				d.take(r, "module.people.profile_ext_ids["+quote(declared.Key)+"]", true)
			}
		}
	}
}

// function adds a profile to a row.
func (d *dataRoot) function(p *personRow, of tenant.Profile, i int, in map[string]map[string]*resource) *function {
	suffix, key := "", p.key
	if i == 1 {
		suffix, key = "_2", p.key+datafiles.Second
	}
	f := &function{key: key, unit: d.unitKeys[of.UnitExtID], extID: of.ExtID, grants: grantsOf(of)}
	p.cells["unit"+suffix], p.cells["profile_name"+suffix] = f.unit, of.Name
	if of.ExtID != "p-"+key {
		p.cells["profile_ext_id"+suffix] = of.ExtID
	}
	for _, kind := range functionKinds {
		d.take(in[kind][d.e.b.inClient(of.ExtID)], "module.people.profile_ext_ids["+quote(key)+"]", false)
	}
	return f
}

// isFunction reports whether a profile has the form of a function: a unit of the tree, and grants
// that were read completely, each of another role.
func (d *dataRoot) isFunction(p tenant.Profile, in map[string]map[string]*resource) bool {
	id := d.e.b.inClient(p.ExtID)
	for _, kind := range functionKinds {
		if in[kind][id] == nil || d.e.keptResource(in[kind][id]) {
			return false
		}
	}
	for role := range grantsOf(p) {
		if sheet.Unseen(role.ExtID) {
			return false
		}
	}
	return d.unitKeys[p.UnitExtID] != "" && p.ProfileState == "active" && readable(p.ExtID) && readable(p.Name) &&
		p.Remarks+p.ModificationComment+p.Validity.From+p.Validity.To == "" &&
		len(grantsOf(p)) == len(p.Authorizations)+len(p.EnterpriseAuthorizations)
}

// grantsOf returns the grants of a profile.
func grantsOf(p tenant.Profile) datafiles.Grants {
	all := datafiles.Grants{}
	for _, a := range p.Authorizations {
		g := datafiles.Grant{From: datafiles.Moment(a.Validity.From), To: datafiles.Moment(a.Validity.To)}
		for i, open := range a.Rooms() {
			g.Rooms[i] = open != nil && *open
		}
		all[datafiles.Role{ExtID: a.RoleExtID}] = g
	}
	for _, a := range p.EnterpriseAuthorizations {
		all[datafiles.Role{Enterprise: true, ExtID: a.EnterpriseRoleExtID}] = datafiles.Grant{
			From: datafiles.Moment(a.Validity.From), To: datafiles.Moment(a.Validity.To)}
	}
	return all
}

// sortPeople orders the rows by unit, and within a unit by name.
func (d *dataRoot) sortPeople() {
	position := map[string]int{}
	for i, u := range d.units {
		position[u.key] = i
	}
	slices.SortStableFunc(d.people, func(a, b *personRow) int {
		return cmp.Compare(position[a.functions[0].unit], position[b.functions[0].unit])
	})
}

// has reports whether a person has a value in a column.
func (d *dataRoot) has(column string) bool {
	return slices.ContainsFunc(d.people, func(p *personRow) bool { return p.cells[column] != "" })
}

// table returns the text of people.csv. Columns without a value are left out.
func (d *dataRoot) table() []byte {
	used := slices.DeleteFunc(slices.Clone(columns), func(column string) bool {
		return !slices.Contains(columns[:always], column) && !d.has(column)
	})
	return []byte("\ufeff" + strings.Join(used, ",") + "\n" + d.lines(used, ','))
}

// lines returns the lines of the people with some columns.
func (d *dataRoot) lines(columns []string, separator rune) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	w.Comma = separator
	for _, p := range d.people {
		row := make([]string, len(columns))
		for i, column := range columns {
			row[i] = p.cells[column]
		}
		_ = w.Write(row)
	}
	w.Flush()
	return b.String()
}

// addRows appends the new people to the people.csv of the folder, and the columns that they need.
func (d *dataRoot) addRows() error {
	content := d.files.Texts[datafiles.PeopleFile]
	if len(d.people) == 0 {
		return nil
	}
	end := "\n"
	if strings.Contains(content, "\r\n") {
		end = "\r\n"
	}
	all := strings.Split(strings.TrimRight(content, "\r\n"), end)
	header, separator := sheet.Header(content, "id")
	at := slices.IndexFunc(all, func(line string) bool { return strings.Contains(line, "id") && !strings.HasPrefix(line, "sep=") })
	for _, column := range columns {
		if !slices.Contains(header, column) && d.has(column) {
			header = append(header, column)
			all[at] += string(separator) + column
		}
	}
	all = append(all, strings.Split(strings.TrimSuffix(d.lines(header, separator), "\n"), "\n")...)
	text := strings.Join(all, end) + end
	if _, err := sheet.Table(text, "id"); err != nil {
		return fmt.Errorf("people.csv: %w", err)
	}
	d.e.files[d.folder+datafiles.PeopleFile] = []byte(text)
	return nil
}
