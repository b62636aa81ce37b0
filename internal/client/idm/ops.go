package idm

import (
	"context"
	"iter"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Object contains the fields that objects of all types have in common.
type Object struct {
	ExtID string
	// Name is the display name of the object or, for a grant, the granted role; "" for none.
	Name string
	// State is "" for an object without one.
	State string
	Record
	// Value is the object itself, such as a Unit.
	Value any
}

// Described is an object with the common fields of Object. Its external ID is "" only if the
// response of the service lacks it.
type Described interface{ object() Object }

// Place is the location of objects. Owner is the external ID of the object that contains them; for
// units, of the parent unit.
type Place struct{ Client, Owner string }

// Ops contains the read operations of one type of object.
type Ops[T Described] struct {
	of *objecttype.Type
	// get is nil for types with only a list, and list is nil for types without a list.
	get  func(a *API, ctx context.Context, at Place, extID string) (T, error)
	list func(a *API, ctx context.Context, at Place) iter.Seq2[T, error]
	// first lists objects with a given page size. It is nil if the service does not support a page
	// size for this type.
	first func(a *API, ctx context.Context, at Place, limit int) iter.Seq2[T, error]
}

// Type returns the type of the objects.
func (o Ops[T]) Type() *objecttype.Type { return o.of }

// Get reads one object.
func (o Ops[T]) Get(ctx context.Context, a *API, at Place, extID string) (T, error) {
	return o.get(a, ctx, at, extID)
}

// List lists the objects in a place.
func (o Ops[T]) List(ctx context.Context, a *API, at Place) iter.Seq2[T, error] {
	return o.list(a, ctx, at)
}

// WithoutList returns the operations without the list, for a caller that reads few objects of a
// long list.
func (o Ops[T]) WithoutList() Ops[T] {
	o.list, o.first = nil, nil
	return o
}

// Restricted reports whether a list needs other permissions than a single read.
func (o Ops[T]) Restricted() bool { return o.of.ListNeeds != nil && o.get != nil }

// Paged reports whether a place can contain many more objects than a caller needs.
func (o Ops[T]) Paged() bool { return o.first != nil }

// ExtID returns the external ID of an object.
func ExtID(one Described) string { return one.object().ExtID }

// Name returns the display name of an object.
func Name(one Described) string { return one.object().Name }

// Reads is the common interface of all Ops.
type Reads interface {
	Type() *objecttype.Type
	// Gets and Lists report which reads the type has.
	Gets() bool
	Lists() bool
	// Object reads one object. Objects lists the objects in a place; limit is the page size where
	// the service supports it, and 0 leaves it to the service.
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

// reads contains the operations of all types.
var reads = []Reads{
	ApplicationOps, AuthorizationOps, CertificateOps, ClientApplicationOps, ClientOps, ContextPasswordOps, DevicePasswordOps,
	EnterpriseAuthorizationOps, EnterpriseRoleMemberOps, EnterpriseRoleOps, GenericCredentialOps, KerberosCredentialOps, PasswordOps,
	PolicyOps, ProfileOps, PropertyDefinitionOps, RoleOps, SAMLCredentialOps, TermsOps, UnitOps, UserOps,
}

// ReadsOf returns the operations of a type; nil for a type without any, such as properties.
func ReadsOf(t *objecttype.Type) Reads {
	for _, reads := range reads {
		if reads.Type() == t {
			return reads
		}
	}
	return nil
}

// inClient adapts a read by client and external ID, inService a read by external ID only, and
// inOwner a read by client, owner and external ID.
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

// ofClient adapts a list per client, ofService a list of all clients, and ofOwner a list per owner.
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
