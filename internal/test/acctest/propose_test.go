package acctest

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// The current schemas nest only maps. This test covers what a CLI proposes for lists, sets and
// objects.
func TestPropose(t *testing.T) {
	t.Parallel()
	optional := &tfprotov6.SchemaAttribute{Name: "key", Type: tftypes.String, Optional: true}
	computed := &tfprotov6.SchemaAttribute{Name: "id", Type: tftypes.String, Computed: true}
	object := func(key string, id any) Values { return Values{"key": key, "id": id} }
	nested := func(nesting tfprotov6.SchemaObjectNestingMode) []*tfprotov6.SchemaAttribute {
		return []*tfprotov6.SchemaAttribute{{
			Name: "nested", Optional: true,
			NestedType: &tfprotov6.SchemaObject{Nesting: nesting, Attributes: []*tfprotov6.SchemaAttribute{optional, computed}},
		}}
	}
	tests := map[string]struct {
		attributes          []*tfprotov6.SchemaAttribute
		prior, config, want any
	}{
		"object": {
			nested(tfprotov6.SchemaObjectNestingModeSingle),
			object("a", "1"), object("b", nil), object("b", "1"),
		},
		"object that is new": {
			nested(tfprotov6.SchemaObjectNestingModeSingle),
			nil, object("b", nil), object("b", nil),
		},
		"object that is left out": {
			nested(tfprotov6.SchemaObjectNestingModeSingle),
			object("a", "1"), nil, nil,
		},
		"unknown": {
			nested(tfprotov6.SchemaObjectNestingModeMap),
			Values{"x": object("a", "1")}, tftypes.UnknownValue, tftypes.UnknownValue,
		},
		"map by key": {
			nested(tfprotov6.SchemaObjectNestingModeMap),
			Values{"x": object("a", "1"), "y": object("a", "2")}, Values{"y": object("b", nil), "z": object("a", nil)},
			Values{"y": object("b", "2"), "z": object("a", nil)},
		},
		"list by index": {
			nested(tfprotov6.SchemaObjectNestingModeList),
			[]any{object("a", "1"), object("b", "2")}, []any{object("b", nil), object("a", nil), object("c", nil)},
			[]any{object("b", "1"), object("a", "2"), object("c", nil)},
		},
		"set by what is configured": {
			nested(tfprotov6.SchemaObjectNestingModeSet),
			[]any{object("a", "1"), object("b", "2")}, []any{object("b", nil), object("c", nil)},
			[]any{object("b", "2"), object("c", nil)},
		},
		"set with equal elements": {
			nested(tfprotov6.SchemaObjectNestingModeSet),
			[]any{object("a", "1")}, []any{object("a", nil), object("a", nil)},
			[]any{object("a", "1"), object("a", nil)},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := propose(test.attributes, Values{"nested": test.prior}, Values{"nested": test.config})
			if err := Equal(Values{"nested": test.want}, got); err != nil {
				t.Error(err)
			}
		})
	}
}
