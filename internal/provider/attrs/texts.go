package attrs

import (
	"maps"
	"slices"

	"github.com/hashicorp/terraform-plugin-framework-validators/mapvalidator"
	"github.com/hashicorp/terraform-plugin-framework-validators/setvalidator"
	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

// OptionalTexts returns a map of strings that the configuration owns as a whole: the provider
// removes keys that it does not name.
func OptionalTexts(description string) schema.MapAttribute {
	return schema.MapAttribute{
		Optional: true, ElementType: types.StringType, MarkdownDescription: clearing(description),
		Validators: []validator.Map{
			mapvalidator.SizeAtLeast(1), mapvalidator.NoNullValues(), mapvalidator.KeysAre(notEmpty),
			mapvalidator.ValueStringsAre(notEmpty),
		},
	}
}

// OptionalTextSet returns a set of strings that the configuration owns as a whole.
func OptionalTextSet(description string) schema.SetAttribute {
	return schema.SetAttribute{
		Optional: true, ElementType: types.StringType, MarkdownDescription: description,
		Validators: []validator.Set{setvalidator.SizeAtLeast(1), setvalidator.NoNullValues(), setvalidator.ValueStringsAre(notEmpty)},
	}
}

// TextSet converts strings of the service for OptionalTextSet: no strings become null, the only
// form of absence.
func TextSet(in []string) types.Set {
	if len(in) == 0 {
		return types.SetNull(types.StringType)
	}
	elements := make([]attr.Value, len(in))
	for i, text := range in {
		elements[i] = composed(text)
	}
	return types.SetValueMust(types.StringType, elements)
}

// TextsOf returns the known strings of a set in alphabetical order.
func TextsOf(s types.Set) []string {
	var texts []string
	for _, element := range s.Elements() {
		if text, ok := element.(types.String); ok && !text.IsUnknown() {
			texts = append(texts, text.ValueString())
		}
	}
	slices.Sort(texts)
	return texts
}

// TextMapValue converts a map of the service for OptionalTexts: an empty one becomes null, the only
// form of absence.
func TextMapValue(in map[string]string) types.Map {
	if len(in) == 0 {
		return types.MapNull(types.StringType)
	}
	return StringMap(in)
}

// Texts converts a map of strings to the service's form; null becomes nil.
func Texts(m types.Map) map[string]string {
	var texts map[string]string
	for key, element := range m.Elements() {
		if text, ok := element.(types.String); ok {
			if texts == nil {
				texts = map[string]string{}
			}
			texts[key] = text.ValueString()
		}
	}
	return texts
}

// PatchTexts is Patch for a map that the service replaces as a whole: the current values of the
// object, with the keys that differ between state and plan. It keeps values that other writers
// added after the plan.
func PatchTexts[M ~map[string]string](plan, state, now types.Map) idm.Field[M] {
	if plan.IsUnknown() || plan.IsNull() && state.IsNull() || plan.Equal(state) {
		return idm.Field[M]{}
	}
	want, have, sent := Texts(plan), Texts(state), M{}
	maps.Copy(sent, Texts(now))
	for key := range have {
		if _, keeps := want[key]; !keeps {
			delete(sent, key)
		}
	}
	for key, text := range want {
		if before, has := have[key]; !has || before != text {
			sent[key] = text
		}
	}
	return idm.Set(sent)
}

// ClearTexts returns "" for each key of a map that a plan removes and the service has kept. A
// service that merges maps keeps an omitted key, and clears a key that is sent as "".
func ClearTexts[M ~map[string]string](plan, state types.Map, kept M) M {
	want, clears := Texts(plan), M{}
	for key := range Texts(state) {
		_, wanted := want[key]
		if _, has := kept[key]; has && !wanted && !plan.IsUnknown() {
			clears[key] = ""
		}
	}
	return clears
}
