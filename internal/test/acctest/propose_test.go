package acctest

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
)

// A CLI proposes the prior values of the computed attributes that an element of a map omits.
func TestPropose(t *testing.T) {
	t.Parallel()
	object := func(key string, id any) Values { return Values{"key": key, "id": id} }
	nested := []*tfprotov6.SchemaAttribute{{Name: "nested", Optional: true, NestedType: &tfprotov6.SchemaObject{
		Nesting: tfprotov6.SchemaObjectNestingModeMap,
		Attributes: []*tfprotov6.SchemaAttribute{
			{Name: "key", Type: tftypes.String, Optional: true}, {Name: "id", Type: tftypes.String, Computed: true},
		},
	}}}
	prior := Values{"x": object("a", "1"), "y": object("a", "2")}
	for name, test := range map[string]struct{ config, want any }{
		"unknown":     {tftypes.UnknownValue, tftypes.UnknownValue},
		"left out":    {nil, nil},
		"map by key":  {Values{"y": object("b", nil), "z": object("a", nil)}, Values{"y": object("b", "2"), "z": object("a", nil)}},
		"unknown one": {Values{"y": tftypes.UnknownValue}, Values{"y": tftypes.UnknownValue}},
	} {
		got := propose(nested, Values{"nested": prior}, Values{"nested": test.config})
		if err := Equal(Values{"nested": test.want}, got); err != nil {
			t.Errorf("%s: %s", name, err)
		}
	}
}
