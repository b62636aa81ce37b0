package export

import (
	"cmp"
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

// updating holds the content of an existing folder.
type updating struct {
	// files holds the contents of the configuration files by path.
	files map[string][]byte
	// declared holds the addresses in the files of each root. A root is a folder with a trailing
	// slash, or "".
	declared map[string]map[string]bool
	// reserved holds the resource names of all roots, by type.
	reserved map[string]map[string]bool
	// providers counts the resources of each root by their provider configuration, such as idm.second.
	providers map[string]map[string]int
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
	u := &updating{files: map[string][]byte{}, declared: map[string]map[string]bool{}, reserved: map[string]map[string]bool{},
		providers: map[string]map[string]int{}}
	for _, dir := range append([]string{folder}, input.Find(folder, "*")...) {
		for _, file := range input.Configuration(dir) {
			root := ""
			if dir != folder {
				root = filepath.Base(dir) + "/"
			}
			if err := u.read(root, file); err != nil {
				return nil, err
			}
		}
	}
	return u, nil
}

// read records the resources of a file, and how they name the provider.
func (u *updating) read(root, file string) error {
	parse := hclparse.NewParser().ParseHCLFile
	if filepath.Ext(file) == ".json" {
		parse = hclparse.NewParser().ParseJSONFile
	}
	parsed, diagnostics := parse(file)
	content := &hcl.BodyContent{}
	if !diagnostics.HasErrors() {
		content, _, diagnostics = parsed.Body.PartialContent(
			&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: "resource", LabelNames: []string{"type", "name"}}}})
	}
	if diagnostics.HasErrors() {
		return fmt.Errorf("nothing was written, because the configuration cannot be read; correct it: %w", diagnostics)
	}
	u.files[root+filepath.Base(file)] = parsed.Bytes
	put(u.declared, root, "", false)
	for _, block := range content.Blocks {
		kind, name := block.Labels[0], block.Labels[1]
		put(u.declared, root, kind+"."+name, true)
		put(u.reserved, kind, name, true)
		if strings.HasPrefix(kind, "idm_") {
			config := defaultProvider
			body, _, _ := block.Body.PartialContent(&hcl.BodySchema{Attributes: []hcl.AttributeSchema{{Name: "provider"}}})
			if set := body.Attributes["provider"]; set != nil {
				config = strings.Trim(string(set.Expr.Range().SliceBytes(parsed.Bytes)), `"`)
			}
			put(u.providers, root, config, u.providers[root][config]+1)
		}
	}
	return nil
}

// defaultProvider is the provider configuration of a resource without the argument provider.
const defaultProvider = "idm"

// providerArg returns the argument provider for the provider configuration that most resources use,
// none for the default one.
func providerArg(uses map[string]int) []arg {
	all := slices.SortedFunc(maps.Keys(uses), func(a, b string) int {
		return cmp.Or(cmp.Compare(uses[b], uses[a]), strings.Compare(a, b))
	})
	if len(all) == 0 || all[0] == defaultProvider {
		return nil
	}
	return []arg{{name: "provider", value: path{attribute: all[0]}}}
}

// isNew reports whether no export has written a resource yet.
func (e *exporter) isNew(r *resource) bool { return e.names.Names[r.kind][r.id] == "" }

// put sets a value in a map of maps.
func put[T any](all map[string]map[string]T, outer, inner string, value T) {
	if all[outer] == nil {
		all[outer] = map[string]T{}
	}
	all[outer][inner] = value
}

func sortedKeys[T any](of map[string]T) []string { return slices.Sorted(maps.Keys(of)) }
