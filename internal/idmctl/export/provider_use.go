package export

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
)

// providerUse counts the provider configurations of this provider in a root, such as idm or
// identity.second, by the resources that name them.
type providerUse struct {
	// local holds the local names of the provider in required_providers.
	local map[string]bool
	// uses counts the resources by configuration; a configuration without resources counts zero.
	uses map[string]int
}

// defaultProvider is the provider configuration of a resource without the argument provider.
const defaultProvider = "idm"

func newProviderUse() *providerUse {
	return &providerUse{local: map[string]bool{}, uses: map[string]int{}}
}

// sourceSetting matches the source in a requirement of a provider.
var sourceSetting = regexp.MustCompile(`source"?\s*[=:]\s*"([^"]*)"`)

// read records a block of a file.
func (u *providerUse) read(block *hcl.Block, file []byte) {
	switch block.Type {
	case "resource":
		if !strings.HasPrefix(block.Labels[0], "idm_") {
			return
		}
		config := cmp.Or(written(block.Body, "provider", file), defaultProvider)
		if !strings.Contains(config, "[") {
			// Otherwise it depends on the instance.
			u.uses[config]++
		}
	case "provider":
		config := block.Labels[0]
		if alias := written(block.Body, "alias", file); alias != "" {
			config += "." + alias
		}
		u.uses[config] += 0
	case "terraform":
		content, _, _ := block.Body.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: "required_providers"}}})
		for _, required := range content.Blocks {
			attributes, _ := required.Body.JustAttributes()
			for name, requirement := range attributes {
				source := sourceSetting.FindSubmatch(requirement.Expr.Range().SliceBytes(file))
				if source != nil && strings.HasSuffix("/"+string(source[1]), "/idm") {
					u.local[name] = true
				}
			}
		}
	}
}

// written returns an argument of a block as it is written, without quotes and the signs of a
// template; "" without it.
func written(body hcl.Body, name string, file []byte) string {
	content, _, _ := body.PartialContent(&hcl.BodySchema{Attributes: []hcl.AttributeSchema{{Name: name}}})
	if content.Attributes[name] == nil {
		return ""
	}
	return strings.Trim(string(content.Attributes[name].Expr.Range().SliceBytes(file)), `"${} `)
}

// config returns the configuration for new resources, "" for the default one: the one that most
// resources have, otherwise a block, without an alias if possible, otherwise the local name.
func (u *providerUse) config() string {
	if u == nil {
		return ""
	}
	uses := map[string]int{}
	for config, count := range u.uses {
		name, _, _ := strings.Cut(config, ".")
		if u.local[name] || len(u.local) == 0 && name == defaultProvider {
			uses[config] = count
		}
	}
	if len(uses) == 0 {
		for name := range u.local {
			uses[name] = 0
		}
	}
	// Of equal ones, the default one comes first, then those without an alias.
	all := slices.SortedFunc(maps.Keys(uses), func(a, b string) int {
		return cmp.Or(cmp.Compare(uses[b], uses[a]), cmp.Compare(strings.Count(a, "."), strings.Count(b, ".")),
			cmp.Compare(strings.TrimPrefix(a, defaultProvider), strings.TrimPrefix(b, defaultProvider)))
	})
	if len(all) == 0 || all[0] == defaultProvider {
		return ""
	}
	return all[0]
}

// providerArg returns the argument provider for a configuration, none for the default one.
func providerArg(config string) []arg {
	if config == "" {
		return nil
	}
	return []arg{{name: "provider", value: path{attribute: config}}}
}
