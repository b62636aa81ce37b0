package export

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
)

// updating holds the content of an existing folder.
type updating struct {
	folder string
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

// resourceBlock matches the start of a resource block, providerSetting its provider.
var (
	resourceBlock   = regexp.MustCompile(`(?m)^\s*resource\s+"?([\w-]+)"?\s+"?([\w-]+)"?\s*\{`)
	providerSetting = regexp.MustCompile(`(?m)^\s*provider\s*=\s*"?([\w.-]+)`)
)

// readFolder reads the configuration in a folder and in its direct subfolders. It finds resources by
// their text: a plan reports what it misses, such as a name that a file in JSON has already.
func readFolder(folder string) (*updating, error) {
	u := &updating{folder: folder, declared: map[string]map[string]bool{}, reserved: map[string]map[string]bool{},
		providers: map[string]map[string]int{}}
	for _, dir := range append([]string{folder}, input.Find(folder, "*")...) {
		for _, file := range input.Configuration(dir) {
			content, err := os.ReadFile(file)
			if err != nil {
				return nil, err
			}
			root := ""
			if dir != folder {
				root = filepath.Base(dir) + "/"
			}
			u.read(root, string(content))
		}
	}
	return u, nil
}

// read records the resources of a file, and how they name the provider.
func (u *updating) read(root, text string) {
	put(u.declared, root, "", false)
	for _, block := range resourceBlock.FindAllStringSubmatchIndex(text, -1) {
		kind, name := text[block[2]:block[3]], text[block[4]:block[5]]
		put(u.declared, root, kind+"."+name, true)
		put(u.reserved, kind, name, true)
		if !strings.HasPrefix(kind, "idm_") {
			continue
		}
		body, _, _ := strings.Cut(text[block[1]:], "\n}")
		body, _, _ = strings.Cut(body, "\nresource ")
		config := defaultProvider
		if setting := providerSetting.FindStringSubmatch(body); setting != nil {
			config = setting[1]
		}
		put(u.providers, root, config, u.providers[root][config]+1)
	}
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

// put sets a value in a map of maps.
func put[T any](all map[string]map[string]T, outer, inner string, value T) {
	if all[outer] == nil {
		all[outer] = map[string]T{}
	}
	all[outer][inner] = value
}

func sortedKeys[T any](of map[string]T) []string { return slices.Sorted(maps.Keys(of)) }
