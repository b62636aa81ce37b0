package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/programs"
)

// cliConfigFormat makes a CLI install the provider from a folder, like from a company's own mirror.
const cliConfigFormat = `provider_installation {
  filesystem_mirror {
    path    = %q
    include = ["registry.terraform.io/identity-iac/*", "registry.opentofu.org/identity-iac/*"]
  }
}
`

// prepare fills the work folder with a copy of the configuration, and writes the CLI configuration
// next to it.
func prepare(s settings) (cliConfig string, err error) {
	if err := os.RemoveAll(s.work); err != nil {
		return "", err
	}
	if err := os.CopyFS(s.work, os.DirFS(s.configuration)); err != nil {
		return "", fmt.Errorf("copying the configuration: %w", err)
	}
	cliConfig = filepath.Join(filepath.Dir(s.work), "cli.tfrc")
	content := fmt.Sprintf(cliConfigFormat, filepath.ToSlash(s.plugins))
	return cliConfig, os.WriteFile(cliConfig, []byte(content), 0o600)
}

func environment(service service, cliConfig string) []string {
	var more []string
	if !terminal(os.Stdout) {
		more = []string{"TF_CLI_ARGS=-no-color"}
	}
	return programs.Environment(cliConfig, service.BaseURL, token, more...)
}

func terminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
