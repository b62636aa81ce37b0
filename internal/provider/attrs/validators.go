package attrs

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/hashicorp/terraform-plugin-framework-validators/stringvalidator"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/sheet"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
)

// TextCheck is a validator of a string that is known.
type TextCheck struct {
	// Describes describes the permitted strings.
	Describes string
	// Check adds the problems of a string.
	Check func(at path.Path, text string, diags *diag.Diagnostics)
}

// Description describes the permitted strings.
func (c TextCheck) Description(context.Context) string { return c.Describes }

// MarkdownDescription describes the permitted strings.
func (c TextCheck) MarkdownDescription(context.Context) string { return c.Describes }

// ValidateString checks a string.
func (c TextCheck) ValidateString(_ context.Context, req validator.StringRequest, resp *validator.StringResponse) {
	if !req.ConfigValue.IsNull() && !req.ConfigValue.IsUnknown() {
		c.Check(req.Path, req.ConfigValue.ValueString(), &resp.Diagnostics)
	}
}

// notEmpty refuses an empty string: null is the only form of absence.
var notEmpty = TextCheck{"must not be empty", func(at path.Path, text string, diags *diag.Diagnostics) {
	if text == "" {
		diags.AddAttributeError(at, "Empty string",
			"An empty string is not a value here. Omit the attribute or set it to null if it has no value.")
	}
}}

// Date is a validator for ISO dates.
var Date = TextCheck{"must be a date such as 1980-12-31", func(at path.Path, text string, diags *diag.Diagnostics) {
	if _, err := time.Parse(time.DateOnly, text); err != nil && text != "" {
		diags.AddAttributeError(at, "Not a date", fmt.Sprintf("%q is no date in the form year-month-day, such as 1980-12-31.", text))
	}
}}

// fixedKeys checks a FixedMap: known keys, at least one value, no empty string. It warns of a
// validity that ends before it begins.
type fixedKeys struct{ kind kind }

func (v fixedKeys) Description(context.Context) string {
	return "takes the keys " + strings.Join(v.kind.keys(), ", ")
}
func (v fixedKeys) MarkdownDescription(ctx context.Context) string { return v.Description(ctx) }

func (v fixedKeys) ValidateMap(_ context.Context, req validator.MapRequest, resp *validator.MapResponse) {
	if req.ConfigValue.IsNull() || req.ConfigValue.IsUnknown() {
		return
	}
	some := false
	for key, element := range req.ConfigValue.Elements() {
		at := req.Path.AtMapKey(key)
		if !slices.Contains(v.kind.keys(), key) {
			resp.Diagnostics.AddAttributeError(at, "Unknown key in "+v.kind.String(),
				fmt.Sprintf("%q is not a key of %s. %s", key, v.kind, suggest.Keys(key, v.kind.keys())))
			continue
		}
		text, ok := element.(types.String)
		if !ok || text.IsNull() {
			continue
		}
		some = true
		v.checkText(at, text, resp)
	}
	if !some && !resp.Diagnostics.HasError() {
		resp.Diagnostics.AddAttributeError(req.Path, "Empty "+v.kind.String(),
			fmt.Sprintf("Set at least one of %s, or omit the attribute.", strings.Join(v.kind.keys(), ", ")))
	}
	if v.kind == validity {
		checkOrder(req, resp)
	}
}

func (v fixedKeys) checkText(at path.Path, text types.String, resp *validator.MapResponse) {
	if text.IsUnknown() {
		return
	}
	if text.ValueString() == "" {
		resp.Diagnostics.AddAttributeError(at, "Empty string",
			"An empty string is not a value here. Omit the key or set it to null if it has no value.")
		return
	}
	if v.kind == userAddress && at.Equal(at.ParentPath().AtMapKey(postOfficeBoxNumber)) {
		if _, err := boxNumber(text); err != nil {
			resp.Diagnostics.AddAttributeError(at, "Not a number",
				fmt.Sprintf("%q is not a whole number without leading zeros. Text belongs in post_office_box_text.",
					text.ValueString()))
		}
	}
	if v.kind != validity {
		return
	}
	if _, err := time.Parse(time.RFC3339, text.ValueString()); err != nil {
		detail := fmt.Sprintf("%q is not in the form of RFC 3339, such as 2027-01-31T08:00:00Z.", text.ValueString())
		if sheet.IsDay(text.ValueString()) {
			function := "day_start"
			if at.Equal(at.ParentPath().AtMapKey("to")) {
				function = "day_end"
			}
			detail += fmt.Sprintf(" For a day, write provider::idm::%s(%q, \"Europe/Zurich\"), with its time zone.", function,
				text.ValueString())
		}
		resp.Diagnostics.AddAttributeError(at, "Not a timestamp", detail)
	}
}

// element refuses an external ID that would change the path of its object's address, because it
// refers to a level of it.
var element = stringvalidator.NoneOf(".", "..")

// Typeable warns about characters of an identifier, such as a login, that cannot be seen. They are
// often pasted with it, and are hard to type.
var Typeable = TextCheck{"should have no invisible characters", func(at path.Path, identifier string, diags *diag.Diagnostics) {
	text := []rune(identifier)
	for i, r := range text {
		atEdge := unicode.IsSpace(r) && (i == 0 || i == len(text)-1)
		if atEdge || r != ' ' && (unicode.IsSpace(r) || unicode.IsControl(r) || unicode.Is(unicode.Cf, r)) {
			diags.AddAttributeWarning(at, "Invisible character",
				fmt.Sprintf("Character %d of %q is U+%04X, which cannot be seen. It is a part of the identifier, which is then hard to "+
					"type. Remove the character, unless it is meant.", i+1, identifier, r))
			return
		}
	}
}}

func checkOrder(req validator.MapRequest, resp *validator.MapResponse) {
	m := FixedMap{MapValue: req.ConfigValue, kind: validity}
	from, err := time.Parse(time.RFC3339, m.at("from").ValueString())
	if err != nil {
		return
	}
	to, err := time.Parse(time.RFC3339, m.at("to").ValueString())
	if err == nil && to.Before(from) {
		resp.Diagnostics.AddAttributeWarning(req.Path.AtMapKey("to"), "Validity ends before it begins",
			fmt.Sprintf("`to` is %s, `from` is %s, so it never holds, and the service may refuse it. Swap them, or correct the one that is wrong.", m.at("to").ValueString(),
				m.at("from").ValueString()))
	}
}
