package idm

import (
	"context"
	"iter"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
)

// Object is what objects of all types have in common.
type Object struct {
	ExtID string
	// Name is the name that people know it by, or what a grant gives; "" for none.
	Name string
	// State is "" for an object without one.
	State string
	Record
	// Value is the object itself, such as a Unit.
	Value any
}

// Described is an object that shows what it has in common with others. Its external ID is "" only in
// a response of a service that left it out.
type Described interface{ object() Object }

// Place is where objects are looked for. Owner is the external ID of the object that they belong to
// or, for units, that they are below.
type Place struct{ Client, Owner string }

// Ops are the reads that the objects of a type have in common.
type Ops[T Described] struct {
	of *objecttype.Type
	// get is nil for a type whose objects are only listed, list for one whose objects are only read.
	get  func(a *API, ctx context.Context, at Place, extID string) (T, error)
	list func(a *API, ctx context.Context, at Place) iter.Seq2[T, error]
	// first lists objects in pages of a size; nil for a type whose lists have one size of pages.
	first func(a *API, ctx context.Context, at Place, limit int) iter.Seq2[T, error]
	// listNeeds are the permissions of a list where they differ from the permissions of a read.
	listNeeds []string
}

// Type is the type of the objects.
func (o Ops[T]) Type() *objecttype.Type { return o.of }

// Get reads one object.
func (o Ops[T]) Get(ctx context.Context, a *API, at Place, extID string) (T, error) {
	return o.get(a, ctx, at, extID)
}

// List lists the objects in a place.
func (o Ops[T]) List(ctx context.Context, a *API, at Place) iter.Seq2[T, error] {
	return o.list(a, ctx, at)
}

// WithoutList are the reads of single objects, for a caller that reads few of a long list.
func (o Ops[T]) WithoutList() Ops[T] {
	o.list, o.first = nil, nil
	return o
}

// ListNeeds are the permissions of a list.
func (o Ops[T]) ListNeeds() []string {
	if o.listNeeds != nil {
		return o.listNeeds
	}
	return o.of.Needs[objecttype.Read]
}

// Restricted reports whether a list needs permissions that the read of one object does not.
func (o Ops[T]) Restricted() bool { return o.listNeeds != nil && o.get != nil }

// Paged reports whether a place may hold many more objects than a caller needs.
func (o Ops[T]) Paged() bool { return o.first != nil }

// ExtID is the external ID of an object.
func ExtID(one Described) string { return one.object().ExtID }

// Reads are the Ops of any type.
type Reads interface {
	Type() *objecttype.Type
	ListNeeds() []string
	// Gets and Lists report which reads the type has.
	Gets() bool
	Lists() bool
	// Object reads one object, and Objects lists the objects in a place, in pages of a size where the
	// service takes one; 0 leaves it to the service.
	Object(ctx context.Context, a *API, at Place, extID string) (Object, error)
	Objects(ctx context.Context, a *API, at Place, limit int) iter.Seq2[Object, error]
}

// Gets implements Reads.
func (o Ops[T]) Gets() bool { return o.get != nil }

// Lists implements Reads.
func (o Ops[T]) Lists() bool { return o.list != nil }

// Object implements Reads.
func (o Ops[T]) Object(ctx context.Context, a *API, at Place, extID string) (Object, error) {
	one, err := o.get(a, ctx, at, extID)
	return describe(one), err
}

// Objects implements Reads.
func (o Ops[T]) Objects(ctx context.Context, a *API, at Place, limit int) iter.Seq2[Object, error] {
	all := o.list
	if o.first != nil {
		all = func(a *API, ctx context.Context, at Place) iter.Seq2[T, error] { return o.first(a, ctx, at, limit) }
	}
	return func(yield func(Object, error) bool) {
		for one, err := range all(a, ctx, at) {
			if !yield(describe(one), err) {
				return
			}
		}
	}
}

func describe[T Described](one T) Object {
	object := one.object()
	object.Value = one
	return object
}

// reads are the reads of all types.
var reads = []Reads{
	ApplicationOps, AuthorizationOps, CertificateOps, ClientApplicationOps, ClientOps, ContextPasswordOps, DevicePasswordOps,
	EnterpriseAuthorizationOps, EnterpriseRoleMemberOps, EnterpriseRoleOps, GenericCredentialOps, KerberosCredentialOps, PasswordOps,
	PolicyOps, ProfileOps, PropertyDefinitionOps, RoleOps, SAMLCredentialOps, TermsOps, UnitOps, UserOps,
}

// ReadsOf returns the reads of a type; nil for a type without any, such as properties.
func ReadsOf(t *objecttype.Type) Reads {
	for _, reads := range reads {
		if reads.Type() == t {
			return reads
		}
	}
	return nil
}

// inClient is the read of an object by its client and external ID, inService without a client, and
// inOwner by its owner too.
func inClient[T any](get func(*API, context.Context, string, string) (T, error)) func(*API, context.Context, Place, string) (T, error) {
	return func(a *API, ctx context.Context, at Place, extID string) (T, error) {
		return get(a, ctx, at.Client, extID)
	}
}

func inService[T any](get func(*API, context.Context, string) (T, error)) func(*API, context.Context, Place, string) (T, error) {
	return func(a *API, ctx context.Context, _ Place, extID string) (T, error) { return get(a, ctx, extID) }
}

func inOwner[T any](get func(a *API, ctx context.Context, client, owner, extID string) (T, error),
) func(*API, context.Context, Place, string) (T, error) {
	return func(a *API, ctx context.Context, at Place, extID string) (T, error) {
		return get(a, ctx, at.Client, at.Owner, extID)
	}
}

// ofClient is the list of the objects of a client, ofService of all clients, and ofOwner of what
// belongs to one object.
func ofClient[T any](list func(*API, context.Context, string) iter.Seq2[T, error]) func(*API, context.Context, Place) iter.Seq2[T, error] {
	return func(a *API, ctx context.Context, at Place) iter.Seq2[T, error] { return list(a, ctx, at.Client) }
}

func ofService[T any](list func(*API, context.Context) iter.Seq2[T, error]) func(*API, context.Context, Place) iter.Seq2[T, error] {
	return func(a *API, ctx context.Context, _ Place) iter.Seq2[T, error] { return list(a, ctx) }
}

func ofOwner[T any](list func(a *API, ctx context.Context, client, owner string) iter.Seq2[T, error],
) func(*API, context.Context, Place) iter.Seq2[T, error] {
	return func(a *API, ctx context.Context, at Place) iter.Seq2[T, error] {
		return list(a, ctx, at.Client, at.Owner)
	}
}
