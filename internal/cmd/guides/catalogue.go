package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/action"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	datasourceschema "github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/ephemeral"
	"github.com/hashicorp/terraform-plugin-framework/function"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/provider"
	"github.com/hashicorp/terraform-plugin-framework/resource"
	"github.com/hashicorp/terraform-plugin-framework/resource/schema"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	idm "github.com/identity-iac/terraform-provider-idm/internal/provider"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

const prefix = "idm_"

// part is a part of the provider, with the data for its page.
type part struct {
	// Kind is resource, data, ephemeral, action, list or function.
	Kind string
	// Name is the name without the provider's prefix.
	Name        string
	Declaration resourcebase.Declaration
	// Names lists the attributes that refer to other objects: those with a name that ends in
	// _ext_id or _ext_ids.
	Names []string
	// Replaces, Assigned and WriteOnly list attributes of a resource: attributes whose change replaces
	// the object, attributes that the service sets if they are omitted, and attributes that are never
	// stored in the state.
	Replaces, Assigned, WriteOnly []string
	// Attributes lists the attributes of a data source, and Elements the attributes of each nested
	// object or list, by name.
	Attributes []string
	Elements   map[string][]string
}

// id returns the name of the part in the conformance tables, such as data.idm_unit.
func (p part) id() string {
	if p.Kind == "function" {
		return "function." + p.Name
	}
	return p.Kind + "." + prefix + p.Name
}

// declared is implemented by resources and data sources that embed a base of resourcebase.
type declared interface {
	Declaration() resourcebase.Declaration
}

// catalogue lists all parts of the provider, by kind and name.
func catalogue(ctx context.Context) ([]part, error) {
	p, ok := idm.New("docs")().(interface {
		provider.ProviderWithActions
		provider.ProviderWithEphemeralResources
		provider.ProviderWithFunctions
		provider.ProviderWithListResources
	})
	if !ok {
		return nil, errors.New("the provider has not every kind of part")
	}
	parts := slices.Concat(resources(ctx, p), dataSources(ctx, p), others(ctx, p))
	slices.SortFunc(parts, func(a, b part) int { return strings.Compare(a.id(), b.id()) })
	for _, p := range parts {
		if subjectOf(p.Name) == nil {
			return nil, fmt.Errorf("%s has no subject: give a resource one in its row of internal/identity/objecttype, another part in "+
				"internal/cmd/guides/subjects.go", p.id())
		}
	}
	return parts, nil
}

func resources(ctx context.Context, p provider.Provider) []part {
	var parts []part
	for _, construct := range p.Resources(ctx) {
		r := construct()
		var about resource.MetadataResponse
		r.Metadata(ctx, resource.MetadataRequest{ProviderTypeName: "idm"}, &about)
		one := part{Kind: "resource", Name: strings.TrimPrefix(about.TypeName, prefix), Declaration: declaration(r)}
		var response resource.SchemaResponse
		r.Schema(ctx, resource.SchemaRequest{}, &response)
		one.sort(response.Schema.Attributes)
		parts = append(parts, one)
	}
	return parts
}

// isCollection reports whether the part is a collection, which nothing replaces.
func (p *part) isCollection() bool {
	of := objecttype.ByName(p.Name)
	return p.Kind == "resource" && of != nil && of.Class == objecttype.Collection
}

// sort determines the effect of a change of each attribute.
func (p *part) sort(attributes map[string]schema.Attribute) {
	p.Names = naming(attributes)
	var fixed []string
	if of := objecttype.ByName(p.Name); of != nil {
		fixed = of.Fixed
	}
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		a := attributes[name]
		configured := a.IsRequired() || a.IsOptional()
		switch {
		case a.IsWriteOnly():
			p.WriteOnly = append(p.WriteOnly, name)
		case configured && !p.isCollection() && slices.Contains(slices.Concat(p.Declaration.Key, fixed), name):
			p.Replaces = append(p.Replaces, name)
		}
		if a.IsOptional() && a.IsComputed() && !defaulted(a) && !slices.Contains(p.Declaration.Key, name) {
			p.Assigned = append(p.Assigned, name)
		}
	}
}

// defaulted reports whether the schema has a default for the attribute.
func defaulted(a schema.Attribute) bool {
	switch a := a.(type) {
	case schema.BoolAttribute:
		return a.Default != nil
	case schema.StringAttribute:
		return a.Default != nil
	case schema.Int64Attribute:
		return a.Default != nil
	}
	return false
}

func dataSources(ctx context.Context, p provider.Provider) []part {
	var parts []part
	for _, construct := range p.DataSources(ctx) {
		d := construct()
		var about datasource.MetadataResponse
		d.Metadata(ctx, datasource.MetadataRequest{ProviderTypeName: "idm"}, &about)
		var response datasource.SchemaResponse
		d.Schema(ctx, datasource.SchemaRequest{}, &response)
		parts = append(parts, part{Kind: "data", Name: strings.TrimPrefix(about.TypeName, prefix), Declaration: declaration(d),
			Names: naming(response.Schema.Attributes), Attributes: slices.Sorted(maps.Keys(response.Schema.Attributes)),
			Elements: elements(response.Schema.Attributes)})
	}
	return parts
}

// elements returns the attributes of each nested object, and of the elements of each list of
// objects.
func elements(attributes map[string]datasourceschema.Attribute) map[string][]string {
	found := map[string][]string{}
	for name, attribute := range attributes {
		switch nested := attribute.(type) {
		case datasourceschema.ListNestedAttribute:
			found[name] = slices.Sorted(maps.Keys(nested.NestedObject.Attributes))
		case datasourceschema.SingleNestedAttribute:
			found[name] = slices.Sorted(maps.Keys(nested.Attributes))
		}
	}
	return found
}

func others(ctx context.Context, p interface {
	provider.ProviderWithActions
	provider.ProviderWithEphemeralResources
	provider.ProviderWithFunctions
	provider.ProviderWithListResources
}) []part {
	var parts []part
	add := func(kind, name string, of any) {
		parts = append(parts, part{Kind: kind, Name: strings.TrimPrefix(name, prefix), Declaration: declaration(of)})
	}
	for _, construct := range p.EphemeralResources(ctx) {
		var about ephemeral.MetadataResponse
		e := construct()
		e.Metadata(ctx, ephemeral.MetadataRequest{ProviderTypeName: "idm"}, &about)
		add("ephemeral", about.TypeName, e)
	}
	for _, construct := range p.Actions(ctx) {
		var about action.MetadataResponse
		a := construct()
		a.Metadata(ctx, action.MetadataRequest{ProviderTypeName: "idm"}, &about)
		add("action", about.TypeName, a)
	}
	for _, construct := range p.ListResources(ctx) {
		l := construct()
		add("list", listName(ctx, l), l)
	}
	for _, construct := range p.Functions(ctx) {
		var about function.MetadataResponse
		f := construct()
		f.Metadata(ctx, function.MetadataRequest{}, &about)
		add("function", about.Name, f)
	}
	return parts
}

func listName(ctx context.Context, l list.ListResource) string {
	var about resource.MetadataResponse
	l.Metadata(ctx, resource.MetadataRequest{ProviderTypeName: "idm"}, &about)
	return about.TypeName
}

func declaration(of any) resourcebase.Declaration {
	if d, ok := of.(declared); ok {
		return d.Declaration()
	}
	return resourcebase.Declaration{}
}

func naming[A any](attributes map[string]A) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		if strings.HasSuffix(name, "_ext_id") || strings.HasSuffix(name, "_ext_ids") {
			names = append(names, name)
		}
	}
	return names
}
