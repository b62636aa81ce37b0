// Package sourceline finds the line of a configuration that declares an object of a plan: the first
// line with its instance key in HCL or in a data file, otherwise the block. Findings contain it, so that
// they appear on the changed line of a pull request. A line only helps the reader; no decision
// depends on it.
package sourceline

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
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

// Read reads the configuration in a folder. Files that cannot be read or parsed have no locations.
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
	target, ok := targetOf(address)
	if c == nil || !ok {
		return Location{}, false
	}
	chain, keys := []*module{c.root}, []string{}
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
	for level, key := range slices.Backward(append(keys, target.key)) {
		if at, ok := c.entry(chain[:min(level+1, len(chain))], key); ok {
			return at, true
		}
	}
	block, declared := chain[len(chain)-1].blocks[target.kind+"."+target.name]
	if !declared {
		if block, declared = c.root.removed[target.without()]; !declared {
			return Location{}, false
		}
	}
	return c.at(block)
}

// entry returns the line of an instance key in the modules of an address.
func (c *Configuration) entry(chain []*module, key string) (Location, bool) {
	if key == "" {
		return Location{}, false
	}
	var configuration, data []*text
	for _, m := range slices.Backward(chain) {
		configuration = append(configuration, m.files...)
		data = append(data, m.data...)
	}
	texts := append(configuration, slices.DeleteFunc(data, func(t *text) bool { return !t.namedIn(configuration) })...)
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
	target, _ := targetOf(address)
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
	return c.line(m.files[0].file, 1)
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

// targetOf parses an address. Numeric keys are omitted, because they do not identify a line.
func targetOf(address string) (target, bool) {
	traversal, diagnostics := hclsyntax.ParseTraversalAbs([]byte(address), "", hcl.InitialPos)
	if diagnostics.HasErrors() {
		return target{}, false
	}
	steps := stepsOf(traversal)
	var t target
	for len(steps) > 1 && steps[0].name == "module" {
		t.modules, steps = append(t.modules, steps[1]), steps[2:]
	}
	if len(steps) > 1 && steps[0].name == "data" {
		steps = steps[1:]
		steps[0].name = "data." + steps[0].name
	}
	if len(steps) > 1 {
		t.kind, t.name, t.key = steps[0].name, steps[1].name, steps[1].key
	}
	if of := objecttype.ByTypeName(t.kind); len(steps) > 2 && of != nil && steps[2].name == of.Elements {
		t.key = steps[2].key
	}
	return t, len(steps) > 1 || len(steps) == 0 && len(t.modules) > 0
}

// stepsOf returns the names of a traversal with the keys after them.
func stepsOf(traversal hcl.Traversal) []step {
	var steps []step
	for _, part := range traversal {
		switch part := part.(type) {
		case hcl.TraverseRoot:
			steps = append(steps, step{name: part.Name})
		case hcl.TraverseAttr:
			steps = append(steps, step{name: part.Name})
		case hcl.TraverseIndex:
			if len(steps) > 0 {
				steps[len(steps)-1].key = stringOf(part.Key)
			}
		}
	}
	return steps
}

// stringOf returns a known string; "" for any other value.
func stringOf(value cty.Value) string {
	if !value.IsKnown() || value.IsNull() || value.Type() != cty.String {
		return ""
	}
	return value.AsString()
}
