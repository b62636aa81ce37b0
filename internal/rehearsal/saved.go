package rehearsal

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"google.golang.org/protobuf/encoding/protowire"
)

// saved is what a saved plan holds, beside what the CLI shows of it.
type saved struct {
	// files are the entries of the plan by name.
	files map[string][]byte
	// mode is the kind of the plan: 0 a usual one, 1 of a destroy, 2 one that only refreshes.
	mode                       uint64
	targets, excluded, replace []string
	workspace                  string
	// backend reports that the configuration names where its state is.
	backend bool
	// variables are the values that the plan was made with, in JSON.
	variables map[string]json.RawMessage
	// foreign are blocks of other providers, and provisioners, in the configuration.
	foreign []string
}

const (
	entryLimit = 1 << 30

	fieldTargets, fieldExcluded, fieldBackend, fieldReplace, fieldMode = 5, 6, 13, 16, 17
	fieldWorkspace                                                     = 3
)

// openSaved reads a saved plan.
func openSaved(content []byte) (*saved, error) {
	if !bytes.HasPrefix(content, []byte("PK\x03\x04")) {
		return nil,
			errors.New("a rehearsal needs the saved plan (terraform plan -out=FILE), in the clear: its configuration and its state are in it")
	}
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, fmt.Errorf("the saved plan is damaged: %w", err)
	}
	s := &saved{files: map[string][]byte{}}
	for _, file := range archive.File {
		if s.files[file.Name], err = entry(file); err != nil {
			return nil, fmt.Errorf("%s in the saved plan: %w", file.Name, err)
		}
	}
	if s.files["tfplan"] == nil || s.files["tfstate"] == nil {
		return nil, errors.New("it is no saved plan")
	}
	if err := s.readPlan(); err != nil {
		return nil, fmt.Errorf("the saved plan is damaged: %w", err)
	}
	s.readConfiguration()
	return s, nil
}

func entry(file *zip.File) ([]byte, error) {
	opened, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	content, err := io.ReadAll(io.LimitReader(opened, entryLimit+1))
	if err == nil && len(content) > entryLimit {
		err = fmt.Errorf("it has more than %d bytes", entryLimit)
	}
	return content, err
}

func (s *saved) readPlan() error {
	return visit(s.files["tfplan"], func(number protowire.Number, value []byte, plain uint64) error {
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
			return visit(value, func(number protowire.Number, value []byte, _ uint64) error {
				if number == fieldWorkspace {
					s.workspace = string(value)
				}
				return nil
			})
		}
		return nil
	})
}

// visit goes through the fields of a message: texts and messages as bytes, numbers as they are.
func visit(content []byte, field func(protowire.Number, []byte, uint64) error) error {
	for len(content) > 0 {
		number, kind, size := protowire.ConsumeTag(content)
		if size < 0 {
			return protowire.ParseError(size)
		}
		content = content[size:]
		if size = protowire.ConsumeFieldValue(number, kind, content); size < 0 {
			return protowire.ParseError(size)
		}
		var value []byte
		var plain uint64
		switch kind {
		case protowire.BytesType:
			value, _ = protowire.ConsumeBytes(content)
		case protowire.VarintType:
			plain, _ = protowire.ConsumeVarint(content)
		default:
		}
		if err := field(number, value, plain); err != nil {
			return err
		}
		content = content[size:]
	}
	return nil
}

// modulePrefix begins the names of the files of a module in a saved plan; the root's is m-/.
const modulePrefix = "tfconfig/m-"

// readConfiguration looks for a backend, for provisioners, and for what other providers do.
func (s *saved) readConfiguration() {
	for name, content := range s.files {
		rest, ok := strings.CutPrefix(name, modulePrefix)
		if !ok {
			continue
		}
		if strings.HasSuffix(name, ".json") {
			s.foreign = append(s.foreign, inJSON(rest, content)...)
			s.backend = s.backend || strings.HasPrefix(rest, "/") &&
				(bytes.Contains(content, []byte(`"backend"`)) || bytes.Contains(content, []byte(`"cloud"`)))
			continue
		}
		file, diagnostics := hclsyntax.ParseConfig(content, rest, hcl.InitialPos)
		if diagnostics.HasErrors() {
			s.foreign = append(s.foreign, "the file "+rest+" cannot be read, so that it may do anything")
			continue
		}
		body, _ := file.Body.(*hclsyntax.Body)
		for _, block := range body.Blocks {
			s.block(rest, block)
		}
	}
	slices.Sort(s.foreign)
	s.foreign = slices.Compact(s.foreign)
}

func (s *saved) block(file string, block *hclsyntax.Block) {
	switch block.Type {
	case "terraform":
		for _, inner := range block.Body.Blocks {
			s.backend = s.backend || strings.HasPrefix(file, "/") && (inner.Type == "backend" || inner.Type == "cloud")
		}
	case "resource", "data", "ephemeral", "action", "list":
		if !ownType(block.Labels[0]) {
			s.foreign = append(s.foreign, fmt.Sprintf("%s %s.%s is of another provider", block.Type, block.Labels[0], block.Labels[1]))
		}
	case "check":
		for _, inner := range block.Body.Blocks {
			s.block(file, inner)
		}
	}
	if block.Type == "resource" || block.Type == "removed" {
		for _, inner := range block.Body.Blocks {
			if inner.Type == "provisioner" {
				s.foreign = append(s.foreign, fmt.Sprintf("%s %s has a provisioner", block.Type, strings.Join(block.Labels, ".")))
			}
		}
	}
}

// ownType reports whether a type is of this provider, or of the one that is built into the CLI and
// reaches nothing but states.
func ownType(name string) bool {
	return strings.HasPrefix(name, "idm_") || name == "terraform_data" || name == "terraform_remote_state"
}

// inJSON finds the same in a file in JSON, whose blocks are objects by type and name.
func inJSON(file string, content []byte) []string {
	var read map[string]json.RawMessage
	if json.Unmarshal(content, &read) != nil {
		return []string{"the file " + file + " cannot be read, so that it may do anything"}
	}
	var found []string
	for _, kind := range []string{"resource", "data", "ephemeral", "action"} {
		var types map[string]json.RawMessage
		_ = json.Unmarshal(read[kind], &types)
		if types == nil && len(read[kind]) > 0 {
			found = append(found, "the blocks "+kind+" of the file "+file+" cannot be read, so that they may be anything")
		}
		for name := range types {
			if !ownType(name) {
				found = append(found, fmt.Sprintf("%s %s in %s is of another provider", kind, name, file))
			}
		}
	}
	if bytes.Contains(content, []byte(`"provisioner"`)) {
		found = append(found, "the file "+file+" has a provisioner")
	}
	return found
}

// providers are the sources of all providers that the plan was made with, as far as they are
// locked.
func (s *saved) providers() []string {
	content := s.files[".terraform.lock.hcl"]
	file, diagnostics := hclsyntax.ParseConfig(content, ".terraform.lock.hcl", hcl.InitialPos)
	if diagnostics.HasErrors() {
		return nil
	}
	var sources []string
	body, _ := file.Body.(*hclsyntax.Body)
	for _, block := range body.Blocks {
		if block.Type == "provider" && len(block.Labels) == 1 {
			sources = append(sources, block.Labels[0])
		}
	}
	return sources
}

// unchanged refuses a folder whose configuration is not the plan's.
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
			return fmt.Errorf("the saved plan does not say where its module %s is", strings.TrimSuffix(key, "/"))
		}
		if !filepath.IsAbs(folder) {
			folder = filepath.Join(root, folder)
		}
		if now, err := os.ReadFile(filepath.Join(folder, file)); err != nil || !bytes.Equal(now, content) {
			return fmt.Errorf("%s is not what the plan was made with: rehearse in the folder and at the commit of the plan, with its modules "+
				"(terraform init), or name the folder with --chdir", filepath.Join(folder, file))
		}
	}
	return nil
}
