package main

import (
	"strings"

	tfjson "github.com/hashicorp/terraform-json"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"
	"github.com/hashicorp/terraform-plugin-go/tftypes"
	"github.com/zclconf/go-cty/cty"
)

// providerName is the key of the provider that tfplugindocs expects.
const providerName = "idm"

func document(
	schemas *tfprotov6.GetProviderSchemaResponse, identities *tfprotov6.GetResourceIdentitySchemasResponse,
) *tfjson.ProviderSchemas {
	return &tfjson.ProviderSchemas{
		FormatVersion: "1.0",
		Schemas: map[string]*tfjson.ProviderSchema{providerName: {
			ConfigSchema:             schema(schemas.Provider),
			ResourceSchemas:          each(schemas.ResourceSchemas, schema),
			DataSourceSchemas:        each(schemas.DataSourceSchemas, schema),
			EphemeralResourceSchemas: each(schemas.EphemeralResourceSchemas, schema),
			ListResourceSchemas:      each(schemas.ListResourceSchemas, schema),
			ActionSchemas:            each(schemas.ActionSchemas, action),
			Functions:                each(schemas.Functions, function),
			ResourceIdentitySchemas:  each(identities.IdentitySchemas, identity),
		}},
	}
}

func each[From, To any](from map[string]From, convert func(From) To) map[string]To {
	to := make(map[string]To, len(from))
	for name, value := range from {
		to[name] = convert(value)
	}
	return to
}

func schema(s *tfprotov6.Schema) *tfjson.Schema {
	return &tfjson.Schema{Version: uint64(s.Version), Block: block(s.Block)}
}

func action(a *tfprotov6.ActionSchema) *tfjson.ActionSchema {
	return &tfjson.ActionSchema{Block: block(a.Schema.Block)}
}

func block(b *tfprotov6.SchemaBlock) *tfjson.SchemaBlock {
	nested := make(map[string]*tfjson.SchemaBlockType, len(b.BlockTypes))
	for _, n := range b.BlockTypes {
		nested[n.TypeName] = &tfjson.SchemaBlockType{
			NestingMode: nesting(n.Nesting.String()),
			Block:       block(n.Block),
			MinItems:    uint64(n.MinItems),
			MaxItems:    uint64(n.MaxItems),
		}
	}
	return &tfjson.SchemaBlock{
		Attributes:      attributes(b.Attributes),
		NestedBlocks:    nested,
		Description:     b.Description,
		DescriptionKind: descriptionKind(b.DescriptionKind),
		Deprecated:      b.Deprecated,
	}
}

func attributes(list []*tfprotov6.SchemaAttribute) map[string]*tfjson.SchemaAttribute {
	byName := make(map[string]*tfjson.SchemaAttribute, len(list))
	for _, a := range list {
		byName[a.Name] = attribute(a)
	}
	return byName
}

func attribute(a *tfprotov6.SchemaAttribute) *tfjson.SchemaAttribute {
	converted := &tfjson.SchemaAttribute{
		Description:     a.Description,
		DescriptionKind: descriptionKind(a.DescriptionKind),
		Deprecated:      a.Deprecated,
		Required:        a.Required,
		Optional:        a.Optional,
		Computed:        a.Computed,
		Sensitive:       a.Sensitive,
		WriteOnly:       a.WriteOnly,
	}
	if a.NestedType == nil {
		converted.AttributeType = valueType(a.Type)
		return converted
	}
	converted.AttributeNestedType = &tfjson.SchemaNestedAttributeType{
		Attributes:  attributes(a.NestedType.Attributes),
		NestingMode: nesting(a.NestedType.Nesting.String()),
	}
	return converted
}

func identity(s *tfprotov6.ResourceIdentitySchema) *tfjson.IdentitySchema {
	byName := make(map[string]*tfjson.IdentityAttribute, len(s.IdentityAttributes))
	for _, a := range s.IdentityAttributes {
		byName[a.Name] = &tfjson.IdentityAttribute{
			IdentityType:      valueType(a.Type),
			Description:       a.Description,
			RequiredForImport: a.RequiredForImport,
			OptionalForImport: a.OptionalForImport,
		}
	}
	return &tfjson.IdentitySchema{Version: uint64(s.Version), Attributes: byName}
}

func function(f *tfprotov6.Function) *tfjson.FunctionSignature {
	signature := &tfjson.FunctionSignature{
		Description:        f.Description,
		Summary:            f.Summary,
		DeprecationMessage: f.DeprecationMessage,
		ReturnType:         valueType(f.Return.Type),
	}
	for _, p := range f.Parameters {
		signature.Parameters = append(signature.Parameters, parameter(p))
	}
	if f.VariadicParameter != nil {
		signature.VariadicParameter = parameter(f.VariadicParameter)
	}
	return signature
}

func parameter(p *tfprotov6.FunctionParameter) *tfjson.FunctionParameter {
	return &tfjson.FunctionParameter{
		Name:        p.Name,
		Description: p.Description,
		IsNullable:  p.AllowNullValue,
		Type:        valueType(p.Type),
	}
}

func nesting(mode string) tfjson.SchemaNestingMode {
	return tfjson.SchemaNestingMode(strings.ToLower(mode))
}

func descriptionKind(k tfprotov6.StringKind) tfjson.SchemaDescriptionKind {
	return tfjson.SchemaDescriptionKind(strings.ToLower(k.String()))
}

// valueType returns the dynamic type for a type that cannot occur in a provider's schema.
func valueType(t tftypes.Type) cty.Type {
	switch t := t.(type) {
	case tftypes.List:
		return cty.List(valueType(t.ElementType))
	case tftypes.Set:
		return cty.Set(valueType(t.ElementType))
	case tftypes.Map:
		return cty.Map(valueType(t.ElementType))
	case tftypes.Object:
		return cty.Object(each(t.AttributeTypes, valueType))
	}
	switch {
	case t.Is(tftypes.String):
		return cty.String
	case t.Is(tftypes.Number):
		return cty.Number
	case t.Is(tftypes.Bool):
		return cty.Bool
	}
	return cty.DynamicPseudoType
}
