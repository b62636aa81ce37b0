package rehearsal

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// sandbox is the folder that a rehearsal takes place in: the root module with the plan's state, and
// links to everything around it, so that paths lead to the same files.
type sandbox struct {
	folder string
	// root is the copy of the root module, data that of .terraform, variables a file with the values
	// of the plan.
	root, data, variables string
	// initialized and modules report that the root module was, and has its modules.
	initialized, modules bool
}

// depth is how far above the root module links lead, where nothing says where the project begins.
const depth = 4

// override moves the state of the copy into its own folder, whatever backend the configuration
// names.
const override = `terraform {
  backend "local" {}
}
`

func newSandbox(root string, s *saved) (*sandbox, error) {
	root, err := filepath.Abs(root)
	if err != nil {
		return nil, err
	}
	if root, err = filepath.EvalSymlinks(root); err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "idm-rehearsal-")
	if err != nil {
		return nil, err
	}
	b := &sandbox{folder: folder, variables: filepath.Join(folder, "variables.tfvars.json")}
	if err := b.fill(root, s); err != nil {
		b.remove()
		return nil, fmt.Errorf("the folder of the rehearsal: %w", err)
	}
	return b, nil
}

func (b *sandbox) remove() { _ = os.RemoveAll(b.folder) }

func (b *sandbox) fill(root string, s *saved) error {
	if err := b.mirror(root); err != nil {
		return err
	}
	if err := b.dependencies(root, s); err != nil {
		return err
	}
	if s.backend {
		if err := b.write(filepath.Join(b.root, "zz_rehearsal_override.tf"), []byte(override)); err != nil {
			return err
		}
	}
	variables, err := json.Marshal(s.variables)
	if err != nil {
		return err
	}
	return b.write(b.variables, variables)
}

// state puts the state that the plan was made from where the local backend of its workspace looks.
// An init that finds it there wants to know whether to migrate it.
func (b *sandbox) state(s *saved) error {
	file := filepath.Join(b.root, "terraform.tfstate")
	if s.workspace != "" && s.workspace != "default" {
		file = filepath.Join(b.root, "terraform.tfstate.d", s.workspace, "terraform.tfstate")
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			return err
		}
	}
	var state struct{ Resources, Outputs json.RawMessage }
	if err := json.Unmarshal(s.files["tfstate"], &state); err != nil {
		return err
	}
	if strings.Trim(string(state.Resources), " []\n") == "" && strings.Trim(string(state.Outputs), " {}\n") == "" {
		return nil
	}
	return b.write(file, s.files["tfstate"])
}

func (b *sandbox) write(file string, content []byte) error { return os.WriteFile(file, content, 0o600) }

// mirror makes the folders from the beginning of the project down to the root module, each with
// links to what else is in it.
func (b *sandbox) mirror(root string) error {
	chain := []string{root}
	for folder := root; len(chain) < depth && filepath.Dir(folder) != folder && !begins(folder); {
		folder = filepath.Dir(folder)
		chain = append(chain, folder)
	}
	at := filepath.Join(b.folder, "project")
	for i, folder := range slices.Backward(chain) {
		if i < len(chain)-1 {
			at = filepath.Join(at, filepath.Base(folder))
		}
		next := ""
		if i > 0 {
			next = filepath.Base(chain[i-1])
		}
		if err := link(folder, at, next, i == 0); err != nil {
			return err
		}
	}
	b.root, b.data = at, filepath.Join(at, ".terraform")
	return nil
}

// begins reports whether a project begins in a folder.
func begins(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, ".git"))
	return err == nil || folder == filepath.Clean(os.TempDir())
}

// link makes a folder with links to the entries of another, but for one that is made itself. What
// may not be listed above the root module is not needed.
func link(from, to, but string, root bool) error {
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	entries, err := os.ReadDir(from)
	if err != nil && (root || !os.IsPermission(err)) {
		return err
	}
	for _, entry := range entries {
		name := entry.Name()
		if name == but || name == ".git" || root && ownState(name) {
			continue
		}
		if err := os.Symlink(filepath.Join(from, name), filepath.Join(to, name)); err != nil {
			return err
		}
	}
	return nil
}

// ownState reports whether the CLI keeps a state, or what belongs to it, in a file or folder.
func ownState(name string) bool {
	return name == ".terraform" || name == ".terraform.lock.hcl" || name == ".terraform.tfstate.lock.info" ||
		strings.HasPrefix(name, "terraform.tfstate") || strings.HasSuffix(name, ".tfstate") || strings.HasSuffix(name, ".tfstate.backup")
}

// dependencies brings what was installed: links to each package of a provider and to the modules.
func (b *sandbox) dependencies(root string, s *saved) error {
	if lock := s.files[".terraform.lock.hcl"]; len(lock) > 0 {
		if err := b.write(filepath.Join(b.root, ".terraform.lock.hcl"), lock); err != nil {
			return err
		}
	}
	data := os.Getenv("TF_DATA_DIR")
	if data == "" {
		data = ".terraform"
	}
	if !filepath.IsAbs(data) {
		data = filepath.Join(root, data)
	}
	if err := os.MkdirAll(b.data, 0o700); err != nil {
		return err
	}
	if _, err := os.Stat(filepath.Join(data, "modules")); err == nil {
		b.modules = true
		if err := os.Symlink(filepath.Join(data, "modules"), filepath.Join(b.data, "modules")); err != nil {
			return err
		}
	}
	_, err := os.Stat(data)
	b.initialized = err == nil
	return packages(filepath.Join(data, "providers"), filepath.Join(b.data, "providers"), 0)
}

// packageDepth is where a package lies below the folder of providers: host, namespace, type,
// version, platform.
const packageDepth = 5

func packages(from, to string, level int) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		if os.IsNotExist(err) {
			return nil
		}
		return err
	}
	if err := os.MkdirAll(to, 0o700); err != nil {
		return err
	}
	for _, entry := range entries {
		source, target := filepath.Join(from, entry.Name()), filepath.Join(to, entry.Name())
		if level == packageDepth-1 || entry.Type()&fs.ModeSymlink != 0 {
			if source, err = filepath.EvalSymlinks(source); err == nil {
				err = os.Symlink(source, target)
			}
		} else {
			err = packages(source, target, level+1)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
