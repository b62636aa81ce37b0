package attrs

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Attributes holds a schema's attributes by name, for the data sources.
type Attributes = map[string]schema.Attribute

// LookupClient returns the attribute for the client of a data source, by default the provider's
// client.
func LookupClient() schema.StringAttribute {
	return schema.StringAttribute{
		Optional: true, Computed: true, Validators: texts(nil),
		MarkdownDescription: "Client to read from. Defaults to the provider's `client_ext_id`.",
	}
}

// Lookup returns a required argument that identifies the object of a data source.
func Lookup(description string) schema.StringAttribute {
	return schema.StringAttribute{Required: true, MarkdownDescription: description, Validators: texts(nil)}
}

// Filter returns an optional argument that narrows the result of a data source.
func Filter(description string, validators ...validator.String) schema.StringAttribute {
	return schema.StringAttribute{Optional: true, MarkdownDescription: description, Validators: texts(validators)}
}

// ComputedText returns a string that a data source reads.
func ComputedText(description string) schema.StringAttribute {
	return schema.StringAttribute{Computed: true, MarkdownDescription: description}
}

// ComputedBool returns a boolean that a data source reads.
func ComputedBool(description string) schema.BoolAttribute {
	return schema.BoolAttribute{Computed: true, MarkdownDescription: description}
}

// ComputedInt returns an integer that a data source reads.
func ComputedInt(description string) schema.Int64Attribute {
	return schema.Int64Attribute{Computed: true, MarkdownDescription: description}
}

// ComputedLocalized returns text by language that a data source reads.
func ComputedLocalized(description string) schema.MapAttribute {
	return schema.MapAttribute{
		Computed: true, CustomType: newType(localized), ElementType: types.StringType,
		MarkdownDescription: description + " by language: `en`, `de`, `fr`, `it`.",
	}
}

// ComputedValidity returns a validity that a data source reads.
func ComputedValidity(noun string) schema.MapAttribute {
	return schema.MapAttribute{
		Computed: true, CustomType: newType(validity), ElementType: types.StringType,
		MarkdownDescription: "When the " + noun + " is valid: `from` and `to`, if set.",
	}
}

// ComputedMap returns a map of strings that a data source reads.
func ComputedMap(description string) schema.MapAttribute {
	return schema.MapAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: description}
}

// ComputedTexts returns a list of strings that a data source reads.
func ComputedTexts(description string) schema.ListAttribute {
	return schema.ListAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: description}
}

// ComputedClasses returns the attribute for the classification of a response.
func ComputedClasses() schema.MapAttribute {
	return schema.MapAttribute{
		Computed: true, ElementType: types.ListType{ElemType: types.StringType},
		MarkdownDescription: "Attribute names by classification level, if a policy defines levels.",
	}
}

// ComputedObject returns an object that a data source reads.
func ComputedObject(description string, attributes Attributes) schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{Computed: true, MarkdownDescription: description, Attributes: attributes}
}

// ComputedList returns a list of objects that a data source reads.
func ComputedList(description string, attributes Attributes) schema.ListNestedAttribute {
	return schema.ListNestedAttribute{
		Computed: true, MarkdownDescription: description,
		NestedObject: schema.NestedAttributeObject{Attributes: attributes},
	}
}

// WithTexts adds strings that a data source reads, by name with their descriptions.
func WithTexts(texts map[string]string, attributes Attributes) Attributes {
	for name, description := range texts {
		attributes[name] = ComputedText(description)
	}
	return attributes
}

// WithRecord adds the fields that every record of the service has.
func WithRecord(attributes Attributes) Attributes {
	attributes["version"] = ComputedInt("Version for optimistic locking.")
	attributes["created"] = ComputedText("Creation time, such as `2026-08-18T12:34:56Z`.")
	attributes["last_modified"] = ComputedText("Time of the last change.")
	return attributes
}
