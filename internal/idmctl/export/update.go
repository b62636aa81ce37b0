package export

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclparse"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
)

// Gone is an object of an earlier export that the tenant no longer has.
type Gone struct {
	Address string `json:"address"`
	ID      string `json:"id"`
}

// updating holds the content of an existing folder.
type updating struct {
	folder string
	// declared holds the addresses in the files of each root. A root is a folder with a trailing
	// slash, or "".
	declared map[string]map[string]bool
	// reserved holds the resource names of all roots, by type.
	reserved map[string]map[string]bool
	// providers describes how the resources of each root name the provider.
	providers map[string]*providerUse
}

// inUse reads a folder for an update.
func inUse(folder string) (*updating, error) {
	if _, err := os.Stat(filepath.Join(folder, NamesFile)); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("%s has no %s, so no export can be added to it; export to a new folder", folder, NamesFile)
		}
		return nil, err
	}
	return readFolder(folder)
}

// readFolder reads the configuration in a folder and in its direct subfolders.
func readFolder(folder string) (*updating, error) {
	u := &updating{folder: folder, declared: map[string]map[string]bool{}, reserved: map[string]map[string]bool{},
		providers: map[string]*providerUse{}}
	for _, root := range append([]string{folder}, input.Find(folder, "*")...) {
		for _, file := range input.Configuration(root) {
			if err := u.read(file); err != nil {
				return nil, err
			}
		}
	}
	return u, nil
}

// blocksOfRoots is the schema of the blocks that an update reads.
var blocksOfRoots = &hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{
	{Type: "resource", LabelNames: []string{"type", "name"}}, {Type: "provider", LabelNames: []string{"name"}}, {Type: "terraform"},
}}

// read records the resources of a file, and how it names the provider.
func (u *updating) read(file string) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	parser := hclparse.NewParser()
	parse := parser.ParseHCL
	if strings.HasSuffix(file, ".json") {
		parse = parser.ParseJSON
	}
	parsed, diags := parse(content, file)
	if diags.HasErrors() {
		return fmt.Errorf("nothing was changed: correct the file, which cannot be read: %w", diags)
	}
	root, err := filepath.Rel(u.folder, filepath.Dir(file))
	if err != nil {
		return err
	}
	root = strings.TrimPrefix(filepath.ToSlash(root)+"/", "./")
	if u.declared[root] == nil {
		u.declared[root], u.providers[root] = map[string]bool{}, newProviderUse()
	}
	// The CLI reports what is wrong with the other blocks.
	found, _, _ := parsed.Body.PartialContent(blocksOfRoots)
	for _, block := range found.Blocks {
		u.providers[root].read(block, content)
		if block.Type == "resource" {
			u.declared[root][block.Labels[0]+"."+block.Labels[1]] = true
			put(u.reserved, block.Labels[0], block.Labels[1], true)
		}
	}
	return nil
}

// isNew reports whether no export has written a resource yet.
func (e *exporter) isNew(r *resource) bool { return e.names.names[r.kind][r.id] == "" }

// existing returns the content of a file before the export; nil for a missing file.
func (e *exporter) existing(file string) []byte {
	if e.updating == nil {
		return nil
	}
	content, err := os.ReadFile(filepath.Join(e.updating.folder, file))
	if err != nil {
		return nil
	}
	if len(content) > 0 && content[len(content)-1] != '\n' {
		content = append(content, '\n')
	}
	return content
}

// gone lists the recorded objects that the tenant no longer has, for the selected types.
func (e *exporter) gone() []Gone {
	all := []Gone{}
	for _, kind := range types {
		if !e.o.wants(kind) {
			continue
		}
		for _, id := range sortedKeys(e.names.names[kind]) {
			if e.byID[kind][id] == nil {
				all = append(all, Gone{e.names.addresses[kind][id], id})
			}
		}
	}
	return all
}

// put sets a value in a map of maps.
func put[T any](all map[string]map[string]T, outer, inner string, value T) {
	if all[outer] == nil {
		all[outer] = map[string]T{}
	}
	all[outer][inner] = value
}

func sortedKeys[T any](of map[string]T) []string { return slices.Sorted(maps.Keys(of)) }
