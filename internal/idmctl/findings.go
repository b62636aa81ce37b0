package idmctl

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/findings"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/sourceline"
)

// findingsFiles lists the files for findings, each as FORMAT=FILE.
type findingsFiles []string

func (f *findingsFiles) flag(flags *pflag.FlagSet) {
	flags.StringArrayVar((*[]string)(f), "findings", nil,
		"also write the findings for a tool, as FORMAT=FILE, with - for standard output; may be repeated.\nFormats: "+
			strings.Join(findings.Formats(), ", "))
}

// check rejects unknown formats before any work is done.
func (f findingsFiles) check() error {
	for _, each := range f {
		format, file, _ := strings.Cut(each, "=")
		if err := findings.Known(format); err != nil {
			return fmt.Errorf("--findings %s: %w", each, err)
		}
		if file == "" {
			return fmt.Errorf("--findings %s: name a file, such as %s=findings.%s, or %s=- for standard output", each, format, format,
				format)
		}
	}
	return nil
}

// write writes a report in each of the formats, with the line numbers of the configurations in
// dirs.
func (f findingsFiles) write(cmd *cobra.Command, dirs map[string]string, r *findings.Report) error {
	if len(f) == 0 {
		return nil
	}
	r.Version = cmd.Root().Version
	roots := sourceline.Roots{}
	for name, dir := range dirs {
		roots[name] = sourceline.Read(dir)
	}
	r.Locate(roots)
	for _, each := range f {
		format, file, _ := strings.Cut(each, "=")
		content, err := r.Encode(format)
		if err != nil {
			return fmt.Errorf("--findings %s: %w", each, err)
		}
		if file == "-" {
			file = ""
		}
		if err := writeTo(cmd.OutOrStdout(), file, content); err != nil {
			return err
		}
	}
	return nil
}

// folders maps the names of plans, or of folders with a configuration, to the folders of their root
// modules.
func folders(named string, files ...string) map[string]string {
	dirs := map[string]string{}
	names, err := plan.Names(files)
	for i, name := range names {
		if own, missing := plan.DirOf(named, name); err == nil && missing == nil {
			dirs[name] = folder(own, files[i])
		}
	}
	return dirs
}

// folder returns the folder of a plan's root module: the named one, otherwise the folder of the
// file if it contains a configuration, otherwise the current folder.
func folder(named, file string) string {
	if named != "" {
		return named
	}
	own := filepath.Dir(file)
	if about, err := os.Stat(file); err == nil && about.IsDir() {
		own = file
	}
	if len(input.Configuration(own)) > 0 {
		return own
	}
	return "."
}
