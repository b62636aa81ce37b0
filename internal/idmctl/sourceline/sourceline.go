// Package sourceline finds the line of a configuration that declares an object of a plan: the first
// line with its instance key in HCL or in a data file, otherwise the block. Findings contain it, so
// that they appear on the changed line of a pull request. A line only helps the reader; no decision
// depends on it.
package sourceline

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/input"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// Location is a line of a file.
type Location struct {
	// File is the path from the top of the repository, with slashes.
	File string `json:"file"`
	// Line counts from 1.
	Line int `json:"line"`
}

// Configuration is a root module with the local modules that it calls.
type Configuration struct {
	root *module
	// top is the folder that paths are relative to.
	top     string
	modules map[string]*module
}

// Read reads the configuration in a folder. Files that cannot be read have no locations.
func Read(dir string) *Configuration {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil
	}
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		dir = resolved
	}
	c := &Configuration{top: repository(dir), modules: map[string]*module{}}
	c.root = c.module(dir)
	return c
}

// module is a folder of a configuration.
type module struct {
	dir string
	// files are the texts of the configuration, and data those of the data files that it may read.
	files, data []*text
}

// module reads the module in a folder, once.
func (c *Configuration) module(dir string) *module {
	m := c.modules[dir]
	if m == nil {
		m = &module{dir: dir, data: dataFiles(dir)}
		c.modules[dir] = m
		for _, name := range input.Configuration(dir) {
			if content, ok := read(name); ok {
				m.files = append(m.files, newText(name, content))
			}
		}
	}
	return m
}

// block returns the line of a block with its labels, such as resource, idm_unit, hq; no text without
// it.
func (m *module) block(words ...string) (*text, int) {
	for _, t := range m.files {
		if line, found := t.block(words); found {
			return t, line
		}
	}
	return nil, 0
}

// Roots are the configurations of several plans, by the names of the plans, which are the prefixes
// of addresses. A single configuration has the name "".
type Roots map[string]*Configuration

// Nearest returns the location of an object in the configuration of its plan; see
// Configuration.Nearest. Without a matching plan it uses the first configuration.
func (r Roots) Nearest(address string) (Location, bool) {
	names := slices.Sorted(maps.Keys(r))
	if len(names) == 0 {
		return Location{}, false
	}
	if only, single := r[""]; single {
		return only.Nearest(address)
	}
	of, rest := names[0], ""
	for _, name := range names {
		if inside, found := strings.CutPrefix(address+"/", name+"/"); found {
			of, rest = name, strings.TrimSuffix(inside, "/")
		}
	}
	return r[of].Nearest(rest)
}

// repository returns the innermost parent folder of dir that contains a Git repository, or dir
// itself.
func repository(dir string) string {
	for folder := dir; ; folder = filepath.Dir(folder) {
		if _, err := os.Lstat(filepath.Join(folder, ".git")); err == nil {
			return folder
		}
		if folder == filepath.Dir(folder) {
			return dir
		}
	}
}

// Find returns the line of an object by its address, such as module.team["a"].idm_unit.all["hq"],
// and reports whether the configuration declares it.
func (c *Configuration) Find(address string) (Location, bool) {
	if c == nil {
		return Location{}, false
	}
	modules, block, keys := split(address)
	chain, call, line := c.chain(modules)
	switch {
	case call != nil:
		return c.line(call.file, line)
	case len(chain) <= len(modules):
		return Location{}, false
	}
	for _, key := range slices.Backward(keys) {
		if at, ok := c.entry(chain, key); ok {
			return at, true
		}
	}
	place, line := chain[len(modules)].block(block...)
	if place == nil {
		place, line = c.root.block("from", plan.Resource(address))
	}
	if place == nil {
		return Location{}, false
	}
	return c.line(place.file, line)
}

// chain returns the modules of an address, from the root to the last one that is declared, and the
// line of a call of a module that is not in a local folder.
func (c *Configuration) chain(modules []string) (chain []*module, call *text, line int) {
	chain = []*module{c.root}
	for _, name := range modules {
		last := chain[len(chain)-1]
		called, line := last.block("module", name)
		if called == nil {
			break
		}
		source := called.setting("source", "module", name)
		if !strings.HasPrefix(source, ".") {
			return chain, called, line
		}
		chain = append(chain, c.module(filepath.Join(last.dir, filepath.FromSlash(source))))
	}
	return chain, nil, 0
}

// entry returns the line of an instance key in the modules of an address.
func (c *Configuration) entry(chain []*module, key string) (Location, bool) {
	var configuration, data []*text
	for _, m := range slices.Backward(chain) {
		configuration = append(configuration, m.files...)
		data = append(data, m.data...)
	}
	texts := slices.Concat(configuration, slices.DeleteFunc(data, func(t *text) bool { return !t.namedIn(configuration) }))
	for _, matches := range []func(*text, string) (int, bool){(*text).begins, (*text).contains} {
		for _, t := range texts {
			if line, found := matches(t, key); found {
				return c.line(t.file, line)
			}
		}
	}
	return Location{}, false
}

// Nearest returns the location of an object. If the configuration no longer declares it, it returns
// the closest location: the call of its module, otherwise a block of its type, otherwise the first
// file.
func (c *Configuration) Nearest(address string) (Location, bool) {
	if at, ok := c.Find(address); ok || c == nil || len(c.root.files) == 0 {
		return at, ok
	}
	modules, block, _ := split(address)
	chain, _, _ := c.chain(modules)
	m := chain[len(chain)-1]
	for _, t := range m.files {
		if line, found := t.contains(block[1]); found {
			return c.line(t.file, line)
		}
	}
	if len(m.files) == 0 {
		m = c.root
	}
	return c.line(m.files[0].file, 1)
}

// line returns a location in the top folder; files elsewhere have none.
func (c *Configuration) line(file string, line int) (Location, bool) {
	relative, err := filepath.Rel(c.top, file)
	if err != nil || !filepath.IsLocal(relative) {
		return Location{}, false
	}
	return Location{File: filepath.ToSlash(relative), Line: line}, true
}

// textKey matches an instance key that is a text. A number does not identify a line.
var textKey = regexp.MustCompile(`\["(?:[^"\\]|\\.)*"\]`)

// split returns the modules of an address, its block in the last of them, and its instance keys.
func split(address string) (modules, block, keys []string) {
	names := strings.Split(plan.Resource(address), ".")
	for len(names) > 1 && names[0] == "module" {
		modules, names = append(modules, names[1]), names[2:]
	}
	if len(names) == 0 || names[0] != "data" {
		names = append([]string{"resource"}, names...)
	}
	names = append(names, "", "")
	for _, key := range textKey.FindAllString(address, -1) {
		if text, err := strconv.Unquote(key[1 : len(key)-1]); err == nil && text != "" {
			keys = append(keys, text)
		}
	}
	return modules, names[:3], keys
}
