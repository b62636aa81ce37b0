package idm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
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
// units, of the parent unit. Number is the recorded {id} of one object whose key does not contain it;
// "" if it is not known.
type Place struct{ Client, Owner, Number string }

// In returns the place of the objects of a client, and Under the place of the objects of an owner.
func In(client string) Place { return Place{Client: client} }

// Under returns the place of the objects of an owner.
func Under(client, owner string) Place { return Place{Client: client, Owner: owner} }

// Ops contains the operations of one type of object, as templates of paths below core/v1: {client}
// and {owner} are the parts of a Place, {id} is an external ID. A type without a template lacks its
// operations.
//
// The errors of the operations are the kinds of rest: ErrNoRecord for an object, or an object that
// it refers to, that does not exist, ErrDuplicate for a value that is taken, ErrConflict for an
// outdated version, ErrInvalid for values that violate a rule.
type Ops[T Described] struct {
	of *objecttype.Type
	// object is the path of one object, and list the path of all objects of a place.
	object, list string
	// create is the path to create an object in; "" for list.
	create string
	// assign is the path of an existing object that a place can have or not.
	assign string
	// clientQuery is the parameter of the list that names the client; "" for none.
	clientQuery string
	// properties is the path of the properties of one object.
	properties string
	// paged reports that the service supports a page size.
	paged bool
	// number returns the {id} of an object that the service assigns and no key contains: the object is
	// then found in its list first. It is nil for the external ID.
	number func(T) string
	// complete adds to an object what other operations read; nil for nothing.
	complete func(ctx context.Context, a *API, at Place, object *T) error
}

// Type returns the type of the objects.
func (o Ops[T]) Type() *objecttype.Type { return o.of }

// Get reads one object. One that the service does not read alone is looked up in the list of its
// place.
func (o Ops[T]) Get(ctx context.Context, a *API, at Place, extID string) (T, error) {
	if !o.Gets() {
		return o.inList(ctx, a, at, extID)
	}
	id, err := o.pathID(ctx, a, at, extID)
	if err != nil {
		var none T
		return none, err
	}
	return o.one(ctx, a, at, extID, a.core(http.MethodGet, o.object, at, id))
}

// inList looks for an object in a list. A place that does not exist has no objects.
func (o Ops[T]) inList(ctx context.Context, a *API, at Place, extID string) (none T, _ error) {
	begun := false
	for one, err := range ErrorsLast(o.List(ctx, a, at)) {
		switch {
		case begun && errors.Is(err, ErrNoRecord):
			return none, fmt.Errorf("the list ends with an error: %s", err) //nolint:errorlint // The object may exist.
		case err != nil:
			return none, err
		case ExtID(one) == extID:
			return one, nil
		}
		begun = true
	}
	return none, ErrNoRecord
}

// pathID returns the {id} of an object with an external ID.
func (o Ops[T]) pathID(ctx context.Context, a *API, at Place, extID string) (string, error) {
	if o.number == nil {
		return extID, nil
	}
	found, err := o.inList(ctx, a, at, extID)
	if errors.Is(err, ErrNoRecord) && at.Number != "" {
		// The list can lack an object that exists.
		if found, err = rest.Decode[T](ctx, a.c, a.core(http.MethodGet, o.object, at, at.Number)); err == nil && ExtID(found) != extID {
			err = ErrNoRecord
		}
	}
	if err != nil {
		return "", err
	}
	return o.number(found), nil
}

// one sends a request for one object. Any other object, or an object without an external ID, is a
// *rest.BadResponseError, because callers would mistake it for a change of the ID.
func (o Ops[T]) one(ctx context.Context, a *API, at Place, extID string, request *rest.Request) (T, error) {
	var none T
	object, err := rest.Decode[T](ctx, a.c, request)
	if err != nil {
		return none, err
	}
	switch found := object.object(); {
	case found.ExtID != extID && strings.HasSuffix(o.object, "/{id}"):
		return none, a.c.NewBadResponseError(request, "a different object than the one requested")
	case found.ExtID == "":
		return none, a.c.NewBadResponseError(request, "a credential without an external ID")
	case o.complete != nil:
		err = o.complete(ctx, a, at, &object)
	}
	return object, err
}

// List lists the objects in a place.
func (o Ops[T]) List(ctx context.Context, a *API, at Place) iter.Seq2[T, error] {
	return o.pages(ctx, a, at, 0)
}

func (o Ops[T]) pages(ctx context.Context, a *API, at Place, limit int) iter.Seq2[T, error] {
	return list[T](ctx, a, limit, nil, func() *rest.Request {
		request := a.core(http.MethodGet, o.list, at, "")
		if o.clientQuery != "" && at.Client != "" {
			request.Query(o.clientQuery, at.Client)
		}
		return request
	})
}

// Delete deletes an object, or removes it from a place that can have it or not.
func (o Ops[T]) Delete(ctx context.Context, a *API, at Place, extID string) error {
	id, err := o.pathID(ctx, a, at, extID)
	if err != nil {
		return err
	}
	return rest.Discard(ctx, a.c, a.core(http.MethodDelete, o.object+o.assign, at, id))
}

// Assign adds an existing object to a place that can have it or not. The call is idempotent.
func (o Ops[T]) Assign(ctx context.Context, a *API, at Place, extID string) error {
	return rest.Discard(ctx, a.c, a.core(http.MethodPut, o.assign, at, extID))
}

// WithoutList returns the operations without the list, for a caller that reads few objects of a
// long list.
func (o Ops[T]) WithoutList() Ops[T] {
	o.create, o.list, o.paged = cmp.Or(o.create, o.list), "", false
	return o
}

// Restricted reports whether a list needs other permissions than a single read.
func (o Ops[T]) Restricted() bool { return o.of.ListNeeds != nil && o.Gets() }

// Paged reports whether a place can contain many more objects than a caller needs.
func (o Ops[T]) Paged() bool { return o.paged }

// ExtID returns the external ID of an object.
func ExtID(one Described) string { return one.object().ExtID }

// Name returns the display name of an object.
func Name(one Described) string { return one.object().Name }

// Version returns the version of an object; 0 for none.
func Version(one Described) int64 { return one.object().Version }

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
	// Properties reads the properties of one object, and HasProperties reports whether it can have any.
	Properties(ctx context.Context, a *API, at Place, extID string) (Properties, error)
	UpdateProperties(ctx context.Context, a *API, at Place, extID string, values map[string]string) (Properties, error)
	HasProperties() bool
}

// Gets implements Reads.
func (o Ops[T]) Gets() bool { return o.object != "" }

// Lists implements Reads.
func (o Ops[T]) Lists() bool { return o.list != "" }

// Object implements Reads.
func (o Ops[T]) Object(ctx context.Context, a *API, at Place, extID string) (Object, error) {
	one, err := o.Get(ctx, a, at, extID)
	return Describe(one), err
}

// Objects implements Reads.
func (o Ops[T]) Objects(ctx context.Context, a *API, at Place, limit int) iter.Seq2[Object, error] {
	if !o.paged {
		limit = 0
	}
	return DescribeAll(o.pages(ctx, a, at, limit))
}

// Describe returns the common fields of an object.
func Describe[T Described](one T) Object {
	object := one.object()
	object.Value = one
	return object
}

// DescribeAll yields the common fields of objects.
func DescribeAll[T Described](all iter.Seq2[T, error]) iter.Seq2[Object, error] {
	return func(yield func(Object, error) bool) {
		for one, err := range all {
			if !yield(Describe(one), err) {
				return
			}
		}
	}
}

// reads contains the operations of all types.
var reads = []Reads{
	ApplicationOps, AuthorizationOps, CertificateOps, ClientApplicationOps, ClientOps, ContextPasswordOps, DevicePasswordOps,
	EnterpriseAuthorizationOps, EnterpriseRoleMemberOps, EnterpriseRoleOps, GenericCredentialOps, KerberosCredentialOps, PasswordOps,
	PolicyOps, ProfileOps, PropertyDefinitionOps, RoleOps, SAMLCredentialOps, TermsOps, UnitOps, UserOps,
}

// ReadsOf returns the operations of a type; nil for a type without any, such as properties.
func ReadsOf(t *objecttype.Type) Reads {
	i := slices.IndexFunc(reads, func(reads Reads) bool { return reads.Type() == t })
	if i < 0 {
		return nil
	}
	return reads[i]
}
