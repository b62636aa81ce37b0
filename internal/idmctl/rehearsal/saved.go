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

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// saved is the content of a saved plan that the CLI does not show.
type saved struct {
	// files holds the entries of the plan by name.
	files map[string][]byte
	// mode is the mode of the plan: 0 for normal, 1 for destroy, 2 for refresh-only.
	mode                       uint64
	targets, excluded, replace []string
	workspace                  string
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

const (
	fieldTargets, fieldExcluded, fieldBackend, fieldReplace, fieldMode = 5, 6, 13, 16, 17
	fieldWorkspace                                                     = 3
)

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
	if err := s.readPlan(); err != nil {
		return nil, fmt.Errorf("the saved plan is damaged (%w): plan again", err)
	}
	s.readConfiguration()
	return s, nil
}

func (s *saved) readPlan() error {
	return plan.Fields(s.files["tfplan"], func(number protowire.Number, value []byte, plain uint64) error {
		switch number {
		case fieldMode:
			s.mode = plain
		case fieldTargets:
			s.targets = append(s.targets, string(value))
		case fieldExcluded:
			s.excluded = append(s.excluded, string(value))
		case fieldReplace:
			s.replace = append(s.replace, string(value))
		case fieldBackend:
			return plan.Fields(value, func(number protowire.Number, value []byte, _ uint64) error {
				if number == fieldWorkspace {
					s.workspace = string(value)
				}
				return nil
			})
		}
		return nil
	})
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
