package idm

import (
	"errors"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// The kinds of errors that callers distinguish with errors.Is.
var (
	// ErrUnauthorized is status 401: the caller is not logged in.
	ErrUnauthorized = rest.ErrUnauthorized
	// ErrForbidden is status 403, or any status other than 401 with
	// errors.insufficientRightsFunction: a permission is missing.
	ErrForbidden = rest.ErrForbidden
	// ErrNoRecord is status 404 together with errors.noRecord: the object does not exist.
	ErrNoRecord = rest.ErrNoRecord
	// ErrNoOperation is status 405, or status 404 with neither errors.noRecord nor a missing
	// permission: the release lacks the operation, or the base address belongs to another service.
	ErrNoOperation = rest.ErrNoOperation
	// ErrConflict is status 409 with errors.optimisticLockingFailure: the version in the request is
	// outdated.
	ErrConflict = rest.ErrConflict
	// ErrDuplicate is status 409 or 422 with a code for a value or an object that already exists.
	ErrDuplicate = rest.ErrDuplicate
	// ErrInvalid is status 422: the values violate a rule.
	ErrInvalid = rest.ErrInvalid
	// ErrThrottled is status 429.
	ErrThrottled = rest.ErrThrottled
	// ErrUnavailable is status 502, 503 or 504.
	ErrUnavailable = rest.ErrUnavailable
	// ErrNoResponse matches every NoResponseError.
	ErrNoResponse = rest.ErrNoResponse
)

// The error types with further information, for errors.As.
type (
	// Error is a response with an error status.
	Error = rest.Error
	// Problem is one reason in an Error.
	Problem = rest.Problem
	// NoResponseError reports that a request was sent but its response is unknown.
	NoResponseError = rest.NoResponseError
	// BadResponseError reports an unusable response with a success status.
	BadResponseError = rest.BadResponseError
	// ItemError reports an unusable object in a list. The list continues after it.
	ItemError = rest.ItemError
	// LocationError reports that the response to a create does not identify the new object.
	LocationError = rest.LocationError
	// RedirectError reports a redirect to an address that the client does not follow.
	RedirectError = rest.RedirectError
	// ProxyError is a proxy that refused to connect to the service.
	ProxyError = rest.ProxyError
	// LoginError reports that the client has no credentials to log in with.
	LoginError = rest.LoginError
	// NotSentError reports that a request was not sent, because of an earlier failure.
	NotSentError = rest.NotSentError
	// PathError reports a value that cannot be part of a path.
	PathError = rest.PathError
)

// ListInfo contains the fields of a list response other than its items.
type ListInfo = rest.ListInfo

// Unsent reports whether an error is about a request that was not sent because no connection was
// established.
func Unsent(err error) bool { return rest.Unsent(err) }

// OfService reports whether a response comes from the service, and not from a gateway, a login page
// or another service at its address: it is no error, concerns one object, or has a code of an
// operation of the service.
func OfService(err error) bool {
	response, ok := errors.AsType[*Error](err)
	coded := ok && strings.HasPrefix(response.Code(), "errors.") && !errors.Is(err, ErrUnauthorized)
	return err == nil || OneObject(err) || errors.Is(err, ErrThrottled) ||
		coded && !errors.Is(err, ErrUnavailable) && !errors.Is(err, ErrNoOperation)
}
