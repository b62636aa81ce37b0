package resourcebase

import (
	"context"
	"iter"
	"maps"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/datasource"
	"github.com/hashicorp/terraform-plugin-framework/datasource/schema"
	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/attrs"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
)

// DataSource is embedded by every data source.
type DataSource struct {
	// Noun is the name without the provider's prefix, such as user_count.
	Noun string
	// Release is the release of the service that introduced the operation; the zero value if every
	// release has it.
	Release Release
	*Provider
}

// ObjectDataSource is the data source of a single object. The noun supplies the attributes and the
// call.
type ObjectDataSource struct {
	DataSource
	Description string
	// Key identifies the object, and Attributes show the fields of the object by name.
	Key        Key
	Attributes attrs.Attributes
	// Get reads the object.
	Get func(ctx context.Context, api *idm.API, key []string) (any, error)
}

// ListDataSource is the data source of all objects of an owner. The noun supplies the attribute and
// the call.
type ListDataSource struct {
	DataSource
	Description string
	// Key identifies the owner; it is empty for the whole service.
	Key Key
	// Name is the name of the attribute with the objects.
	Name      string
	Attribute schema.Attribute
	// List reads the objects, or returns the value of the attribute.
	List func(ctx context.Context, api *idm.API, key []string) (any, error)
}

// One returns the data source of one object with the key of its type.
func One[T idm.Described](ops idm.Ops[T], description string, attributes attrs.Attributes) func() datasource.DataSource {
	of := ops.Type()
	return func() datasource.DataSource {
		return &ObjectDataSource{
			DataSource: DataSource{Noun: of.Name, Release: diagnostics.ReleaseOf(of)}, Description: description,
			Key: KeyOf(of, of.Key), Attributes: attributes,
			Get: func(ctx context.Context, api *idm.API, key []string) (any, error) {
				last := len(key) - 1
				return ops.Get(ctx, api, placeOf(of, key[:last]), key[last])
			},
		}
	}
}

// All returns the data source of all objects of an owner, of a client or of the service. name is the
// attribute with the objects.
func All[T idm.Described](ops idm.Ops[T], noun, name, description string, attributes attrs.Attributes) func() datasource.DataSource {
	of := ops.Type()
	return func() datasource.DataSource {
		return &ListDataSource{
			DataSource: DataSource{Noun: noun, Release: diagnostics.ReleaseOf(of)}, Description: description,
			Key: KeyOf(of, of.PlaceKey()), Name: name,
			Attribute: attrs.ComputedList("The "+of.Plural+", in the order of the service.", attributes),
			List: func(ctx context.Context, api *idm.API, key []string) (any, error) {
				return idm.Complete(ops.List(ctx, api, placeOf(of, key)))
			},
		}
	}
}

// KeyOf returns the arguments for some parts of the key of a type, or for its owner.
func KeyOf(of *objecttype.Type, parts []string) (key Key) {
	for _, part := range parts {
		switch {
		case part == clientPart:
			key = append(key, InClient()...)
		case of.Ref(part) != nil:
			key = key.By(part, "External ID of the "+of.Ref(part).Title+".")
		default:
			key = key.By(part, "External ID of the "+of.Title+".")
		}
	}
	return key
}

// AllBy reads the objects of a list that takes the client and another object.
func AllBy[T any](list func(api *idm.API, ctx context.Context, client, of string) iter.Seq2[T, error],
) func(context.Context, *idm.API, []string) (any, error) {
	return func(ctx context.Context, api *idm.API, key []string) (any, error) {
		return idm.Complete(list(api, ctx, key[0], key[1]))
	}
}

// placeOf returns the place of objects of a type whose owner has a key.
func placeOf(of *objecttype.Type, owner []string) (at idm.Place) {
	if of.OfClient() {
		at.Client, owner = owner[0], owner[1:]
	}
	if len(owner) > 0 {
		at.Owner = owner[0]
	}
	return at
}

// Schema returns the schema of the key and the object.
func (d *ObjectDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{MarkdownDescription: d.Description, Attributes: d.Key.And(d.Attributes)}
}

// Read reads the object.
func (d *ObjectDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	key := d.KeyValues(ctx, d.Key, req.Config, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	object, err := d.Get(ctx, d.API, key)
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, key...))
		return
	}
	resp.Diagnostics.Append(resp.State.Set(ctx, attrs.ObjectValue(d.Key.And(d.Attributes), object, d.Key.own(key)))...)
}

// Schema returns the schema of the key and the list.
func (d *ListDataSource) Schema(_ context.Context, _ datasource.SchemaRequest, resp *datasource.SchemaResponse) {
	resp.Schema = schema.Schema{MarkdownDescription: d.Description, Attributes: d.Key.And(attrs.Attributes{d.Name: d.Attribute})}
}

// Read reads the objects of the owner. The state starts with the values of the configuration.
func (d *ListDataSource) Read(ctx context.Context, req datasource.ReadRequest, resp *datasource.ReadResponse) {
	key := d.KeyValues(ctx, d.Key, req.Config, &resp.Diagnostics)
	if resp.Diagnostics.HasError() {
		return
	}
	list, err := d.List(ctx, d.API, key)
	if err != nil {
		resp.Diagnostics.Append(d.Failed(err, key...))
		return
	}
	own := d.Key.own(key)
	value, ok := list.(attr.Value)
	if !ok {
		value = attrs.FieldValue(d.Attribute, list, map[string]attr.Value{clientPart: own[clientPart]})
	}
	own[d.Name] = value
	for name, value := range own {
		resp.Diagnostics.Append(resp.State.SetAttribute(ctx, path.Root(name), value)...)
	}
}

// Key contains the identifying arguments of a data source, in the order of their values.
type Key []struct {
	name      string
	attribute schema.StringAttribute
}

// InClient returns the key of a client, by default the provider's client.
func InClient() Key { return ClientBy(clientPart) }

// ClientBy returns the key of a client whose argument has another name.
func ClientBy(name string) Key { return Key{{name, attrs.LookupClient()}} }

// By returns the key with another required argument.
func (k Key) By(name, description string) Key {
	return append(k, Key{{name, attrs.Lookup(description)}}...)
}

// own returns the values of the arguments by name.
func (k Key) own(values []string) map[string]attr.Value {
	own := map[string]attr.Value{}
	for i, argument := range k {
		own[argument.name] = types.StringValue(values[i])
	}
	return own
}

// And returns the arguments together with other attributes. An argument replaces an attribute of
// the same name.
func (k Key) And(others attrs.Attributes) attrs.Attributes {
	all := maps.Clone(others)
	for _, argument := range k {
		all[argument.name] = argument.attribute
	}
	return all
}

// KeyValues returns the configured values of a key.
func (d *DataSource) KeyValues(ctx context.Context, key Key, config tfsdk.Config, diags *diag.Diagnostics) []string {
	values := make([]string, len(key))
	for i, argument := range key {
		var value types.String
		diags.Append(config.GetAttribute(ctx, path.Root(argument.name), &value)...)
		if argument.attribute.Optional {
			value = d.Client(value, diags)
		}
		values[i] = value.ValueString()
	}
	return values
}

// Metadata sets the name of the data source type.
func (d *DataSource) Metadata(_ context.Context, req datasource.MetadataRequest, resp *datasource.MetadataResponse) {
	resp.TypeName = req.ProviderTypeName + "_" + d.Noun
}

// Configure stores the configured provider.
func (d *DataSource) Configure(_ context.Context, req datasource.ConfigureRequest, resp *datasource.ConfigureResponse) {
	d.Provider = configured(req.ProviderData, &resp.Diagnostics)
}

// Failed returns a diagnostic with the failed operation, the response of the service and the
// remedy. parts identify the object.
func (d *DataSource) Failed(err error, parts ...string) diag.Diagnostic {
	return diagnostics.Failure{Verb: "read", Noun: d.Noun, KeyValues: parts, Err: err, Release: d.Release}.Diagnostic()
}
