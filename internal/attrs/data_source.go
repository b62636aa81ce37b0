package attrs

import (
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/schema/validator"
	"github.com/hashicorp/terraform-plugin-framework/types"
)

// Attributes is a schema's attributes by name, for the data sources.
type Attributes = map[string]schema.Attribute

// LookupClient is the client in which a data source looks: the provider's unless it is given.
func LookupClient() schema.StringAttribute {
	return schema.StringAttribute{
		Optional: true, Computed: true, Validators: texts(nil),
		MarkdownDescription: "Client to read from. Defaults to the provider's `client_ext_id`.",
	}
}

// Lookup is a required argument that names what a data source reads.
func Lookup(description string) schema.StringAttribute {
	return schema.StringAttribute{Required: true, MarkdownDescription: description, Validators: texts(nil)}
}

// Filter is an optional argument that narrows what a data source reads.
func Filter(description string, validators ...validator.String) schema.StringAttribute {
	return schema.StringAttribute{Optional: true, MarkdownDescription: description, Validators: texts(validators)}
}

// ComputedText is a text that a data source reads.
func ComputedText(description string) schema.StringAttribute {
	return schema.StringAttribute{Computed: true, MarkdownDescription: description}
}

// ComputedBool is a boolean that a data source reads.
func ComputedBool(description string) schema.BoolAttribute {
	return schema.BoolAttribute{Computed: true, MarkdownDescription: description}
}

// ComputedInt is a whole number that a data source reads.
func ComputedInt(description string) schema.Int64Attribute {
	return schema.Int64Attribute{Computed: true, MarkdownDescription: description}
}

// ComputedLocalized is text by language that a data source reads.
func ComputedLocalized(description string) schema.MapAttribute {
	return schema.MapAttribute{
		Computed: true, CustomType: newType(localized), ElementType: types.StringType,
		MarkdownDescription: description + " by language: `en`, `de`, `fr`, `it`.",
	}
}

// ComputedValidity is a validity that a data source reads.
func ComputedValidity(noun string) schema.MapAttribute {
	return schema.MapAttribute{
		Computed: true, CustomType: newType(validity), ElementType: types.StringType,
		MarkdownDescription: "When the " + noun + " is valid: `from` and `to`, if set.",
	}
}

// ComputedMap is a map of strings that a data source reads.
func ComputedMap(description string) schema.MapAttribute {
	return schema.MapAttribute{Computed: true, ElementType: types.StringType, MarkdownDescription: description}
}

// ComputedClasses is the classification of an answer.
func ComputedClasses() schema.MapAttribute {
	return schema.MapAttribute{
		Computed: true, ElementType: types.ListType{ElemType: types.StringType},
		MarkdownDescription: "Attribute names by classification level, if a policy defines levels.",
	}
}

// ComputedObject is an object that a data source reads.
func ComputedObject(description string, attributes Attributes) schema.SingleNestedAttribute {
	return schema.SingleNestedAttribute{Computed: true, MarkdownDescription: description, Attributes: attributes}
}

// ComputedList is a list of objects that a data source reads.
func ComputedList(description string, attributes Attributes) schema.ListNestedAttribute {
	return schema.ListNestedAttribute{
		Computed: true, MarkdownDescription: description,
		NestedObject: schema.NestedAttributeObject{Attributes: attributes},
	}
}

// WithRecord adds the fields that every record of the service carries.
func WithRecord(attributes Attributes) Attributes {
	attributes["version"] = ComputedInt("Version for optimistic locking.")
	attributes["created"] = ComputedText("Creation time, such as `2026-08-18T12:34:56Z`.")
	attributes["last_modified"] = ComputedText("Time of the last change.")
	return attributes
}
