package rehearsal

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// saved is the content of a saved plan that the CLI does not show.
type saved struct {
	// files holds the entries of the plan by name.
	files map[string][]byte
	// workspace is the workspace of the state.
	workspace string
	// backend reports whether the root module configures a backend, encryption whether it configures
	// encryption.
	backend, encryption bool
	// invokes reports whether the plan only invokes an action.
	invokes bool
	// variables holds the variable values of the plan in JSON.
	variables map[string]json.RawMessage
	// foreign lists blocks of other providers, and provisioners, in the configuration.
	foreign []string
}

// openSaved reads a saved plan.
func openSaved(content []byte) (*saved, error) {
	if !bytes.HasPrefix(content, []byte("PK\x03\x04")) {
		return nil,
			errors.New("a rehearsal needs the saved plan (terraform plan -out=FILE), unencrypted: it contains the configuration and " +
				"the state")
	}
	files, err := plan.Entries(content)
	if err != nil {
		return nil, err
	}
	s := &saved{files: files}
	if s.files["tfplan"] == nil || s.files["tfstate"] == nil {
		return nil, errors.New("it is not a saved plan: give the file of terraform plan -out=FILE")
	}
	s.readConfiguration()
	return s, nil
}

// unchanged refuses a folder whose configuration differs from the plan's.
func (s *saved) unchanged(root string) error {
	folders := map[string]string{"": ""}
	var manifest []struct{ Key, Dir string }
	if err := json.Unmarshal(s.files["tfconfig/modules.json"], &manifest); err == nil {
		for _, module := range manifest {
			folders[module.Key] = module.Dir
		}
	}
	for name, content := range s.files {
		rest, ok := strings.CutPrefix(name, modulePrefix)
		if !ok {
			continue
		}
		key, file := path.Split(rest)
		folder, known := folders[strings.TrimSuffix(key, "/")]
		if !known {
			return fmt.Errorf("the saved plan does not contain the path of its module %s: rehearse in its folder",
				strings.TrimSuffix(key, "/"))
		}
		if !filepath.IsAbs(folder) {
			folder = filepath.Join(root, folder)
		}
		if now, err := os.ReadFile(filepath.Join(folder, file)); err != nil || !bytes.Equal(now, content) {
			return fmt.Errorf("%s differs from the configuration of the plan: rehearse in the folder and at the commit of the plan, with "+
				"its modules (terraform init), or name the folder with --dir", filepath.Join(folder, file))
		}
	}
	return nil
}

// dataFolder returns the folder in which the CLI installs the dependencies of a root module.
func dataFolder(root string) string {
	data := cmp.Or(os.Getenv("TF_DATA_DIR"), ".terraform")
	if filepath.IsAbs(data) {
		return data
	}
	return filepath.Join(root, data)
}
