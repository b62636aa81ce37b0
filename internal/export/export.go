// Package export writes a tenant that was read as a folder of HCL, with an import block for each
// object, so that a plan of the folder imports all and changes nothing.
package export

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/tenant"
)

// Grants is how the configuration holds what is granted to profiles, and which applications a
// client has.
type Grants string

// The choices of Grants: a resource for each grant, which leaves other grants alone, or one for all
// grants of a profile, which shows and removes undeclared grants.
const (
	Single        Grants = "single"
	Authoritative Grants = "authoritative"
)

// GrantChoices lists them.
var GrantChoices = []Grants{Single, Authoritative}

// Layout is how the configuration is divided into files.
type Layout string

// The layouts: a file for each kind of object, a file for each top unit with all below it, YAML
// files that a small configuration reads, or a root for each top unit with a state of its own.
const (
	Flat   Layout = "flat"
	ByUnit Layout = "by-unit"
	Data   Layout = "data"
	Split  Layout = "split"
)

// Layouts lists them.
var Layouts = []Layout{Flat, ByUnit, Data, Split}

// Options say what is written, and how.
type Options struct {
	Layout Layout
	Grants Grants
	// People includes users, whose personal data is then in the files and the state.
	People bool
	// Only and Without narrow the types that are written; see KindTypes.
	Only, Without []string
	// Names is a names.yaml of another export; without it that of the folder counts.
	Names string
	// Update adds what is new to a folder that an export wrote. Its layout stays, and so does its
	// form of grants unless Grants names the other one.
	Update bool
	// Terragrunt makes the roots of the layout Split units of Terragrunt.
	Terragrunt bool
	// Version is that of the provider that the configuration asks for; "" asks for any.
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
	// Such objects belong to all clients, so they are written only if the caller names the type.
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
	// updating is nil unless the folder is in use.
	updating *updating
	// former is the form of grants that the folder had, "" unless it gets the other one.
	former Grants
	// moves reports whether the folder gets the layout data instead of its own.
	moves bool
	// emptied are files that this export leaves without content.
	emptied []string
	// byID finds the resources by type and import ID.
	byID map[string]map[string]*resource
	// files are the contents by path.
	files map[string][]byte
}

// Write writes a tenant to a folder that does not exist yet, or contains only a names.yaml: all
// files or, when it fails or ctx ends, none. The same tenant gives the same bytes.
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
	if err := install(ctx, folder, e.files); err != nil {
		return e.summary, err
	}
	for _, file := range e.emptied {
		if err := os.Remove(filepath.Join(folder, file)); err != nil {
			return e.summary, err
		}
	}
	return e.summary, nil
}

// compose makes the contents of all files.
func (e *exporter) compose() error {
	e.gather()
	return e.render()
}

// gather makes the resources.
func (e *exporter) gather() {
	reserved := map[string]map[string]bool{}
	if e.updating != nil {
		reserved = e.updating.reserved
	}
	e.b = build(e.t, e.o, namer{fixed: e.names.names, reserved: reserved}, e.names.parts, e.summary)
	e.index()
}

// render makes the contents of all files from the resources.
func (e *exporter) render() error {
	if err := e.switchForm(); err != nil {
		return err
	}
	if err := e.layOut(); err != nil {
		return err
	}
	if err := e.moveToModules(); err != nil {
		return fmt.Errorf("nothing was changed: %w", err)
	}
	return e.remember()
}

// newExporter looks at the folder and at the names of an earlier export.
func newExporter(folder string, t *tenant.Tenant, o Options) (*exporter, error) {
	e := &exporter{o: o, t: t, summary: newSummary(folder, t), files: map[string][]byte{}}
	if o.Names == "" {
		o.Names = filepath.Join(folder, NamesFile)
	}
	var err error
	if o.Update {
		e.updating, err = inUse(folder)
	} else {
		err = Free(folder)
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

// keepForm takes over the layout of the folder, and its form of grants unless the other one is
// wanted.
func (e *exporter) keepForm() error {
	layout, grants := cmp.Or(e.names.layout, Flat), cmp.Or(e.names.grants, Single)
	e.moves = e.o.Layout == Data && (layout == Flat || layout == ByUnit)
	switch {
	case e.moves && e.o.Grants != "" && e.o.Grants != grants:
		return fmt.Errorf("the folder has %s grants: make two updates, one of the layout and one of the grants, and apply each", grants)
	case e.moves:
		layout = Data
	case e.o.Layout != "" && e.o.Layout != layout:
		return fmt.Errorf("the folder has the layout %s, and an update keeps it, or changes flat and by-unit to data; "+
			"export another layout to a new folder", layout)
	}
	e.o.Layout, e.o.Grants = layout, cmp.Or(e.o.Grants, grants)
	if e.o.Grants != grants {
		e.former = grants
	}
	return nil
}

// index finds the resources by their ids. Notes are no resources.
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

// remember writes names.yaml: the names of before and the new ones.
func (e *exporter) remember() error {
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
	if address := e.names.addresses[kind][id]; address != "" && e.o.Update && !e.moves {
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
