package idmctl

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/drift"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/export"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// additionSummary lists the content of the file of --write.
type additionSummary struct {
	// File is "" if no object can be imported, because then no file is written.
	File    string `json:"file"`
	Imports int    `json:"imports"`
	// Skipped lists the objects that cannot be imported, with the reasons.
	Skipped []drift.Candidate `json:"skipped"`
}

// isNew returns an error if the file of --write exists or has no folder.
func (o *driftOptions) isNew() error {
	if o.addition == "" {
		return nil
	}
	_, err := os.Lstat(o.addition)
	folder, folderErr := os.Stat(filepath.Dir(o.addition))
	if !errors.Is(err, fs.ErrNotExist) || folderErr != nil || !folder.IsDir() {
		return fmt.Errorf("--write %s: name a new file in an existing folder", o.addition)
	}
	return nil
}

// add writes the file of --write. It returns nil without the flag.
func (o *driftOptions) add(r *drift.Report, sources []string, service *drift.Service,
	stderr io.Writer) (*additionSummary, error) {
	if o.addition == "" {
		return nil, nil
	}
	roots := folders("", sources...)
	root, candidates := r.Root(service, partAt(roots, o.addition)), r.Candidates()
	a := export.NewAddition(slices.Sorted(maps.Values(roots)))
	a.Addresses, a.Authoritative, a.Providers = root.Addresses, root.Authoritative, root.Providers
	for _, candidate := range candidates {
		if candidate.Reason == "" {
			a.Want("idm_"+candidate.Kind, candidate.ID)
		}
	}
	for _, t := range r.Tenants {
		a.Add(t)
	}
	summary := &additionSummary{Imports: a.Imports(), Skipped: []drift.Candidate{}}
	for _, candidate := range candidates {
		if candidate.Reason == "" {
			candidate.Reason = a.Reason("idm_"+candidate.Kind, candidate.ID)
		}
		if candidate.Reason != "" {
			summary.Skipped = append(summary.Skipped, candidate)
		}
	}
	if summary.Imports > 0 {
		summary.File = o.addition
		if err := create(o.addition, a.File(summary.comments()...)); err != nil {
			return nil, err
		}
	}
	summary.print(stderr)
	return summary, nil
}

// partAt returns the name of the plan whose folder contains a file. A file elsewhere is for the first
// plan.
func partAt(roots map[string]string, file string) string {
	names := slices.Sorted(maps.Keys(roots))
	if len(names) == 0 {
		return ""
	}
	about, err := os.Stat(filepath.Dir(file))
	for _, name := range names {
		folder, folderErr := os.Stat(roots[name])
		if err == nil && folderErr == nil && os.SameFile(about, folder) {
			return name
		}
	}
	return names[0]
}

// create writes a new file that only its owner can read.
func create(name string, content []byte) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return fmt.Errorf("--write: %w", err)
	}
	_, err = file.Write(content)
	return errors.Join(err, file.Close())
}

func (s *additionSummary) comments() []string {
	lines := []string{
		"Objects that idmctl drift found and no resource declared. A plan imports them and changes nothing.",
		"After the apply, delete the import blocks. The file contains personal data.",
	}
	for _, skipped := range s.Skipped {
		lines = append(lines, "Not in this file: "+skipped.Kind+" "+skipped.ID+": "+skipped.Reason+".")
	}
	return lines
}

func (s *additionSummary) print(stderr io.Writer) {
	if s.File == "" {
		fmt.Fprintln(stderr, "--write: no file was written, because the report lists no object that an import can add.")
	} else {
		fmt.Fprintf(stderr, "Wrote %s to %s. The file contains personal data; only you may read it.\n",
			report.Count(s.Imports, "import block"), s.File)
	}
	for _, skipped := range s.Skipped {
		fmt.Fprintf(stderr, "Not written: %s %s: %s\n", skipped.Kind, report.Clean(skipped.ID), report.Clean(skipped.Reason))
	}
}
