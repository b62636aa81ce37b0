package rehearsal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// sandbox is the folder of a rehearsal: the root module with the plan's state, and links to the
// surrounding files, so that paths lead to the same files.
type sandbox struct {
	folder string
	// root is the copy of the root module, data its .terraform folder, variables a file with the values
	// of the plan.
	root, data, variables string
	// initialized reports whether the root module was initialized, modules whether its modules were
	// installed.
	initialized, modules bool
}

// depth is the number of levels above the root module with links, unless a folder marks the
// beginning of the project.
const depth = 4

// The overrides move the state of the copy into its folder for any configured backend, and keep the
// encryption of the plan.
const (
	localBackend = "terraform {\n  backend \"local\" {}\n}\n"
	unencrypted  = `terraform {
  encryption {
    method "unencrypted" "rehearsal" {}
    state {
      enforced = false
      method   = method.unencrypted.rehearsal
    }
    plan {
      enforced = false
      method   = method.unencrypted.rehearsal
    }
  }
}
`
	overrideSuffix = "zz_rehearsal_override.tf"
)

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
		return nil, fmt.Errorf("a rehearsal needs a folder for temporary files, and cannot make one (%w): set TMPDIR to "+
			"a folder that you can write", err)
	}
	b := &sandbox{folder: folder, variables: filepath.Join(folder, "variables.tfvars.json")}
	if err := b.fill(root, s); err != nil {
		b.remove()
		if errors.Is(err, syscall.ENOSPC) {
			return nil, noRoom(err.Error())
		}
		return nil, fmt.Errorf("the folder of the rehearsal in TMPDIR cannot be written (%w): set TMPDIR to another folder", err)
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
	if err := b.override(s); err != nil {
		return err
	}
	variables, err := json.Marshal(s.variables)
	if err != nil {
		return err
	}
	return b.write(b.variables, variables)
}

// override writes a file that replaces settings of the root module. The CLI reads overrides in the
// order of their names and the last one wins, so the file has a name after all existing ones.
func (b *sandbox) override(s *saved) error {
	var content string
	if s.backend {
		content += localBackend
	}
	if s.encryption {
		content += unencrypted
	}
	if content == "" {
		return nil
	}
	entries, err := os.ReadDir(b.root)
	if err != nil {
		return err
	}
	name := overrideSuffix
	for _, entry := range entries {
		if entry.Name() >= name {
			name = entry.Name() + "_" + overrideSuffix
		}
	}
	return b.write(filepath.Join(b.root, name), []byte(content))
}

// local refuses to continue if the CLI would store its state outside of the folder.
func (b *sandbox) local() error {
	content, err := os.ReadFile(filepath.Join(b.data, "terraform.tfstate"))
	if os.IsNotExist(err) {
		return nil
	}
	var read struct {
		Backend struct {
			Type   string
			Config map[string]any
		}
	}
	if err == nil {
		err = json.Unmarshal(content, &read)
	}
	if err != nil {
		return fmt.Errorf("the folder of the rehearsal in TMPDIR cannot be written (%w): set TMPDIR to another folder", err)
	}
	settings := slices.ContainsFunc(slices.Collect(maps.Values(read.Backend.Config)), func(value any) bool { return value != nil })
	if read.Backend.Type != "" && (read.Backend.Type != "local" || settings) {
		return fmt.Errorf("the copy of the configuration still uses its own backend %s, so nothing was planned; "+
			"rehearse without the override files of the root module", read.Backend.Type)
	}
	return nil
}

// state writes the state of the plan to the location of the workspace's local backend. It must run
// after init, which would otherwise ask whether to migrate the state.
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

// write creates a new file, and never follows a link.
func (b *sandbox) write(file string, content []byte) error {
	opened, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = opened.Write(content)
	return errors.Join(err, opened.Close())
}

// mirror creates the folders from the beginning of the project to the root module, each with links
// to its other entries.
func (b *sandbox) mirror(root string) error {
	chain := []string{root}
	for folder := root; len(chain) < depth && !begins(folder); {
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

// begins reports whether a folder is the beginning of a project. The folder for temporary files and
// the root of the file system belong to no project, and may have thousands of entries.
func begins(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, ".git"))
	temporary, _ := filepath.EvalSymlinks(os.TempDir())
	above := filepath.Dir(folder)
	return err == nil || above == temporary || above == filepath.Dir(above)
}

// link creates a folder with links to the entries of another, except one that is created
// separately. Above the root module it ignores folders that it may not list, since they are not
// needed.
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

// ownState reports whether a file or folder holds the CLI's own state or related files. The
// configuration may read other states.
func ownState(name string) bool {
	return name == ".terraform" || name == ".terraform.lock.hcl" || name == ".terraform.tfstate.lock.info" || name == "errored.tfstate" ||
		strings.HasPrefix(name, "terraform.tfstate") || strings.HasSuffix(name, ".tfstate.backup")
}

// dependencies links the installed provider packages and modules.
func (b *sandbox) dependencies(root string, s *saved) error {
	if lock := s.files[".terraform.lock.hcl"]; len(lock) > 0 {
		if err := b.write(filepath.Join(b.root, ".terraform.lock.hcl"), lock); err != nil {
			return err
		}
	}
	data := dataFolder(root)
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

// packageDepth is the depth of a package below the folder of providers: host, namespace, type,
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
