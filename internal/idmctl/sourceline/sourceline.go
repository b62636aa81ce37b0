// Package sourceline finds the line of a configuration that declares an object of a plan: the entry
// of a map or of a data file for an instance key, otherwise the block. Findings contain it, so that
// they appear on the changed line of a pull request. A line only helps the reader; no decision
// depends on it.
package sourceline

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// largest is the maximum size in bytes of a file to read.
const largest = 16 << 20

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
	top string
	// entries holds the entries of data files, by path.
	entries map[string][]entry
	// modules counts the followed module calls.
	modules int
}

// Read reads the configuration in a folder. Files that cannot be read or parsed have no locations.
func Read(dir string) *Configuration {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil
	}
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		dir = resolved
	}
	c := &Configuration{top: repository(dir), entries: map[string][]entry{}}
	c.root = c.module(dir, dir, nil, 0)
	return c
}

// Roots are the configurations of several plans, by the names of the plans, which are the prefixes
// of addresses. A single configuration has the name "".
type Roots map[string]*Configuration

// Nearest returns the location of an object in the configuration of its plan; see
// Configuration.Nearest. Without a matching plan it uses the first configuration.
func (r Roots) Nearest(address string) (Location, bool) {
	names := sortedKeys(r)
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
	target, ok := parse(address)
	if c == nil || !ok {
		return Location{}, false
	}
	chain := []*module{c.root}
	keys := []string{}
	for _, step := range target.modules {
		call := chain[len(chain)-1].calls[step.name]
		if call == nil {
			return Location{}, false
		}
		if call.module == nil {
			return c.at(call.at)
		}
		chain, keys = append(chain, call.module), append(keys, step.key)
	}
	if at, ok := c.entry(chain, append(keys, target.key), target); ok {
		return at, true
	}
	block, declared := chain[len(chain)-1].blocks[target.kind+"."+target.name]
	if !declared {
		if block, declared = c.root.removed[target.without()]; !declared {
			return Location{}, false
		}
	}
	return c.at(block)
}

// entry returns the unique entry for the innermost instance key of an address that has one.
func (c *Configuration) entry(chain []*module, keys []string, target target) (Location, bool) {
	for level, key := range slices.Backward(keys) {
		if key == "" {
			continue
		}
		var all []entry
		for _, m := range chain[:min(level+1, len(chain))] {
			all = append(all, m.entries...)
			for _, file := range m.data {
				all = append(all, c.file(file)...)
			}
		}
		if found, ok := only(all, key, target); ok {
			return found.at, true
		}
	}
	return Location{}, false
}

// only returns the only entry with a key. Of several, it returns the only one in a map with the
// name of the type or the resource.
func only(all []entry, key string, target target) (entry, bool) {
	found := slices.DeleteFunc(slices.Clone(all), func(e entry) bool { return !e.matches(key) })
	slices.SortFunc(found, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.at.File, b.at.File), cmp.Compare(a.at.Line, b.at.Line))
	})
	found = slices.CompactFunc(found, func(a, b entry) bool { return a.at == b.at })
	if len(found) > 1 {
		found = slices.DeleteFunc(found, func(e entry) bool { return !e.within(target) })
	}
	if len(found) != 1 {
		return entry{}, false
	}
	return found[0], true
}

// Nearest returns the location of an object. If the configuration no longer declares it, it returns
// the closest location: the call of its module, otherwise a block of its type, otherwise the first
// file.
func (c *Configuration) Nearest(address string) (Location, bool) {
	if at, ok := c.Find(address); ok || c == nil || len(c.root.files) == 0 {
		return at, ok
	}
	target, _ := parse(address)
	m := c.root
	for _, step := range target.modules {
		call := m.calls[step.name]
		if call == nil {
			break
		}
		if call.module == nil {
			return c.at(call.at)
		}
		m = call.module
	}
	for _, name := range sortedKeys(m.blocks) {
		if target.kind != "" && strings.HasPrefix(name, target.kind+".") {
			return c.at(m.blocks[name])
		}
	}
	if len(m.files) == 0 {
		m = c.root
	}
	return c.line(m.files[0], 1)
}

// at returns the location of a block.
func (c *Configuration) at(block hcl.Range) (Location, bool) {
	return c.line(block.Filename, block.Start.Line)
}

// line returns a location in the top folder; files elsewhere have none.
func (c *Configuration) line(file string, line int) (Location, bool) {
	relative, err := filepath.Rel(c.top, file)
	if err != nil || !filepath.IsLocal(relative) {
		return Location{}, false
	}
	return Location{File: filepath.ToSlash(relative), Line: line}, true
}

// target is a parsed address.
type target struct {
	modules         []step
	kind, name, key string
	// elements is the argument that contains the element; "" for a resource.
	elements string
}

// step is a module call with an instance key.
type step struct{ name, key string }

// without returns the address without instance keys.
func (t target) without() string {
	var b strings.Builder
	for _, step := range t.modules {
		b.WriteString("module." + step.name + ".")
	}
	return b.String() + t.kind + "." + t.name
}

// parse parses an address. Numeric keys are omitted, because they do not identify a line.
func parse(address string) (target, bool) {
	traversal, diagnostics := hclsyntax.ParseTraversalAbs([]byte(address), "", hcl.InitialPos)
	if diagnostics.HasErrors() {
		return target{}, false
	}
	var steps []step
	for _, part := range traversal {
		switch part := part.(type) {
		case hcl.TraverseRoot:
			steps = append(steps, step{name: part.Name})
		case hcl.TraverseAttr:
			steps = append(steps, step{name: part.Name})
		case hcl.TraverseIndex:
			if part.Key.Type().FriendlyName() == "string" && len(steps) > 0 {
				steps[len(steps)-1].key = part.Key.AsString()
			}
		}
	}
	var t target
	for len(steps) > 1 && steps[0].name == "module" {
		t.modules, steps = append(t.modules, steps[1]), steps[2:]
	}
	if len(steps) > 0 && steps[0].name == "data" {
		steps = steps[1:]
		if len(steps) > 0 {
			steps[0].name = "data." + steps[0].name
		}
	}
	if len(steps) > 1 {
		t.kind, t.name, t.key = steps[0].name, steps[1].name, steps[1].key
	}
	if of := objecttype.ByTypeName(t.kind); len(steps) > 2 && of != nil && steps[2].name == of.Elements {
		t.key, t.elements = steps[2].key, of.Elements
	}
	return t, len(steps) > 1 || len(steps) == 0 && len(t.modules) > 0
}
