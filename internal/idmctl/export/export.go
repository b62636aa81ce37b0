// Package export writes a tenant as a folder of HCL with an import block for each object, so that a
// plan of the folder imports every object and changes nothing.
package export

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/sheet"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// Grants is the form in which the configuration declares the grants of profiles and the
// applications of the client.
type Grants string

// The forms of grants: a resource for each grant, which leaves other grants alone, or a resource
// for all grants of a profile, which shows and removes undeclared grants.
const (
	Single        Grants = "single"
	Authoritative Grants = "authoritative"
)

// GrantChoices lists the forms of grants.
var GrantChoices = []Grants{Single, Authoritative}

// Layout is how the configuration is divided into files.
type Layout string

// The layouts: resources in a file for each top unit, or files that a small configuration reads.
const (
	HCL  Layout = "hcl"
	Data Layout = "data"
)

// Layouts lists all layouts.
var Layouts = []Layout{HCL, Data}

// Options select the objects to write and the form of the configuration.
type Options struct {
	Layout Layout
	Grants Grants
	// Split writes a root with its own state for each top unit.
	Split bool
	// Zone is the time zone of the days in the files of the layout data.
	Zone string
	// People includes users; the files and the state then contain their personal data.
	People bool
	// Only and Without limit the types to write; see KindTypes.
	Only, Without []string
	// Update adds new objects to a folder of an earlier export, which keeps its layout and its form of
	// grants.
	Update bool
	// Version is the required provider version in the configuration; "" requires none.
	Version string
}

// wants reports whether resources of a type are written.
func (o Options) wants(kind string) bool {
	row := objecttype.ByTypeName(kind)
	if form := formOf(row); form != "" && form != cmp.Or(o.Grants, Single) {
		return false
	}
	if (kind == kindUser || kind == kindUserProperties) && !o.People {
		return false
	}
	// These objects belong to all clients, so they are written only if the caller names the type.
	if !row.OfClient() && slices.Contains(tenant.Plain(), row) && len(o.Only) == 0 {
		return false
	}
	return (len(o.Only) == 0 || slices.Contains(o.Only, kind)) && !slices.Contains(o.Without, kind)
}

// exporter writes one tenant.
type exporter struct {
	folder  string
	o       Options
	t       *tenant.Tenant
	b       *builder
	names   *namesFile
	summary *Summary
	// updating is the content of the existing folder; nil for a new folder.
	updating *updating
	// byID holds the resources by type and import ID.
	byID map[string]map[string]*resource
	// taken holds the expressions for objects that files of the layout data declare, by type and
	// import ID; takenCounts counts those that this export adds.
	taken       map[string]map[string]takenBy
	takenCounts map[string]int
	zone        *time.Location
	// starting is set for a new tenant, whose files are places for people.
	starting bool
	// files holds the contents by path.
	files map[string][]byte
}

// Write writes a tenant to a folder that does not exist yet or contains only a names.yaml. It
// writes all files, or none if it fails or ctx ends. The same tenant gives the same bytes.
func Write(ctx context.Context, folder string, t *tenant.Tenant, o Options) (*Summary, error) {
	e, err := newExporter(folder, t, o)
	if err != nil {
		return nil, err
	}
	e.gather()
	if err := e.render(); err != nil {
		return nil, err
	}
	e.summarize()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return e.summary, install(ctx, folder, e.files)
}

// gather builds the resources.
func (e *exporter) gather() {
	reserved := map[string]map[string]bool{}
	if e.updating != nil {
		reserved = e.updating.reserved
	}
	e.b = build(e.t, e.o, namer{fixed: e.names.Names, reserved: reserved}, e.names.Parts, e.summary)
	e.index()
}

// render produces the contents of all files from the resources.
func (e *exporter) render() error {
	if e.o.Layout != Data {
		e.hcl()
	} else if err := e.data(); err != nil {
		return err
	}
	return e.writeNames()
}

// newExporter reads the folder and the names of an earlier export.
func newExporter(folder string, t *tenant.Tenant, o Options) (*exporter, error) {
	e := &exporter{folder: folder, o: o, t: t, summary: newSummary(folder, t), files: map[string][]byte{},
		taken: map[string]map[string]takenBy{}, takenCounts: map[string]int{}, zone: time.UTC}
	var err error
	if o.Update {
		e.updating, err = inUse(folder)
	} else {
		err = EnsureEmpty(folder, o.Layout)
	}
	if err != nil {
		return nil, err
	}
	if e.names, err = readNames(filepath.Join(folder, NamesFile)); err != nil {
		return nil, err
	}
	if o.Update {
		return e, e.keepForm()
	}
	e.o.Layout, e.o.Grants = cmp.Or(o.Layout, HCL), cmp.Or(o.Grants, Single)
	if e.o.Layout == Data {
		e.o.Grants = Authoritative
	}
	e.zone, err = sheet.Zone(cmp.Or(o.Zone, "UTC"))
	return e, err
}

// keepForm keeps the layout and the form of grants of the folder. The options may repeat them.
func (e *exporter) keepForm() error {
	layout, grants := e.names.Layout, cmp.Or(e.names.Grants, Single)
	if !slices.Contains(Layouts, layout) || layout != cmp.Or(e.o.Layout, layout) || grants != cmp.Or(e.o.Grants, grants) ||
		e.o.Split && !e.names.Split {
		return fmt.Errorf("the folder has the layout %s with %s grants, and an update keeps both: export another form to a new folder "+
			"with a new state, whose first apply imports every object and changes nothing", layout, grants)
	}
	if e.o.Zone != "" {
		return errors.New("--zone: change zone in main.tf")
	}
	e.o.Layout, e.o.Grants, e.o.Split = layout, grants, e.names.Split
	return nil
}

// index indexes the resources by type and import ID. Comments, which have no name, are left out.
func (e *exporter) index() {
	e.byID = map[string]map[string]*resource{}
	for _, r := range e.b.resources {
		if r.name != "" {
			put(e.byID, r.kind, r.id, r)
		}
	}
}

// writeNames writes names.yaml with the names of earlier exports and the new ones.
func (e *exporter) writeNames() (err error) {
	next := &namesFile{Layout: e.o.Layout, Grants: e.o.Grants, Split: e.o.Split, Parts: e.b.parts, Names: map[string]map[string]string{}}
	for _, kind := range types {
		next.Names[kind] = maps.Clone(e.names.Names[kind])
		for id, r := range e.byID[kind] {
			put(next.Names, kind, id, r.name)
		}
	}
	e.files[NamesFile], err = next.write()
	return err
}
