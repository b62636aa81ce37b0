// Package export writes a tenant as a folder of HCL with an import block for each object, so that a
// plan of the folder imports every object and changes nothing.
package export

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
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

// The layouts: a file for each type of object, a file for each top unit and its subunits, YAML
// files that a small configuration reads, or a root module with its own state for each top unit.
const (
	Flat   Layout = "flat"
	ByUnit Layout = "by-unit"
	Data   Layout = "data"
	Split  Layout = "split"
)

// Layouts lists all layouts.
var Layouts = []Layout{Flat, ByUnit, Data, Split}

// Options select the objects to write and the form of the configuration.
type Options struct {
	Layout Layout
	Grants Grants
	// People includes users; the files and the state then contain their personal data.
	People bool
	// Only and Without limit the types to write; see KindTypes.
	Only, Without []string
	// Names is the path of a names.yaml from another export; by default the names.yaml of the
	// folder is used.
	Names string
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
	o       Options
	t       *tenant.Tenant
	b       *builder
	names   *namesFile
	summary *Summary
	// updating is the content of the existing folder; nil for a new folder.
	updating *updating
	// byID holds the resources by type and import ID.
	byID map[string]map[string]*resource
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
	if err := e.compose(); err != nil {
		return nil, err
	}
	e.summarize()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return e.summary, install(ctx, folder, e.files)
}

// compose produces the contents of all files.
func (e *exporter) compose() error {
	e.gather()
	return e.render()
}

// gather builds the resources.
func (e *exporter) gather() {
	reserved := map[string]map[string]bool{}
	if e.updating != nil {
		reserved = e.updating.reserved
	}
	e.b = build(e.t, e.o, namer{fixed: e.names.names, reserved: reserved}, e.names.parts, e.summary)
	e.index()
}

// render produces the contents of all files from the resources.
func (e *exporter) render() error {
	if err := e.layOut(); err != nil {
		return err
	}
	return e.writeNames()
}

// newExporter reads the folder and the names of an earlier export.
func newExporter(folder string, t *tenant.Tenant, o Options) (*exporter, error) {
	e := &exporter{o: o, t: t, summary: newSummary(folder, t), files: map[string][]byte{}}
	if o.Names == "" {
		o.Names = filepath.Join(folder, NamesFile)
	}
	var err error
	if o.Update {
		e.updating, err = inUse(folder)
	} else {
		err = EnsureEmpty(folder)
	}
	if err != nil {
		return nil, err
	}
	if e.names, err = readNames(o.Names); err != nil {
		return nil, err
	}
	if o.Update {
		return e, e.keepForm()
	}
	e.o.Layout, e.o.Grants = cmp.Or(o.Layout, Flat), cmp.Or(o.Grants, Single)
	if e.o.Layout != Data {
		e.names.unnest()
	}
	return e, nil
}

// keepForm keeps the layout and the form of grants of the folder. The options may repeat them.
func (e *exporter) keepForm() error {
	layout, grants := cmp.Or(e.names.layout, Flat), cmp.Or(e.names.grants, Single)
	if layout != cmp.Or(e.o.Layout, layout) || grants != cmp.Or(e.o.Grants, grants) {
		return fmt.Errorf("the folder has the layout %s with %s grants, and an update keeps both: export another form to a new folder "+
			"with a new state, whose first apply imports every object and changes nothing", layout, grants)
	}
	for _, address := range e.names.addresses[kindUnit] {
		if layout == Data && !treeForm.MatchString(address) {
			return fmt.Errorf("names.yaml has a unit at %s, and the layout data declares the units of a file as one tree: export to a "+
				"new folder with a new state, whose first apply imports every object and changes nothing", address)
		}
	}
	e.o.Layout, e.o.Grants = layout, grants
	return nil
}

// index indexes the resources by type and import ID. Comments, which have no name, are left out.
func (e *exporter) index() {
	e.byID = map[string]map[string]*resource{}
	for _, r := range e.b.resources {
		if r.name == "" {
			continue
		}
		if e.byID[r.kind] == nil {
			e.byID[r.kind] = map[string]*resource{}
		}
		e.byID[r.kind][r.id] = r
	}
}

func (e *exporter) layOut() error {
	switch e.o.Layout {
	case ByUnit:
		e.byUnit()
	case Data:
		return e.data()
	case Split:
		e.split()
	default:
		e.flat()
	}
	return nil
}

// writeNames writes names.yaml with the names of earlier exports and the new ones.
func (e *exporter) writeNames() error {
	next := emptyNames()
	next.layout, next.grants = e.o.Layout, e.o.Grants
	if e.o.Layout != Flat {
		next.parts = e.b.parts
	}
	for _, kind := range types {
		next.names[kind], next.gone[kind] = map[string]string{}, map[string]bool{}
		for id, name := range e.names.names[kind] {
			next.names[kind][id] = name
			next.gone[kind][id] = e.byID[kind][id] == nil
		}
		for id, r := range e.byID[kind] {
			next.names[kind][id] = r.name
		}
	}
	var err error
	e.files[NamesFile], err = next.write(e.address)
	return err
}

func (e *exporter) address(kind, id, name string) string {
	if address := e.names.addresses[kind][id]; address != "" && e.o.Update {
		return address
	}
	if e.o.Layout != Data {
		return kind + "." + name
	}
	if r := e.byID[kind][id]; r != nil {
		return dataAddress(r.part, kind, name)
	}
	return fmt.Sprintf("%s.all[%q]", kind, name)
}
