package export

import (
	"cmp"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/examples/modules"
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/datafiles"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// dataRoot is a root of the layout data. The files declare the units as a tree, and the people that
// have the form of a row; everything else is a resource.
type dataRoot struct {
	e      *exporter
	folder string
	// files are the files of the folder before an update; nil for a new folder.
	files *datafiles.Files
	// given contains the jobs that the folder has; nil without any.
	given *datafiles.Files
	// hasUnits and hasPeople are set if the folder has the files of units and of people.
	hasUnits, hasPeople bool
	// top is the external ID of the unit above the tree.
	top string
	// units and people are those that the files do not have yet.
	units  []*unitRow
	people []*personRow
	// profilesOf holds the profiles by user, unitKeys the keys of the units by external ID.
	profilesOf map[string][]*tenant.Profile
	unitKeys   map[string]string
	jobs       []*job
	exceptions []exception
	// own are the resources that the files declare.
	own map[*resource]bool
}

// unitRow is an entry of units.yaml.
type unitRow struct {
	key  string
	from *resource
	unit idm.Unit
}

// personRow is a line of people.csv.
type personRow struct {
	key       string
	user      idm.User
	cells     map[string]string
	functions []*function
}

// function is a profile of a person with its grants.
type function struct {
	key, unit, extID string
	grants           datafiles.Grants
	job              string
}

// data writes the files of each root, and its other objects as resources.
func (e *exporter) data() error {
	folders := []string{""}
	if e.o.Split {
		folders = e.dataFolders()
	}
	for _, folder := range folders {
		resources := e.b.resources
		if e.o.Split {
			resources = slices.DeleteFunc(slices.Clone(resources), func(r *resource) bool { return r.part+"/" != folder })
		}
		if err := e.dataRoot(folder, resources); err != nil {
			return err
		}
	}
	return nil
}

// dataFolders returns the folders of the roots. A user is in the root of its first profile.
func (e *exporter) dataFolders() []string {
	of := map[string]string{}
	for _, p := range e.b.profiles {
		if r := e.byID[kindProfile][e.b.inClient(p.ExtID)]; r != nil && of[e.b.inClient(p.UserExtID)] == "" {
			of[e.b.inClient(p.UserExtID)] = r.part
		}
	}
	var folders []string
	for _, r := range e.b.resources {
		if r.kind == kindUser || r.kind == kindUserProperties {
			r.part = cmp.Or(of[r.id], r.part)
		}
		if !slices.Contains(folders, r.part+"/") {
			folders = append(folders, r.part+"/")
		}
	}
	return folders
}

// HasPeople reports whether a folder or one of its subfolders has a people.csv.
func HasPeople(folder string) bool {
	return datafiles.Exist(folder) || len(input.Find(folder, "*/"+datafiles.PeopleFile)) > 0
}

// read reads the files of the folder.
func (d *dataRoot) read() (err error) {
	switch {
	case d.e.updating != nil:
		d.files, err = datafiles.Read(strings.TrimSuffix(d.e.folder+"/"+d.folder, "/"))
		d.given = d.files
	case d.folder == "":
		d.given, err = datafiles.ReadJobs(d.e.folder, d.e.zone)
	}
	return err
}

// dataRoot writes one root.
func (e *exporter) dataRoot(folder string, resources []*resource) error {
	d := &dataRoot{e: e, folder: folder, unitKeys: map[string]string{}, own: map[*resource]bool{}}
	if err := d.read(); err != nil {
		return err
	}
	if d.hasUnits = d.files == nil || d.files.Texts[datafiles.UnitsFile] != ""; d.hasUnits {
		d.takeUnits(resources)
	}
	if d.hasPeople = d.files == nil || d.files.Texts[datafiles.PeopleFile] != ""; d.hasPeople {
		d.takePeople(resources)
	}
	if d.files == nil {
		d.hasUnits, d.hasPeople = e.starting || len(d.units) > 0, e.starting || len(d.people) > 0
	}
	d.findJobs()
	rest := slices.DeleteFunc(slices.Clone(resources), func(r *resource) bool { return d.own[r] })
	for r := range d.own {
		delete(e.byID[r.kind], r.id)
	}
	e.root(folder, rest, fileOfType)
	return d.write()
}

// plainKey matches external IDs that are readable keys; generated matches IDs that a program made.
var (
	plainKey  = regexp.MustCompile(`^[\p{L}\p{N}][\p{L}\p{N}_.-]*$`)
	generated = regexp.MustCompile(`(?i)^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`)
)

// keyOf returns the external ID if it is a readable key, or else a name; numbered if it is taken.
func keyOf(extID, name string, taken map[string]bool) string {
	key := extID
	if !plainKey.MatchString(extID) || generated.MatchString(extID) {
		key = name
	}
	return free(key, taken)
}

// take registers an address that references use in place of a resource. The files already declare a
// known one.
func (d *dataRoot) take(r *resource, expression string, known bool) {
	d.own[r] = true
	put(d.e.taken, r.kind, r.id, takenBy{d.folder, expression})
	if !known {
		d.e.takenCounts[r.kind]++
	}
}

// takenBy is the expression for an external ID in the root of a folder.
type takenBy struct{ folder, expression string }

// takeUnits takes the units that form a tree below one unit.
func (d *dataRoot) takeUnits(resources []*resource) {
	byID, taken := map[string]idm.Unit{}, map[string]bool{}
	for _, unit := range d.e.b.units {
		byID[d.e.b.inClient(unit.ExtID)] = unit
	}
	known := map[string]string{}
	if d.files != nil {
		for key, extID := range d.files.Units {
			known[extID], taken[key] = key, true
		}
	}
	for _, r := range resources {
		unit := byID[r.id]
		if r.kind != kindUnit || r.name == "" || d.e.keptResource(r) {
			continue
		}
		if parent := unit.ParentUnitExtID; d.unitKeys[parent] == "" && known[unit.ExtID] == "" {
			if len(d.unitKeys) == 0 {
				d.top = parent
			}
			if parent != d.top {
				continue
			}
		}
		key, inFile := known[unit.ExtID]
		if !inFile {
			key = keyOf(unit.ExtID, r.name, taken)
			d.units = append(d.units, &unitRow{key, r, unit})
		}
		d.unitKeys[unit.ExtID] = key
		d.take(r, "module.units.ext_ids["+quote(key)+"]", inFile)
	}
}

// keptResource reports whether an earlier export declares an object as a resource.
func (e *exporter) keptResource(r *resource) bool { return e.updating != nil && !e.isNew(r) }

// free returns a name that is not taken, with a number if necessary, and takes it.
func free(name string, taken map[string]bool) string {
	key := name
	for i := 2; taken[key]; i++ {
		key = fmt.Sprintf("%s_%d", name, i)
	}
	taken[key] = true
	return key
}

// copyModules writes the modules of the layout.
func (d *dataRoot) copyModules() error {
	return fs.WalkDir(modules.Files, ".", func(file string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			d.e.files[d.folder+"modules/"+file], err = modules.Files.ReadFile(file)
		}
		return err
	})
}
