package provider_test

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// harmless holds the nested objects whose optional keys may be misspelled silently, each with the
// reason why that does no harm.
var harmless = map[string]string{}

// The CLIs drop unknown keys of a nested object before a provider sees them. So an object in a
// configuration must not have optional keys: a misspelled required key is reported as missing, and
// optional values belong to a block, to a map with checked keys, or to a value that arrives
// unchanged (fixedmap.Type).
func TestContract_misspelledKeysAreErrors(t *testing.T) {
	_, schemas := server(t)
	loose := map[string]bool{}
	looseKeys("provider", schemas.Provider.Block, loose)
	for kind, parts := range kinds(schemas) {
		for name, schema := range parts {
			looseKeys(kind+"/"+name, schema.Block, loose)
		}
	}
	for at := range loose {
		if harmless[at] == "" {
			t.Errorf("%s is dropped in silence when it is misspelt", at)
		}
	}
	for at := range harmless {
		if !loose[at] {
			t.Errorf("%s is no such key", at)
		}
	}
}

func looseKeys(at string, block *tfprotov6.SchemaBlock, loose map[string]bool) {
	for _, attribute := range block.Attributes {
		if attribute.Required || attribute.Optional {
			looseIn(at+"."+attribute.Name, attribute, loose)
		}
	}
	for _, nested := range block.BlockTypes {
		looseKeys(at+"."+nested.TypeName, nested.Block, loose)
	}
}

func looseIn(at string, attribute *tfprotov6.SchemaAttribute, loose map[string]bool) {
	if attribute.NestedType == nil {
		if holdsObject(attribute.Type) {
			loose[at] = true
		}
		return
	}
	for _, key := range attribute.NestedType.Attributes {
		if key.Optional {
			loose[at+"."+key.Name] = true
		}
		if key.Required || key.Optional {
			looseIn(at+"."+key.Name, key, loose)
		}
	}
}

// holdsObject reports whether values of a type contain objects, which a CLI converts like a nested
// attribute.
func holdsObject(of tftypes.Type) bool {
	switch of := of.(type) {
	case tftypes.Object:
		return true
	case tftypes.Map:
		return holdsObject(of.ElementType)
	case tftypes.List:
		return holdsObject(of.ElementType)
	case tftypes.Set:
		return holdsObject(of.ElementType)
	}
	return false
}
