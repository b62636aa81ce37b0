// Package datafiles reads and edits the files of the layout data: units.yaml, people.csv, jobs.yaml
// and exceptions.yaml.
package datafiles

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/grants"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/sheet"
)

// The names of the files.
const (
	UnitsFile      = "units.yaml"
	PeopleFile     = "people.csv"
	JobsFile       = "jobs.yaml"
	ExceptionsFile = "exceptions.yaml"
)

// Second ends the key of a person's second function.
const Second = "-2"

// Role identifies a role, or an enterprise role.
type Role struct {
	Enterprise bool
	ExtID      string
}

// Grant holds the data rooms that a grant opens, in the order of grants.Rooms, and its validity.
type Grant struct {
	Rooms    [4]bool
	From, To string
}

// Grants are the grants of a function by role.
type Grants map[Role]Grant

// Files are the files of a folder.
type Files struct {
	Folder string
	// Units maps keys to external IDs.
	Units map[string]string
	// People holds the rows by key.
	People map[string]sheet.Row
	Jobs   map[string]Grants
	// Exceptions holds the grants beyond a job by the key of a function, Without the roles of the job
	// that the function does not have.
	Exceptions map[string]Grants
	Without    map[string][]string
	Texts      map[string]string
	zone       *time.Location
	changed    map[string]bool
}

// Exist reports whether a folder has the layout data.
func Exist(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, PeopleFile))
	return err == nil
}

// zoneSetting matches the setting of the time zone in main.tf.
var zoneSetting = regexp.MustCompile(`(?m)^\s*zone\s*=\s*"([^"]*)"`)

// Read reads the files of a folder. Errors name the file.
func Read(folder string) (*Files, error) {
	f := &Files{Folder: folder, Units: map[string]string{}, Jobs: map[string]Grants{}, Exceptions: map[string]Grants{},
		Without: map[string][]string{}, Texts: map[string]string{}, zone: time.UTC}
	for _, name := range []string{UnitsFile, PeopleFile, JobsFile, ExceptionsFile, "main.tf"} {
		content, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		f.Texts[name] = string(content)
	}
	var err error
	if found := zoneSetting.FindStringSubmatch(f.Texts["main.tf"]); found != nil {
		if f.zone, err = sheet.Zone(found[1]); err != nil {
			return nil, fmt.Errorf("main.tf: %w", err)
		}
	}
	if f.Texts[PeopleFile] != "" {
		header, _ := sheet.Header(f.Texts[PeopleFile], "id")
		if f.People, err = sheet.Table(f.Texts[PeopleFile], "id", append(header, sheet.Line)...); err != nil {
			return nil, fmt.Errorf("%s: %w", PeopleFile, err)
		}
	}
	return f, errors.Join(f.readUnits(), f.readSets(JobsFile), f.readSets(ExceptionsFile))
}

// ReadJobs reads the jobs.yaml of a folder that has no other files yet; nil without one.
func ReadJobs(folder string, zone *time.Location) (*Files, error) {
	content, err := os.ReadFile(filepath.Join(folder, JobsFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	f := &Files{Jobs: map[string]Grants{}, Texts: map[string]string{JobsFile: string(content)}, zone: zone}
	return f, errors.Join(err, f.readSets(JobsFile))
}

func (f *Files) document(name string) (map[string]any, error) {
	read, err := sheet.Document(f.Texts[name])
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if read == nil {
		return nil, nil
	}
	entries, ok := read.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("%s: must be a mapping", name)
	}
	return entries, nil
}

// at returns the line of a path in a document.
func (f *Files) at(name, path string) string {
	lines, _ := sheet.DocumentLines(f.Texts[name]) // The document has been read.
	return fmt.Sprintf("%s line %d: %s", name, lines[path], path)
}

func (f *Files) readUnits() error {
	entries, err := f.document(UnitsFile)
	for key, value := range entries {
		unit, ok := value.(map[string]any)
		if !ok {
			return fmt.Errorf("%s: must be a mapping, such as { name: Sales }", f.at(UnitsFile, key))
		}
		f.Units[key] = key
		if extID, ok := unit["ext_id"].(string); ok {
			f.Units[key] = extID
		}
	}
	return err
}

// readSets reads the sets of grants of jobs.yaml and exceptions.yaml.
func (f *Files) readSets(name string) error {
	entries, err := f.document(name)
	for key, value := range entries {
		set, ok := value.(map[string]any)
		if !ok {
			return fmt.Errorf("%s: must be a mapping with roles and enterprise_roles", f.at(name, key))
		}
		all := Grants{}
		for _, kind := range slices.Sorted(maps.Keys(set)) {
			switch {
			case kind == "roles" || kind == "enterprise_roles":
				err = f.add(all, kind == "enterprise_roles", set[kind])
			case kind == "without" && name == ExceptionsFile:
				f.Without[key], err = listOf(set[kind])
			default:
				err = errors.New("there is no such key")
			}
			if err != nil {
				return fmt.Errorf("%s: %w", f.at(name, key+"."+kind), err)
			}
		}
		if name == JobsFile {
			f.Jobs[key] = all
		} else {
			f.Exceptions[key] = all
		}
	}
	return err
}

func listOf(value any) ([]string, error) {
	items, ok := value.([]any)
	if value != nil && !ok {
		return nil, errors.New("must be a list of external IDs")
	}
	var all []string
	for _, item := range items {
		text, ok := item.(string)
		if !ok {
			return nil, errors.New("must be a list of external IDs")
		}
		all = append(all, text)
	}
	return all, nil
}

// add adds the grants of a list, or of a mapping to data rooms and validity.
func (f *Files) add(all Grants, enterprise bool, value any) error {
	roles, isMap := value.(map[string]any)
	if !isMap {
		list, err := listOf(value)
		for _, role := range list {
			all[Role{enterprise, role}] = Grant{}
		}
		return err
	}
	for role, value := range roles {
		details, ok := value.(map[string]any)
		if value != nil && !ok {
			return fmt.Errorf("%s: must be a mapping, such as { unit_global: true }", role)
		}
		var g Grant
		for i, room := range grants.Rooms {
			g.Rooms[i] = details[room.Attribute] == "true"
		}
		if bounds, ok := details["validity"].(map[string]any); ok {
			from, _ := bounds["from"].(string)
			to, _ := bounds["to"].(string)
			g.From, g.To = f.Moment(from, false), f.Moment(to, true)
		}
		all[Role{enterprise, role}] = g
	}
	return nil
}

// Moment returns the bound of a validity in the form that is compared: a day is its first or last
// second in the zone of the folder.
func (f *Files) Moment(text string, end bool) string {
	if first, last, err := sheet.Day(text, f.zone); sheet.IsDay(text) && err == nil {
		if end {
			first = last
		}
		return Moment(first.Format(time.RFC3339))
	}
	return Moment(text)
}

// Moment returns a moment of the service in the form that is compared.
func Moment(text string) string {
	if at, err := time.Parse(time.RFC3339Nano, text); err == nil {
		return at.UTC().Format(time.RFC3339Nano)
	}
	return text
}

// Day returns the day that a bound of a validity stands for, or else the moment.
func Day(text string, end bool, zone *time.Location) string {
	at, err := time.Parse(time.RFC3339Nano, text)
	if err != nil {
		return text
	}
	day := at.In(zone).Format(time.DateOnly)
	first, last, err := sheet.Day(day, zone)
	if end {
		first = last
	}
	if err != nil || !first.Equal(at) {
		return text
	}
	return day
}

// Cell returns a cell of a person; "" for an empty one.
func (f *Files) Cell(person, column string) string {
	if cell := f.People[person][column]; cell != nil {
		return *cell
	}
	return ""
}

// UserExtID returns the external ID of a person's user.
func (f *Files) UserExtID(person string) string {
	if extID := f.Cell(person, "user_ext_id"); extID != "" {
		return extID
	}
	return "u-" + person
}

// Function is a profile that a row declares.
type Function struct {
	// Key is the key of the person, with Second for the second function.
	Key, Person, ExtID, Unit, Job string
}

// Functions returns the functions of a person.
func (f *Files) Functions(person string) []Function {
	var all []Function
	for _, suffix := range []string{"", "_2"} {
		key := person
		if suffix != "" {
			key += Second
		}
		function := Function{key, person, f.Cell(person, "profile_ext_id"+suffix), f.Cell(person, "unit"+suffix),
			f.Cell(person, "job"+suffix)}
		if function.ExtID == "" {
			function.ExtID = "p-" + key
		}
		if function.Unit != "" || function.Job != "" {
			all = append(all, function)
		}
	}
	return all
}

// Grants returns what a function has: its job without and with its exceptions.
func (f *Files) Grants(function Function) Grants {
	all := maps.Clone(f.Jobs[function.Job])
	if all == nil {
		all = Grants{}
	}
	for role := range all {
		if slices.Contains(f.Without[function.Key], role.ExtID) {
			delete(all, role)
		}
	}
	maps.Copy(all, f.Exceptions[function.Key])
	return all
}

// ByProfile returns the function with a profile.
func (f *Files) ByProfile(extID string) (Function, bool) {
	for person := range f.People {
		for _, function := range f.Functions(person) {
			if function.ExtID == extID {
				return function, true
			}
		}
	}
	return Function{}, false
}
