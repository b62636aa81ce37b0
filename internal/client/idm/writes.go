package idm

import (
	"cmp"
	"context"
	"net/http"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// Versioned is the part of an input with which the service refuses to change an object of another
// version; 0 changes an object of any version.
type Versioned struct {
	Version int64 `json:"version,omitempty"`
}

func (v *Versioned) setVersion(version int64) { v.Version = version }

// Writes contains the operations of one type of object that the service creates and changes from an
// I.
type Writes[T Described, I any] struct{ Ops[T] }

// Create creates an object and returns its external ID.
func (w Writes[T, I]) Create(ctx context.Context, a *API, at Place, input I) (extID string, err error) {
	return rest.Create(ctx, a.c, w.post(a, at, input))
}

// post returns the request that creates an object. Its path may lack the owner, and so may the
// Location of the response.
func (w Writes[T, I]) post(a *API, at Place, input I) *rest.Request {
	request := w.send(a, http.MethodPost, cmp.Or(w.create, w.list), at, "", input)
	return request.CreatedIn(elements("core/v1/"+strings.TrimSuffix(w.object, "/{id}"), at, "")...)
}

func (w Writes[T, I]) send(a *API, method, template string, at Place, extID string, input I) *rest.Request {
	request := a.core(method, template, at, extID).Body(input)
	if with, ok := any(input).(interface{ secrets() []string }); ok {
		request.Secrets(with.secrets()...)
	}
	return request
}

// Update changes an object of the given version, which the operations of some types do not check,
// and returns it.
func (w Writes[T, I]) Update(ctx context.Context, a *API, at Place, extID string, version int64, input I) (T, error) {
	if versioned, ok := any(&input).(interface{ setVersion(version int64) }); ok {
		versioned.setVersion(version)
	}
	id, err := w.pathID(ctx, a, at, extID)
	if err != nil {
		var none T
		return none, err
	}
	return w.one(ctx, a, at, extID, w.send(a, http.MethodPatch, w.object, at, id, input))
}
