package main

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

//go:embed configuration
var configurations embed.FS

// column is a configuration of the tenant with a provider.
type column struct {
	name, title string
	// configuration is the embedded folder, and provider the block of its provider; without one, the
	// column is Terraform's own floor.
	configuration, provider string
	// yardstick is the title of the column that this one is compared with.
	yardstick string
	// whole reports that the configuration declares the whole tenant, and flat that a single block with
	// for_each declares all objects of a type, without modules.
	whole, flat bool
}

const (
	bareTitle      = "bare provider"
	flatBareTitle  = "flat `for_each`, bare provider"
	wholeBareTitle = "the whole tenant, bare provider"
)

var columns = []column{
	{name: "ours", title: "ours", configuration: "ours", provider: "idm", yardstick: bareTitle},
	{name: "unbatched", title: "ours, `batch_reads = false`", configuration: "ours", provider: "idm", yardstick: bareTitle},
	{name: "authoritative", title: "ours, authoritative", configuration: "authoritative", provider: "idm", yardstick: bareTitle},
	{name: "bare", title: bareTitle, configuration: "bare", provider: "bare"},
	{name: "floor", title: "floor", configuration: "floor", yardstick: bareTitle},
	{name: "flat", title: "flat `for_each`", configuration: "flat", provider: "idm", yardstick: flatBareTitle, flat: true},
	{name: "flat-bare", title: flatBareTitle, configuration: "flat-bare", provider: "bare", flat: true},
	{name: "whole", title: "the whole tenant", configuration: "whole", provider: "idm", yardstick: wholeBareTitle, whole: true},
	{name: "whole-bare", title: wholeBareTitle, configuration: "whole-bare", provider: "bare", whole: true},
}

// rows are the commands that are measured for every column. The plans must be empty, otherwise the
// columns would not do the same work.
var rows = []struct {
	name string
	args []string
}{
	{"apply", []string{"apply", "-auto-approve"}},
	{"plan", []string{"plan", "-detailed-exitcode"}},
	{"plan without refresh", []string{"plan", "-detailed-exitcode", "-refresh=false"}},
	{"destroy", []string{"destroy", "-auto-approve"}},
}

// benchTenant measures a tenant in several configurations. It alternates between the columns for each
// row, so that a slow phase of the machine affects all of them equally. A column that failed has no
// further rows.
func benchTenant(ctx context.Context, b *bench) error {
	var known []string
	for _, c := range columns {
		known = append(known, c.name)
	}
	chosen, err := b.choose(known...)
	if err != nil {
		return err
	}
	t, err := newTenant(b.size, 0)
	if err != nil {
		return err
	}
	states, stop, err := serveStates(ctx, filepath.Join(b.out, "states"))
	if err != nil {
		return err
	}
	defer stop()
	b.yardsticks = map[string]string{}
	var services []*service
	for _, c := range columns {
		if !slices.Contains(chosen, c.name) {
			services = append(services, nil)
			continue
		}
		s, err := b.prepare(ctx, c, t, states)
		if err != nil {
			return fmt.Errorf("%s: %w", c.title, err)
		}
		defer s.Stop()
		services, b.yardsticks[c.title] = append(services, s), c.yardstick
	}
	var failures []error
	for _, r := range rows {
		for i, c := range columns {
			if services[i] == nil || ctx.Err() != nil {
				continue
			}
			folder := []string{filepath.Join(b.out, c.name)}
			if err := b.step(ctx, services[i], r.name, folder, append([]string{b.cli}, r.args...)...); err != nil {
				failures, services[i] = append(failures, err), nil
			}
		}
	}
	return errors.Join(failures...)
}

// prepare creates the folder and the service of a column.
func (b *bench) prepare(ctx context.Context, c column, t *tenant, states string) (*service, error) {
	start := t.surroundings()
	if c.whole {
		start = client()
	}
	folder, seedFile := filepath.Join(b.out, c.name), filepath.Join(b.out, c.name+".json")
	content, err := json.Marshal(start)
	if err = errors.Join(err, os.WriteFile(seedFile, content, 0o600), c.workspace(folder, t, states)); err != nil {
		return nil, err
	}
	s, err := b.serve(ctx, c.title, seedFile)
	if err != nil {
		return nil, err
	}
	s.bare = c.provider == "bare"
	if _, err := b.run(ctx, folder, s.environment, b.cli, "init"); err != nil {
		s.Stop()
		return nil, err
	}
	return s, nil
}

// workspace writes the folder of a column.
func (c column) workspace(folder string, t *tenant, states string) error {
	if err := errors.Join(copyConfiguration(folder, "common"), copyConfiguration(folder, c.configuration)); err != nil {
		return err
	}
	content, err := json.MarshalIndent(t, "", "  ")
	if err != nil {
		return err
	}
	backend := fmt.Sprintf("terraform {\n  backend \"http\" {\n    address = %q\n  }\n}\n", states+"/"+c.name)
	files := map[string]string{"tenant.json": string(content), "backend.tf": backend}
	if c.provider != "" {
		files["provider.tf"] = c.providerBlock()
	}
	// During an apply, Terraform compares each object of a resource with each object of another resource
	// that refers to it, in all instances of a module. With a separate block for each department, its
	// cost grows linearly with the tenant instead of quadratically.
	if !c.flat {
		block, err := os.ReadFile(filepath.Join(folder, "department.tf.tmpl"))
		if err != nil {
			return err
		}
		for _, department := range t.Departments {
			files[department+".tf"] = strings.ReplaceAll(string(block), "DEPARTMENT", department)
		}
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			return err
		}
	}
	return nil
}

func copyConfiguration(folder, name string) error {
	files, err := fs.Sub(configurations, "configuration/"+name)
	if err != nil {
		return err
	}
	return os.CopyFS(folder, files)
}

func (c column) providerBlock() string {
	arguments := ""
	if c.name == "unbatched" {
		arguments = "  batch_reads = false\n"
	}
	return fmt.Sprintf("terraform {\n  required_providers {\n    %s = {\n"+
		"      source = \"registry.terraform.io/identity-iac/%[1]s\"\n    }\n  }\n}\n\nprovider %[1]q {\n%s}\n", c.provider, arguments)
}

// installStandIns links this binary to the paths in which both CLIs search for the providers, and
// returns the configuration of the CLI.
func installStandIns(mirror, version string) (cliConfig string, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	for _, registry := range []string{"registry.terraform.io", "registry.opentofu.org"} {
		for _, name := range []string{"idm", "bare"} {
			target := filepath.Join(mirror, registry, "identity-iac", name, version, runtime.GOOS+"_"+runtime.GOARCH)
			file := filepath.Join(target, fmt.Sprintf("terraform-provider-%s_v%s%s", name, version, filepath.Ext(self)))
			if err := errors.Join(os.MkdirAll(target, 0o750), os.Symlink(self, file)); err != nil {
				return "", err
			}
		}
	}
	cliConfig = filepath.Join(mirror, "cli.tfrc")
	content := fmt.Sprintf("provider_installation {\n  filesystem_mirror {\n    path = %q\n  }\n}\n", filepath.ToSlash(mirror))
	return cliConfig, os.WriteFile(cliConfig, []byte(content), 0o600)
}
