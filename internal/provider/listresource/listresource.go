// Package listresource contains the generic list resource, which finds objects and streams them for
// `terraform query`.
package listresource

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/list"
	"github.com/hashicorp/terraform-plugin-framework/list/schema"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/tfsdk"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/fixedmap"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/planchecks"
	"github.com/identity-iac/terraform-provider-idm/internal/provider/resourcebase"
)

// Listing describes a list resource: its arguments, the source of its objects, and how to show each
// object.
type Listing[T any] struct {
	Source[T]
	// Description is the description for the documentation.
	Description string
	// Show converts an object. Read is used instead if this needs further requests; an object is
	// omitted if Read returns no model, or an error that it does not exist. Exactly one of the two
	// is set.
	Show func(of Arguments, object T) Listed
	Read func(ctx context.Context, r *resourcebase.Resource, of Arguments, object T) (Listed, error)
}

const clientPart = "client_ext_id"

// Source finds the objects of a list resource.
type Source[T any] struct {
	// Arguments are the arguments of the list. If client_ext_id is one of them, it defaults to the
	// provider's client.
	Arguments map[string]schema.Attribute
	// Find returns the objects.
	Find func(ctx context.Context, api *idm.API, of Arguments) iter.Seq2[T, error]
}

// Listed is one object found by a list resource.
type Listed struct {
	// Model is the resource's model of the object.
	Model resourcebase.Keyed
	// Name is the display name; "" defaults to the external ID.
	Name string
}

// Arguments are the arguments of one list.
type Arguments struct {
	// ClientExtID is the client to list from; null if the list has no such argument.
	ClientExtID types.String
	// Whole reports that the query requests the resources in addition to their identities.
	Whole bool

	texts map[string]string
	flags map[string]bool
}

// Client returns the external ID of the client to list from.
func (a Arguments) Client() string { return a.ClientExtID.ValueString() }

// Text returns a string argument, "" if it is omitted.
func (a Arguments) Text(name string) string { return a.texts[name] }

// Flag returns a boolean argument, false if it is omitted.
func (a Arguments) Flag(name string) bool { return a.flags[name] }

// String lists the arguments that are set, the client first.
func (a Arguments) String() string {
	var set []string
	if !a.ClientExtID.IsNull() {
		set = append(set, fmt.Sprintf("%s = %q", clientPart, a.Client()))
	}
	for _, name := range slices.Sorted(maps.Keys(a.texts)) {
		if a.texts[name] != "" {
			set = append(set, fmt.Sprintf("%s = %q", name, a.texts[name]))
		}
	}
	return cmp.Or(strings.Join(set, ", "), "the whole service")
}

// lister is the list resource of a Listing.
type lister[T any] struct {
	resourcebase.Resource
	listing Listing[T]
}

// New returns the list resource of a type.
func New[T any](of *objecttype.Type, listing Listing[T]) list.ListResource {
	return &lister[T]{resourcebase.Resource{Subject: planchecks.Subject{Type: of}}, listing}
}

// keyed is the model of an object that a list shows as the service returned it.
type keyed[M, T any] interface {
	*M
	resourcebase.Keyed
	Read(object T) int64
}

// Of returns the list resource of a type whose model reads the objects of a source. name returns the
// display name of an object.
func Of[M, T any, P keyed[M, T]](of *objecttype.Type, source Source[T], description string, name func(T) string) list.ListResource {
	return New(of, Listing[T]{Source: source, Description: description, Show: func(of Arguments, object T) Listed {
		m := P(new(M))
		if within, ok := any(m).(interface{ SetPlace(at idm.Place) }); ok {
			within.SetPlace(idm.Place{Client: of.Client(), Owner: cmp.Or(of.Text(profilePart), of.Text(userPart))})
		}
		m.Read(object)
		return Listed{Model: m, Name: name(object)}
	}})
}

// All returns the list resource of a type whose objects the service lists in one place.
func All[M any, T idm.Described, P keyed[M, T]](ops idm.Ops[T], description string) func() list.ListResource {
	return func() list.ListResource {
		return Of[M, T, P](ops.Type(), Within(ops.Type(), ops.List), description, func(object T) string { return idm.Name(object) })
	}
}

// ListResourceConfigSchema describes the arguments.
func (l *lister[T]) ListResourceConfigSchema(_ context.Context, _ list.ListResourceSchemaRequest,
	resp *list.ListResourceSchemaResponse) {
	resp.Schema = schema.Schema{MarkdownDescription: l.listing.Description, Attributes: l.listing.Arguments}
}

// List streams the objects: always the identity, and the resource only on request. It ends at the
// limit, or with a diagnostic if reading fails, so that a partial list never looks complete. An
// object that cannot be decoded causes a warning.
func (l *lister[T]) List(ctx context.Context, req list.ListRequest, stream *list.ListResultsStream) {
	of, diags := l.arguments(ctx, req)
	if diags.HasError() {
		stream.Results = list.ListResultsStreamDiagnostics(diags)
		return
	}
	stream.Results = func(yield func(list.ListResult) bool) {
		var sent int64
		for object, err := range l.objects(ctx, of) {
			failure := diagnostics.Failure{
				Verb: "list", Noun: l.Type.Name, From: of.String(), Err: err, Release: diagnostics.ReleaseOf(l.Type),
			}
			switch {
			case idm.OneObject(err):
				if !yield(list.ListResult{Diagnostics: diag.Diagnostics{failure.Unlisted()}}) {
					return
				}
				continue
			case err != nil:
				yield(list.ListResult{Diagnostics: diag.Diagnostics{failure.Diagnostic()}})
				return
			case object.Model == nil:
				continue
			}
			result := req.NewListResult(ctx)
			l.fill(ctx, req, object, &result)
			sent++
			if !yield(result) || sent == req.Limit {
				return
			}
		}
	}
}

// arguments decodes the configuration.
func (l *lister[T]) arguments(ctx context.Context, req list.ListRequest) (Arguments, diag.Diagnostics) {
	var diags diag.Diagnostics
	of := Arguments{Whole: req.IncludeResource, texts: map[string]string{}, flags: map[string]bool{}}
	for name, attribute := range l.listing.Arguments {
		at := path.Root(name)
		switch {
		case name == clientPart:
			diags.Append(req.Config.GetAttribute(ctx, at, &of.ClientExtID)...)
			of.ClientExtID = l.Client(of.ClientExtID, &diags)
		case attribute.GetType().Equal(types.BoolType):
			var flag types.Bool
			diags.Append(req.Config.GetAttribute(ctx, at, &flag)...)
			of.flags[name] = flag.ValueBool()
		default:
			var text types.String
			diags.Append(req.Config.GetAttribute(ctx, at, &text)...)
			of.texts[name] = text.ValueString()
		}
	}
	return of, diags
}

// objects converts the found objects.
func (l *lister[T]) objects(ctx context.Context, of Arguments) iter.Seq2[Listed, error] {
	found := l.listing.Find(ctx, l.API, of)
	if l.listing.Read != nil {
		return idm.Prefetch(ctx, found, func(ctx context.Context, object T) (Listed, error) {
			listed, err := l.listing.Read(ctx, &l.Resource, of, object)
			if errors.Is(err, idm.ErrNoRecord) {
				return Listed{}, nil
			}
			return listed, err
		})
	}
	return func(yield func(Listed, error) bool) {
		for object, err := range found {
			listed := Listed{}
			if err == nil {
				listed = l.listing.Show(of, object)
			}
			if !yield(listed, err) {
				return
			}
		}
	}
}

func (l *lister[T]) fill(ctx context.Context, req list.ListRequest, object Listed, result *list.ListResult) {
	parts := object.Model.KeyValues()
	result.DisplayName = object.Name
	if object.Name == "" {
		result.DisplayName = parts[len(parts)-1]
	}
	l.Identify(ctx, result.Identity, object.Model)
	if req.IncludeResource {
		object.Model.SetID(types.StringValue(objecttype.ImportID(parts...)))
		state := tfsdk.State{Schema: result.Resource.Schema, Raw: result.Resource.Raw}
		result.Diagnostics.Append(fixedmap.SetState(ctx, &state, object.Model)...)
		result.Resource.Raw = state.Raw
	}
}
