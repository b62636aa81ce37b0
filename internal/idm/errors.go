package idm

import (
	"errors"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/rest"
)

// The kinds of errors that callers distinguish with errors.Is.
var (
	// ErrUnauthorized is status 401: the caller is not logged in.
	ErrUnauthorized = rest.ErrUnauthorized
	// ErrForbidden is status 403, or any status but 401 with errors.insufficientRightsFunction: a
	// right is missing.
	ErrForbidden = rest.ErrForbidden
	// ErrNoRecord is status 404 together with errors.noRecord: the object does not exist.
	ErrNoRecord = rest.ErrNoRecord
	// ErrNoOperation is status 405, or 404 with neither errors.noRecord nor a missing right: the
	// release has no such operation, or the base address is another service's.
	ErrNoOperation = rest.ErrNoOperation
	// ErrConflict is status 409 with errors.optimisticLockingFailure: the object has another
	// version than the one sent.
	ErrConflict = rest.ErrConflict
	// ErrDuplicate is status 409 or 422 with the code for a value or an object that exists
	// already.
	ErrDuplicate = rest.ErrDuplicate
	// ErrInvalid is status 422: the values break a rule.
	ErrInvalid = rest.ErrInvalid
	// ErrThrottled is status 429.
	ErrThrottled = rest.ErrThrottled
	// ErrUnavailable is status 502, 503 or 504.
	ErrUnavailable = rest.ErrUnavailable
	// ErrNoResponse is every NoResponseError.
	ErrNoResponse = rest.ErrNoResponse
	// ErrRetryBudget reports that a request was not sent again, because too many others have
	// failed.
	ErrRetryBudget = rest.ErrRetryBudget
)

// The errors that carry more than their kind, for errors.As.
type (
	// Error is a response without a status of success.
	Error = rest.Error
	// Problem is one reason in an Error.
	Problem = rest.Problem
	// NoResponseError reports that a request was sent and its response is not known.
	NoResponseError = rest.NoResponseError
	// BadResponseError reports a response with a status of success that cannot be used.
	BadResponseError = rest.BadResponseError
	// ItemError is an object that cannot be used; a list goes on after it.
	ItemError = rest.ItemError
	// LocationError reports that the response to a create does not name the object.
	LocationError = rest.LocationError
	// RedirectError reports that the service redirects to an address that no request follows.
	RedirectError = rest.RedirectError
	// LoginError reports that there is nothing to log in with.
	LoginError = rest.LoginError
	// NotSentError reports that a request was not sent, because of an earlier failure.
	NotSentError = rest.NotSentError
	// PathError reports that a value cannot be part of a path.
	PathError = rest.PathError
)

// ListInfo is what a list contains in addition to its items.
type ListInfo = rest.ListInfo

// Unsent reports whether an error is about a request that never left, because no connection was
// made.
func Unsent(err error) bool { return rest.Unsent(err) }

// OfService reports whether a response comes from the service, and not from a gateway, a login page or
// another service at its address: it is no error, concerns one object, or has a code of an operation of
// the service.
func OfService(err error) bool {
	answer, ok := errors.AsType[*Error](err)
	coded := ok && strings.HasPrefix(answer.Code(), "errors.") && !errors.Is(err, ErrUnauthorized)
	return err == nil || OneObject(err) || errors.Is(err, ErrThrottled) ||
		coded && !errors.Is(err, ErrUnavailable) && !errors.Is(err, ErrNoOperation)
}
