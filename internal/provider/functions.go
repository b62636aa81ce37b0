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
var functions = []func() function.Function{
	func() function.Function { return dayEnd },
	func() function.Function { return dayStart },
	func() function.Function { return document{} },
	func() function.Function { return documentLines{} },
	func() function.Function { return importID{} },
	func() function.Function { return localized{} },
	func() function.Function { return requiredPermissions{} },
	func() function.Function { return similar{} },
	func() function.Function { return table{} },
}

type importID struct{}

func (importID) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "import_id"
}

func (importID) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
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
	}
}

func (importID) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var parts []string
	if resp.Error = req.Arguments.Get(ctx, &parts); resp.Error != nil {
		return
	}
	if len(parts) == 0 {
		resp.Error = function.NewFuncError("Give the parts of the key, such as import_id(\"acme\", \"sales\")")
		return
	}
	if i := slices.Index(parts, ""); i >= 0 {
		resp.Error = function.NewArgumentFuncError(int64(i), "A part of a key is never empty")
		return
	}
	resp.Error = resp.Result.Set(ctx, objecttype.ImportID(parts...))
}

type localized struct{}

func (localized) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "localized"
}

func (localized) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Gives the same text in every language",
		MarkdownDescription: "Returns the text under each of the languages `en`, `de`, `fr` and `it`, for a `display_name` or " +
			"`abbreviation` that is the same everywhere.",
		Parameters: []function.Parameter{function.StringParameter{Name: "text", MarkdownDescription: "The text, not empty."}},
		Return:     function.MapReturn{ElementType: types.StringType},
	}
}

func (localized) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var text string
	if resp.Error = req.Arguments.Get(ctx, &text); resp.Error != nil {
		return
	}
	if text == "" {
		resp.Error = function.NewArgumentFuncError(0,
			"The text must not be empty. Omit the attribute or set it to null if it has no value")
		return
	}
	resp.Error = resp.Result.Set(ctx, map[string]string{"en": text, "de": text, "fr": text, "it": text})
}

type requiredPermissions struct{}

func (requiredPermissions) Metadata(_ context.Context, _ function.MetadataRequest, resp *function.MetadataResponse) {
	resp.Name = "required_permissions"
}

func (requiredPermissions) Definition(_ context.Context, _ function.DefinitionRequest, resp *function.DefinitionResponse) {
	resp.Definition = function.Definition{
		Summary: "Lists the permissions that resources need",
		MarkdownDescription: "Returns the elementary permissions of the service that the provider's caller needs to create, " +
			"read, update, move and delete resources of the given types, sorted, such as `AccessControl.UnitView`. Data rooms are not " +
			"covered: a permission must also reach the objects.",
		Parameters: []function.Parameter{function.SetParameter{
			Name: "resource_types", ElementType: types.StringType,
			MarkdownDescription: "Names of resources of this provider, such as `idm_unit`.",
		}},
		Return: function.ListReturn{ElementType: types.StringType},
	}
}

func (requiredPermissions) Run(ctx context.Context, req function.RunRequest, resp *function.RunResponse) {
	var names []string
	if resp.Error = req.Arguments.Get(ctx, &names); resp.Error != nil {
		return
	}
	needed := map[string]bool{}
	for _, name := range names {
		of := objecttype.ByTypeName(name)
		if of == nil {
			resp.Error = function.NewArgumentFuncError(0,
				fmt.Sprintf("%q is no resource of this provider. They are: %s", name,
					strings.Join(objecttype.Names(objecttype.Resources()), ", ")))
			return
		}
		for _, permission := range of.Needs.All() {
			needed[objecttype.Permission(permission)] = true
		}
	}
	resp.Error = resp.Result.Set(ctx, slices.Sorted(maps.Keys(needed)))
}
