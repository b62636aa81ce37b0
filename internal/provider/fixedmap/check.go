package fixedmap

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/attr/xattr"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
	"github.com/hashicorp/terraform-plugin-go/tftypes"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
)

var _ xattr.ValidateableAttribute = Value{}

// ValidateAttribute rejects unknown keys, values of a wrong type, and values that the validators of
// the keys reject. Unknown values are checked during the apply.
func (v Value) ValidateAttribute(ctx context.Context, req xattr.ValidateAttributeRequest, resp *xattr.ValidateAttributeResponse) {
	if v.raw.Type() == nil || v.raw.IsNull() || !v.raw.IsKnown() {
		return
	}
	elements, ok := Members(v.raw)
	if !ok {
		resp.Diagnostics.AddAttributeError(req.Path, "Not a map",
			fmt.Sprintf("%s must be %s, and not %s.", req.Path, v.typ.Words.Map, kindOf(v.raw)))
		return
	}
	for _, key := range slices.Sorted(maps.Keys(elements)) {
		at := req.Path.AtMapKey(key)
		switch element := elements[key]; {
		case key == "":
			resp.Diagnostics.AddAttributeError(req.Path, "Empty string", v.typ.Words.Key+" and cannot be empty.")
		case element.IsNull():
			resp.Diagnostics.AddAttributeError(at, "Null "+strings.TrimPrefix(v.typ.Title, "a "),
				fmt.Sprintf("%s is null. %s", at, v.typ.Words.Null(key)))
		default:
			v.typ.checkObject(ctx, at, element, &resp.Diagnostics)
		}
	}
}

func (t Type) checkObject(ctx context.Context, at path.Path, written tftypes.Value, diags *diag.Diagnostics) {
	if !written.IsKnown() {
		return
	}
	members, ok := Members(written)
	if !ok {
		diags.AddAttributeError(at, "Not "+t.Title,
			fmt.Sprintf("%s is %s, but must be an object with any of the keys %s.", at, kindOf(written), list(t.names)))
		return
	}
	for _, name := range slices.Sorted(maps.Keys(members)) {
		key, known := t.Keys[name]
		if !known {
			diags.AddAttributeError(at, "Unknown key in "+t.Title,
				fmt.Sprintf("%q is not a key of %s. %s", name, at, suggest.Keys(name, t.names)))
			continue
		}
		var found diag.Diagnostics
		Check(ctx, at.AtName(name), members[name], key, &found)
		appendAt(diags, at, found)
	}
	for _, name := range t.required {
		if members[name].Type() == nil || members[name].IsNull() {
			diags.AddAttributeError(at, "Missing key in "+t.Title, fmt.Sprintf("%s has no %s, which is required.", at, name))
		}
	}
}

// appendAt reports problems inside an object at the object itself, because the CLIs show no line
// for a deeper path.
func appendAt(diags *diag.Diagnostics, at path.Path, found diag.Diagnostics) {
	for _, d := range found {
		detail := d.Detail()
		if inner, ok := d.(diag.DiagnosticWithPath); ok && !strings.HasPrefix(detail, inner.Path().String()) {
			detail = inner.Path().String() + ": " + detail
		}
		if d.Severity() == diag.SeverityWarning {
			diags.AddAttributeWarning(at, d.Summary(), detail)
		} else {
			diags.AddAttributeError(at, d.Summary(), detail)
		}
	}
}

// Check checks the type of a value, and runs the validators of its key.
func Check(ctx context.Context, at path.Path, written tftypes.Value, key Key, diags *diag.Diagnostics) {
	if written.IsNull() || !written.IsKnown() {
		return
	}
	if inner, isMap := key.GetType().(Type); isMap {
		var resp xattr.ValidateAttributeResponse
		Value{written, inner}.ValidateAttribute(ctx, xattr.ValidateAttributeRequest{Path: at}, &resp)
		diags.Append(resp.Diagnostics...)
		return
	}
	typed, ok := Convert(written, key.GetType().TerraformType(ctx))
	if !ok {
		want := kindOf(nothing(tftypes.Value{}, key.GetType().TerraformType(ctx)))
		diags.AddAttributeError(at, "Wrong type of value", fmt.Sprintf("%s is %s, but must be %s.", at, kindOf(written), want))
		return
	}
	switch checks := key.(type) {
	case interface{ MapValidators() []validator.Map }:
		for _, check := range checks.MapValidators() {
			var resp validator.MapResponse
			check.ValidateMap(ctx, validator.MapRequest{Path: at, ConfigValue: mapValue(ctx, typed, key)}, &resp)
			diags.Append(resp.Diagnostics...)
		}
	case interface{ StringValidators() []validator.String }:
		text, _ := valueOf(typed, key).(types.String)
		for _, check := range checks.StringValidators() {
			var resp validator.StringResponse
			check.ValidateString(ctx, validator.StringRequest{Path: at, ConfigValue: text}, &resp)
			diags.Append(resp.Diagnostics...)
		}
	}
}

// kindOf returns the name of a type for messages.
func kindOf(value tftypes.Value) string {
	switch of := value.Type(); {
	case of.Is(tftypes.String):
		return "a string"
	case of.Is(tftypes.Bool):
		return "a boolean"
	case of.Is(tftypes.Number):
		return "a number"
	case of.Is(tftypes.List{}), of.Is(tftypes.Tuple{}), of.Is(tftypes.Set{}):
		return "a list"
	case of.Is(tftypes.Map{}), of.Is(tftypes.Object{}):
		return "an object"
	}
	return "a value of another type"
}

func list(names []string) string { return strings.Join(names, ", ") }
