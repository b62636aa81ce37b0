package attrs

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

type values = map[string]string

// owned creates the two maps; nil is null.
func owned(plain, secret map[string]string) OwnedProperties {
	o := OwnedProperties{Properties: types.MapNull(types.StringType), SensitiveProperties: types.MapNull(types.StringType)}
	if plain != nil {
		o.Properties = StringMap(plain)
	}
	if secret != nil {
		o.SensitiveProperties = StringMap(secret)
	}
	return o
}

func equal(t *testing.T, want, got OwnedProperties) {
	t.Helper()
	if !want.Properties.Equal(got.Properties) || !want.SensitiveProperties.Equal(got.SensitiveProperties) {
		t.Errorf("got %s and %s, want %s and %s", got.Properties, got.SensitiveProperties, want.Properties, want.SensitiveProperties)
	}
}

func TestOwnedProperties_Patch(t *testing.T) {
	tests := []struct {
		name        string
		plan, state OwnedProperties
		want        map[string]string
	}{
		{"create", owned(values{"a": "1"}, values{"s": "2"}), OwnedProperties{}, values{"a": "1", "s": "2"}},
		{"change, add and remove", owned(values{"a": "2", "b": "1", "c": "1"}, nil), owned(values{"a": "1", "c": "1", "d": "1"}, nil),
			values{"a": "2", "b": "1", "d": ""}},
		{"into the other map", owned(nil, values{"a": "1"}), owned(values{"a": "1"}, nil), values{}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, diags := test.plan.PatchFrom(test.state)
			if diff := cmp.Diff(test.want, got); diff != "" || diags.HasError() {
				t.Errorf("patch (-want +got):\n%s%v", diff, diags)
			}
		})
	}
}

func TestOwnedProperties_PatchRefuses(t *testing.T) {
	twice := owned(values{"a": "1"}, values{"a": "1"})
	null := owned(nil, nil)
	null.Properties = types.MapValueMust(types.StringType, map[string]attr.Value{"a": types.StringNull()})
	for name, o := range map[string]OwnedProperties{"empty value": owned(values{"a": ""}, nil), "empty name": owned(values{"": "1"}, nil),
		"null": null, "in both maps": twice} {
		if _, diags := o.PatchFrom(OwnedProperties{}); diags.ErrorsCount() != 1 {
			t.Errorf("%s: %v, want one error", name, diags)
		}
	}
}

func TestOwnedProperties_Read(t *testing.T) {
	remote := values{"a": "9", "s": "9", "other": "9"}
	tests := []struct {
		name                string
		owned, before, want OwnedProperties
	}{
		{"owned names only", owned(values{"a": "1"}, nil), OwnedProperties{}, owned(values{"a": "9"}, nil)},
		{"missing in the service", owned(values{"gone": "1"}, values{"s": "1"}), OwnedProperties{}, owned(values{}, values{"s": "9"})},
		{"not removed by the service", owned(values{"a": "1"}, nil), owned(values{"a": "1"}, values{"s": "1"}),
			owned(values{"a": "9"}, values{"s": "9"})},
		{"moved to the other map", owned(nil, values{"a": "1"}), owned(values{"a": "1"}, nil), owned(nil, values{"a": "9"})},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := test.owned
			got.Read(remote, test.before)
			equal(t, test.want, got)
		})
	}
}

func TestOwnedProperties_Own(t *testing.T) {
	secret := func(name string) bool { return name == "s" }
	tests := []struct {
		name string
		have map[string]string
		want OwnedProperties
	}{
		{"both kinds", values{"a": "1", "s": "2"}, owned(values{"a": "1"}, values{"s": "2"})},
		{"plain only", values{"a": "1"}, owned(values{"a": "1"}, nil)},
		{"encrypted only", values{"s": "2"}, owned(nil, values{"s": "2"})},
		{"none", nil, owned(values{}, nil)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := owned(nil, nil)
			if !got.Imported() {
				t.Error("nothing is owned, but it does not count as imported")
			}
			got.Own(test.have, secret)
			equal(t, test.want, got)
			if got.Imported() {
				t.Error("it still counts as imported")
			}
		})
	}
}

// A value that the configuration did not choose moves to the sensitive map.
func TestOwnedProperties_Hide(t *testing.T) {
	before, got := owned(values{"a": "1", "b": "1"}, nil), owned(values{"a": "1", "b": "2", "c": "3"}, nil)
	if diff := cmp.Diff([]string{"b", "c"}, got.Shows(before)); diff != "" {
		t.Errorf("shows (-want +got):\n%s", diff)
	}
	got.Hide(nil)
	equal(t, owned(values{"a": "1", "b": "2", "c": "3"}, nil), got)
	got.Hide([]string{"b", "c"})
	equal(t, owned(values{"a": "1"}, values{"b": "2", "c": "3"}), got)
}

func TestOwnedProperties_Remaining(t *testing.T) {
	o := owned(values{"a": "1", "b": "1"}, values{"s": "1"})
	if diff := cmp.Diff(values{"a": "", "b": "", "s": ""}, o.Clear()); diff != "" {
		t.Errorf("clear (-want +got):\n%s", diff)
	}
	if diags := o.Remaining(values{"other": "1"}); diags.HasError() {
		t.Error(diags)
	}
	if diags := o.Remaining(values{"b": "1", "s": "1", "other": "1"}); diags.ErrorsCount() != 2 {
		t.Errorf("%v, want an error each for b and s", diags)
	}
}
