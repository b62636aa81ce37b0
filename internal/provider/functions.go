package provider

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// functions lists the functions of the provider.
var functions = []fn{
	dayBound("day_end", "last", "a validity that ends with this day"),
	dayBound("day_start", "first", "a validity that begins on this day"),
	document, documentLines, importID, localized, requiredPermissions, similar, table,
}

// fn is a function.
type fn struct {
	name string
	is   function.Definition
	// run returns the result for arguments.
	run func(get arguments) (any, *function.FuncError)
}

// arguments reads the arguments of a call.
type arguments func(into ...any) *function.FuncError

// textParameter returns a parameter for a text.
func textParameter(name, description string) function.StringParameter {
	return function.StringParameter{Name: name, MarkdownDescription: description}
}

// Metadata names the function.
func (f fn) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = f.name
}

// Definition describes the function.
func (f fn) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = f.is
}

// Run computes the function.
func (f fn) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	result, failed := f.run(func(into ...any) *function.FuncError { return req.Arguments.Get(ctx, into...) })
	if resp.Error = failed; failed == nil {
		resp.Error = resp.Result.Set(ctx, result)
	}
}

var importID = fn{
	name: "import_id",
	is: function.Definition{
		Summary: "Joins the parts of an import ID",
		MarkdownDescription: "Joins the parts of a key to the id that an `import` block takes: with `/` between them, " +
			"percent-encoding a `/` or `%` inside a part. " +
			"The parts of each resource are on its page, the client first.",
		VariadicParameter: function.StringParameter{
			Name: "parts",
			MarkdownDescription: "The parts of the key in their order, such as the external IDs of the client and the unit. None may " +
				"be empty.",
		},
		Return: function.StringReturn{},
	},
	run: func(get arguments) (any, *function.FuncError) {
		var parts []string
		if failed := get(&parts); failed != nil {
			return nil, failed
		}
		if len(parts) == 0 {
			return nil, function.NewFuncError("Give the parts of the key, such as import_id(\"acme\", \"sales\")")
		}
		if i := slices.Index(parts, ""); i >= 0 {
			return nil, function.NewArgumentFuncError(int64(i), "A part of a key is never empty")
		}
		return objecttype.ImportID(parts...), nil
	},
}

var localized = fn{
	name: "localized",
	is: function.Definition{
		Summary: "Gives the same text in every language",
		MarkdownDescription: "Returns the text under each of the languages `en`, `de`, `fr` and `it`, for a `display_name` or " +
			"`abbreviation` that is the same everywhere.",
		Parameters: []function.Parameter{textParameter("text", "The text, not empty.")},
		Return:     function.MapReturn{ElementType: types.StringType},
	},
	run: func(get arguments) (any, *function.FuncError) {
		var text string
		if failed := get(&text); failed != nil {
			return nil, failed
		}
		if text == "" {
			return nil, function.NewArgumentFuncError(0,
				"The text must not be empty. Omit the attribute or set it to null if it has no value")
		}
		return map[string]string{"en": text, "de": text, "fr": text, "it": text}, nil
	},
}

var requiredPermissions = fn{
	name: "required_permissions",
	is: function.Definition{
		Summary: "Lists the permissions that resources need",
		MarkdownDescription: "Returns the elementary permissions of the service that the provider's caller needs to create, " +
			"read, update, move and delete resources of the given types, sorted, such as `AccessControl.UnitView`. Data rooms are not " +
			"covered: a permission must also reach the objects.",
		Parameters: []function.Parameter{function.SetParameter{
			Name: "resource_types", ElementType: types.StringType,
			MarkdownDescription: "Names of resources of this provider, such as `idm_unit`.",
		}},
		Return: function.ListReturn{ElementType: types.StringType},
	},
	run: func(get arguments) (any, *function.FuncError) {
		var names []string
		if failed := get(&names); failed != nil {
			return nil, failed
		}
		needed := map[string]bool{}
		for _, name := range names {
			of := objecttype.ByTypeName(name)
			if of == nil {
				return nil, function.NewArgumentFuncError(0,
					fmt.Sprintf("%q is no resource of this provider. They are: %s", name,
						strings.Join(objecttype.Names(objecttype.Resources()), ", ")))
			}
			for _, permission := range of.Needs.All() {
				needed[objecttype.Permission(permission)] = true
			}
		}
		return slices.Sorted(maps.Keys(needed)), nil
	},
}
