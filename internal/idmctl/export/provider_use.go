package export

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/zclconf/go-cty/cty"
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

// read records a block.
func (u *providerUse) read(block *hcl.Block) {
	switch block.Type {
	case "resource":
		if !strings.HasPrefix(block.Labels[0], "idm_") {
			return
		}
		config := defaultProvider
		if named := attribute(block.Body, "provider"); named != nil {
			config = configName(named.Expr)
		}
		u.uses[config]++
	case "provider":
		config := block.Labels[0]
		if alias := attribute(block.Body, "alias"); alias != nil {
			config += "." + constantText(alias.Expr)
		}
		u.uses[config] += 0
	case "terraform":
		content, _, _ := block.Body.PartialContent(&hcl.BodySchema{Blocks: []hcl.BlockHeaderSchema{{Type: "required_providers"}}})
		for _, required := range content.Blocks {
			attributes, _ := required.Body.JustAttributes()
			for name, requirement := range attributes {
				if strings.HasSuffix("/"+sourceOf(requirement.Expr), "/idm") {
					u.local[name] = true
				}
			}
		}
	}
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
	return preferred(uses)
}

// preferred returns the provider configuration that most resources use, "" for the default one. Of
// equal ones, the default one comes first, then those without an alias.
func preferred(uses map[string]int) string {
	all := slices.SortedFunc(maps.Keys(uses), func(a, b string) int {
		return cmp.Or(cmp.Compare(uses[b], uses[a]), cmp.Compare(strings.Count(a, "."), strings.Count(b, ".")),
			cmp.Compare(strings.TrimPrefix(a, defaultProvider), strings.TrimPrefix(b, defaultProvider)))
	})
	if len(all) == 0 || all[0] == defaultProvider {
		return ""
	}
	return all[0]
}

// attribute returns an argument of a block; nil if the block does not set it.
func attribute(body hcl.Body, name string) *hcl.Attribute {
	content, _, _ := body.PartialContent(&hcl.BodySchema{Attributes: []hcl.AttributeSchema{{Name: name}}})
	return content.Attributes[name]
}

// configName returns the provider configuration that an argument provider names; "" for one that
// depends on the instance.
func configName(expression hcl.Expression) string {
	if traversal, diags := hcl.AbsTraversalForExpr(expression); !diags.HasErrors() {
		names := []string{traversal.RootName()}
		for _, step := range traversal[1:] {
			named, ok := step.(hcl.TraverseAttr)
			if !ok {
				return ""
			}
			names = append(names, named.Name)
		}
		return strings.Join(names, ".")
	}
	return strings.TrimSuffix(strings.TrimPrefix(constantText(expression), "${"), "}")
}

// sourceOf returns the source in a requirement of a provider.
func sourceOf(requirement hcl.Expression) string {
	value, _ := requirement.Value(nil)
	if !value.IsKnown() || value.IsNull() || !value.Type().IsObjectType() || !value.Type().HasAttribute("source") {
		return ""
	}
	return stringOf(value.GetAttr("source"))
}

// constantText returns the constant string of an expression; "" for any other expression.
func constantText(expression hcl.Expression) string {
	value, diags := expression.Value(nil)
	if diags.HasErrors() {
		return ""
	}
	return stringOf(value)
}

// stringOf returns a known string; "" for any other value.
func stringOf(value cty.Value) string {
	if !value.IsKnown() || value.IsNull() || value.Type() != cty.String {
		return ""
	}
	return value.AsString()
}

// providerArg returns the argument provider for a configuration, none for the default one.
func providerArg(config string) []arg {
	if config == "" {
		return nil
	}
	return []arg{{name: "provider", value: path{attribute: config}}}
}
