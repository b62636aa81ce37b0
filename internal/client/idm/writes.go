package idm

import "context"

// Versioned is the part of an input with which the service refuses to change an object of another
// version; 0 changes an object of any version.
type Versioned struct {
	Version int64 `json:"version,omitempty"`
}

func (v *Versioned) setVersion(version int64) { v.Version = version }

// Writes contains the write operations of one type of object, whose input is an I. A type may lack
// some of them.
type Writes[T, I any] struct {
	Post   func(a *API, ctx context.Context, at Place, input I) (extID string, err error)
	Patch  func(a *API, ctx context.Context, at Place, extID string, input I) (T, error)
	Delete func(a *API, ctx context.Context, at Place, extID string) error
}

// Update changes an object of the given version, which the operations of some types do not check.
func (w Writes[T, I]) Update(ctx context.Context, a *API, at Place, extID string, version int64, input I) (T, error) {
	if versioned, ok := any(&input).(interface{ setVersion(version int64) }); ok {
		versioned.setVersion(version)
	}
	return w.Patch(a, ctx, at, extID, input)
}

// WritesInClient adapts operations by client and external ID.
func WritesInClient[T, I any](
	post func(a *API, ctx context.Context, client string, input I) (string, error),
	patch func(a *API, ctx context.Context, client, extID string, input I) (T, error),
	remove func(a *API, ctx context.Context, client, extID string) error,
) Writes[T, I] {
	return Writes[T, I]{
		Post: func(a *API, ctx context.Context, at Place, input I) (string, error) {
			return post(a, ctx, at.Client, input)
		},
		Patch: func(a *API, ctx context.Context, at Place, extID string, input I) (T, error) {
			return patch(a, ctx, at.Client, extID, input)
		},
		Delete: func(a *API, ctx context.Context, at Place, extID string) error {
			return remove(a, ctx, at.Client, extID)
		},
	}
}

// WritesInService adapts operations by external ID only.
func WritesInService[T, I any](
	post func(a *API, ctx context.Context, input I) (string, error),
	patch func(a *API, ctx context.Context, extID string, input I) (T, error),
	remove func(a *API, ctx context.Context, extID string) error,
) Writes[T, I] {
	return Writes[T, I]{
		Post: func(a *API, ctx context.Context, _ Place, input I) (string, error) { return post(a, ctx, input) },
		Patch: func(a *API, ctx context.Context, _ Place, extID string, input I) (T, error) {
			return patch(a, ctx, extID, input)
		},
		Delete: func(a *API, ctx context.Context, _ Place, extID string) error { return remove(a, ctx, extID) },
	}
}

// WritesInOwner adapts operations by client, owner and external ID.
func WritesInOwner[T, I any](
	post func(a *API, ctx context.Context, client, owner string, input I) (string, error),
	patch func(a *API, ctx context.Context, client, owner, extID string, input I) (T, error),
	remove func(a *API, ctx context.Context, client, owner, extID string) error,
) Writes[T, I] {
	return Writes[T, I]{
		Post: func(a *API, ctx context.Context, at Place, input I) (string, error) {
			return post(a, ctx, at.Client, at.Owner, input)
		},
		Patch: func(a *API, ctx context.Context, at Place, extID string, input I) (T, error) {
			return patch(a, ctx, at.Client, at.Owner, extID, input)
		},
		Delete: func(a *API, ctx context.Context, at Place, extID string) error {
			return remove(a, ctx, at.Client, at.Owner, extID)
		},
	}
}
