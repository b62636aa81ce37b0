package resourcebase

import (
	"context"
	"maps"
	"math/big"

	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
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

// encode returns the typed map of elements for a state, and their encrypted properties. An argument
// that the element leaves to the service stays omitted, and its value is recorded. An element without
// encrypted properties keeps its empty map in like.
func (c *Collection) encode(of *elements, kind tftypes.Type, like tftypes.Value) (typed, secret tftypes.Value) {
	single, _ := kind.(tftypes.Map)
	byExtID := of.byExtID()
	given, some := fixedmap.Members(like)
	all, secretly := make(map[string]tftypes.Value, len(of.by)), map[string]tftypes.Value{}
	for key, one := range of.by {
		values := map[string]tftypes.Value{ownPart: one.extID(), parentKey: parentForm(of, byExtID, one.attribute(c.above()))}
		for i, part := range c.parts {
			for _, name := range part.arguments {
				if values[name] = memberOf(one.parts[i].Value, name); one.parts[i].IsNull() {
					values[name] = part.null(name)
				}
			}
		}
		members := make(map[string]tftypes.Value, len(c.element))
		one.assigned = map[string]any{}
		for name := range c.element {
			members[name] = values[name]
			switch omitted := c.omits(one, name); {
			case name == ownPart && (omitted || one.given == nil && textOf(values[name]) == key):
				members[name] = tftypes.NewValue(tftypes.String, nil)
			case omitted:
				record(one.assigned, name, values[name])
				members[name] = tftypes.NewValue(values[name].Type(), nil)
			}
		}
		all[key] = tftypes.NewValue(single.ElementType, members)
		value, has := given[key]
		empty, _ := fixedmap.Members(value)
		if secret := values[secrets]; secret.Type() != nil && !secret.IsNull() {
			secretly[key] = secret
		} else if has && len(empty) == 0 {
			secretly[key] = value
		}
	}
	secret = tftypes.NewValue(tftypes.Map{ElementType: secretValues}, nil)
	if some || len(secretly) > 0 {
		secret = tftypes.NewValue(secret.Type(), secretly)
	}
	return tftypes.NewValue(kind, all), secret
}

// record records a text or boolean by name.
func record(in map[string]any, name string, value tftypes.Value) {
	var flag bool
	switch {
	case !value.IsKnown() || value.IsNull():
	case value.Type().Is(tftypes.Bool) && value.As(&flag) == nil:
		in[name] = flag
	default:
		in[name] = textOf(value)
	}
}

// fromJSON returns a recorded text or boolean; null for any other value.
func fromJSON(recorded any, of tftypes.Type) tftypes.Value {
	if recorded == nil || tftypes.ValidateValue(of, recorded) != nil {
		return tftypes.NewValue(of, nil)
	}
	return tftypes.NewValue(of, recorded)
}

// keys returns the client and the external ID of an element.
func (e *element) keys() []tftypes.Value { return []tftypes.Value{e.attribute(clientPart), e.extID()} }

func text(of string) tftypes.Value { return tftypes.NewValue(tftypes.String, of) }

// textOf returns a known text; "" for any other value.
func textOf(value tftypes.Value) (known string) {
	if value.Type() != nil && value.Type().Is(tftypes.String) && value.IsKnown() && !value.IsNull() {
		_ = value.As(&known) // It is a text.
	}
	return known
}

// integer returns a known whole number.
func integer(value tftypes.Value) (int, bool) {
	var number big.Float
	if value.Type() == nil || value.IsNull() || !value.IsKnown() || value.As(&number) != nil {
		return 0, false
	}
	whole, _ := number.Int64()
	return int(whole), true
}

// adoption contains the keys in the argument adopt.
type adoption map[string]bool

func (a adoption) includes(key string) bool { return a[key] || a["*"] }

func adopted(ctx context.Context, plan tfsdk.Plan) adoption {
	var keys []string
	plan.GetAttribute(ctx, path.Root("adopt"), &keys) // An unknown key is not one of them.
	found := adoption{}
	for _, key := range keys {
		found[key] = true
	}
	return found
}
