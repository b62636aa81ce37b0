package main

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

//go:embed configuration
var configurations embed.FS

const (
	registry = "registry.terraform.io"
	// standInVersion is the version of the installed stand-ins.
	standInVersion = "1.0.0"

	// mirrorFormat makes the CLI install every provider from a folder.
	mirrorFormat = `provider_installation {
  filesystem_mirror {
    path = %q
  }
}
`
)

// workspace writes the folder of a column.
func (c column) workspace(folder string, t *sized) error {
	for _, name := range []string{"common", c.configuration} {
		files, err := fs.Sub(configurations, path.Join("configuration", name))
		if err != nil {
			return err
		}
		if err := os.CopyFS(folder, files); err != nil {
			return err
		}
	}
	if err := writeDepartments(folder, c.departments(t)); err != nil {
		return err
	}
	content, err := json.MarshalIndent(c.declares(t), "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "tenant.json"), content, 0o600); err != nil || c.provider == "" {
		return err
	}
	return os.WriteFile(filepath.Join(folder, "provider.tf"), []byte(c.providerBlock()), 0o600)
}

// writeDepartments creates a block of the template for each department. During an apply, Terraform
// compares each object of a resource with each object of another resource that refers to it, in all
// instances of a module. With a separate block for each department, which has at most 40 teams, the
// cost of the CLI grows linearly with the tenant instead of quadratically.
func writeDepartments(folder string, departments []string) error {
	if len(departments) == 0 {
		return nil
	}
	template := filepath.Join(folder, "department.tf.tmpl")
	block, err := os.ReadFile(template)
	if err != nil {
		return err
	}
	for _, department := range departments {
		content := strings.ReplaceAll(string(block), "DEPARTMENT", department)
		if err := os.WriteFile(filepath.Join(folder, department+".tf"), []byte(content), 0o600); err != nil {
			return err
		}
	}
	return os.Remove(template)
}

func (c column) providerBlock() string {
	var b strings.Builder
	fmt.Fprintf(&b, "terraform {\n  required_providers {\n    %s = {\n      source = \"%s/identity-iac/%s\"\n    }\n  }\n}\n\n",
		c.provider, registry, c.provider)
	fmt.Fprintf(&b, "provider %q {\n", c.provider)
	for _, name := range slices.Sorted(maps.Keys(c.arguments)) {
		fmt.Fprintf(&b, "  %s = %s\n", name, c.arguments[name])
	}
	b.WriteString("}\n")
	return b.String()
}

// installStandIns copies this binary to the paths of the providers and returns the configuration of
// the CLI.
func installStandIns(folder string) (cliConfig string, err error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	mirror := filepath.Join(folder, "mirror")
	for _, name := range []string{idmProvider, bareProvider} {
		target := filepath.Join(mirror, registry, "identity-iac", name, standInVersion, runtime.GOOS+"_"+runtime.GOARCH)
		if err := os.MkdirAll(target, 0o750); err != nil {
			return "", err
		}
		file := filepath.Join(target, fmt.Sprintf("terraform-provider-%s_v%s%s", name, standInVersion, filepath.Ext(self)))
		if err := os.Symlink(self, file); err != nil {
			return "", err
		}
	}
	cliConfig = filepath.Join(folder, "cli.tfrc")
	return cliConfig, os.WriteFile(cliConfig, fmt.Appendf(nil, mirrorFormat, filepath.ToSlash(mirror)), 0o600)
}
