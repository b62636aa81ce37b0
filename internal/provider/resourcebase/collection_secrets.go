package resourcebase

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/fixedmap"
)

// secrets is the attribute with the encrypted properties of all elements, by key. They are not among
// the elements, which are one dynamic attribute: a CLI cannot mark a part of it as sensitive without
// the configuration, and writes it to its log.
const secrets = "sensitive_properties"

var secretValues = tftypes.Map{ElementType: tftypes.String}

// give adds the encrypted properties of an element to its arguments.
func (e *element) give(all tftypes.Value) {
	given, known := fixedmap.Members(all)
	value, has := given[e.key]
	switch members, isKnown := fixedmap.Members(value); {
	case all.IsNull(), known && !has, isKnown && len(members) == 0:
		return
	case !known:
		value = tftypes.NewValue(secretValues, tftypes.UnknownValue)
	}
	e.given = maps.Clone(e.given)
	e.given[secrets] = value
}

// refuseSecrets returns an error for encrypted properties of keys that are not elements.
func (c *Collection) refuseSecrets(of *elements, all tftypes.Value, diags *diag.Diagnostics) {
	given, _ := fixedmap.Members(all)
	for _, key := range slices.Sorted(maps.Keys(given)) {
		if of.by[key] == nil {
			diags.AddAttributeError(path.Root(secrets).AtMapKey(key), "Unknown key in "+secrets, fmt.Sprintf("%s has "+
				"properties of %q, which is not a key of %s.", secrets, key, c.Type.Elements))
		}
	}
}

// secrets returns the encrypted properties for a state. like is the value of the configuration or of
// the state before: an element without any keeps its empty map.
func (c *Collection) secrets(of *elements, like tftypes.Value) tftypes.Value {
	given, some := fixedmap.Members(like)
	all := map[string]tftypes.Value{}
	for key, one := range of.by {
		if members, empty := fixedmap.Members(given[key]); given[key].IsNull() || empty && len(members) == 0 {
			if value, has := given[key]; has {
				all[key] = value
			}
		}
		for _, part := range one.parts {
			if value := memberOf(part.Value, secrets); !value.IsNull() {
				all[key] = value
			}
		}
	}
	if len(all) == 0 && !some {
		return tftypes.NewValue(tftypes.Map{ElementType: secretValues}, nil)
	}
	return tftypes.NewValue(tftypes.Map{ElementType: secretValues}, all)
}
