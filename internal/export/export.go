// Package export writes a tenant that was read as a folder of HCL, with an import block for each
// object, so that a plan of the folder imports all and changes nothing.
package export

import (
	"context"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/tenant"
)

// Grants is how the configuration holds what is granted to profiles, and which applications a
// client has.
type Grants string

// The choices of Grants: a resource for each grant, which leaves other grants alone, or one for all
// grants of a profile, which shows and removes what nobody declared.
const (
	Single        Grants = "single"
	Authoritative Grants = "authoritative"
)

// GrantChoices lists them.
var GrantChoices = []Grants{Single, Authoritative}

// Summary tells what a folder holds.
type Summary struct {
	Folder string `json:"folder"`
	Client string `json:"client_ext_id"`
	// Objects counts the resources by type; Imports is their sum.
	Objects []Count `json:"objects"`
	Imports int     `json:"imports"`
	// Withheld are the objects with properties whose values are not written because they are, or may
	// be, secrets.
	Withheld []Withheld `json:"withheld"`
	// Missing is what could not be read or written.
	Missing []tenant.Missing `json:"missing"`
	// Notes are limits of what an export finds, which hold for every tenant.
	Notes []string `json:"notes"`
	// Requests is how many were sent to read the tenant, repeats included. The caller fills it in, as
	// it does the notes.
	Requests int `json:"requests"`
}

// Count is the number of resources of a type.
type Count struct {
	Type  string `json:"type"`
	Count int    `json:"count"`
}

// Withheld names the properties of an object, by its import id, whose values are not written.
type Withheld struct {
	Type  string   `json:"type"`
	ID    string   `json:"id"`
	Names []string `json:"names"`
}

// exporter writes one tenant.
type exporter struct {
	t       *tenant.Tenant
	grants  Grants
	staging *staging
	names   names
	summary *Summary
	counts  map[string]int
	foreign map[string]bool
}

// Write writes a tenant to a folder that is not there yet, or is empty: all files or, when it fails
// or ctx ends, none. The same tenant gives the same bytes.
func Write(ctx context.Context, folder string, t *tenant.Tenant, grants Grants) (*Summary, error) {
	if err := Free(folder); err != nil {
		return nil, err
	}
	staging, err := newStaging(folder)
	if err != nil {
		return nil, err
	}
	defer staging.discard()
	e := &exporter{
		t: t, grants: grants, staging: staging, names: nameAll(t), counts: map[string]int{}, foreign: map[string]bool{},
		summary: &Summary{Folder: folder, Client: t.Client.ExtID, Objects: []Count{}, Withheld: []Withheld{}, Missing: slices.Clone(t.Missing),
			Notes: []string{}},
	}
	if err := e.write(ctx); err != nil {
		return nil, err
	}
	if err := staging.install(ctx); err != nil {
		return nil, err
	}
	return e.summary, nil
}

func (e *exporter) write(ctx context.Context) error {
	if err := e.staging.append("provider.tf", providerBlock(e.t.Client.ExtID)); err != nil {
		return err
	}
	for _, unit := range e.t.Units {
		if err := e.unit(ctx, unit); err != nil {
			return err
		}
	}
	for _, profile := range e.t.Profiles {
		if err := e.profile(ctx, profile); err != nil {
			return err
		}
	}
	if err := e.applications(ctx); err != nil {
		return err
	}
	e.summarize()
	return nil
}

// resource is a resource with what its import block needs.
type resource struct {
	kind, name, file string
	key              []string
	body             func(body)
}

// add writes a resource and its import block.
func (e *exporter) add(ctx context.Context, r resource) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	id := idm.ImportID(append([]string{e.t.Client.ExtID}, r.key...)...)
	if !writable(id) {
		e.foreign[r.kind+" "+id] = true
		return nil
	}
	e.counts[r.kind]++
	if err := e.staging.append(r.file, block("resource", []string{r.kind, r.name}, r.body)); err != nil {
		return err
	}
	return e.staging.append("imports.tf", block("import", nil, func(b body) {
		b.reference("to", r.kind, r.name)
		b.text("id", id)
	}))
}

// types is the order in which a summary counts.
var types = []string{
	"idm_unit", "idm_unit_properties", "idm_profile", "idm_authorization", "idm_profile_authorizations", "idm_authorization_properties",
	"idm_enterprise_authorization", "idm_profile_enterprise_authorizations", "idm_client_application", "idm_client_applications",
}

func (e *exporter) summarize() {
	for _, kind := range types {
		if count := e.counts[kind]; count > 0 {
			e.summary.Objects = append(e.summary.Objects, Count{kind, count})
			e.summary.Imports += count
		}
	}
	if len(e.foreign) > 0 {
		missing := tenant.Missing{What: "import of", Reason: "the id is not in Unicode normal form C, to which the CLI changes every text",
			WayOut: "Leave these objects unmanaged"}
		for id := range e.foreign {
			missing.ExtIDs = append(missing.ExtIDs, id)
		}
		slices.Sort(missing.ExtIDs)
		e.summary.Missing = append(e.summary.Missing, missing)
	}
	if e.summary.Missing == nil {
		e.summary.Missing = []tenant.Missing{}
	}
}
