package idm

import (
	"context"

	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// identified is an object with an external id.
type identified interface{ identity() string }

func (u Unit) identity() string                    { return u.ExtID }
func (p Profile) identity() string                 { return p.ExtID }
func (o Authorization) identity() string           { return o.ExtID }
func (o EnterpriseAuthorization) identity() string { return o.ExtID }
func (o Application) identity() string             { return o.ExtID }
func (u User) identity() string                    { return u.ExtID }
func (c Client) identity() string                  { return c.ExtID }

// one sends a request that is answered with the object of an external id. An answer with another
// object, or with none, would look like a change of that id, so it is a *rest.BadAnswerError.
func one[T identified](ctx context.Context, a *API, extID string, request *rest.Request) (T, error) {
	object, err := rest.Decode[T](ctx, a.c, request)
	if err == nil && object.identity() != extID {
		var none T
		return none, a.c.Unusable(request, "another object than the one that was asked for")
	}
	return object, err
}

// lacksExtID reports whether an item of a list lacks its external id.
func lacksExtID(item any) bool {
	object, ok := item.(identified)
	return ok && object.identity() == ""
}
