package idm

import "github.com/identity-iac/terraform-provider-idm/internal/rest"

// The kinds of errors that callers tell apart with errors.Is.
var (
	// ErrUnauthorized is status 401: the caller is not logged in.
	ErrUnauthorized = rest.ErrUnauthorized
	// ErrForbidden is status 403, or any status but 401 with errors.insufficientRightsFunction: a right
	// is missing.
	ErrForbidden = rest.ErrForbidden
	// ErrNoRecord is status 404 together with errors.noRecord: the object does not exist.
	ErrNoRecord = rest.ErrNoRecord
	// ErrNoOperation is status 405, or 404 with neither errors.noRecord nor a missing right: the
	// release has no such operation, or the base address is another service's.
	ErrNoOperation = rest.ErrNoOperation
	// ErrConflict is status 409 with errors.optimisticLockingFailure: the object has another
	// version than the one sent.
	ErrConflict = rest.ErrConflict
	// ErrDuplicate is status 409 or 422 with a code that says that a value or an object exists
	// already.
	ErrDuplicate = rest.ErrDuplicate
	// ErrInvalid is status 422: the values break a rule.
	ErrInvalid = rest.ErrInvalid
	// ErrThrottled is status 429.
	ErrThrottled = rest.ErrThrottled
	// ErrUnavailable is status 502, 503 or 504.
	ErrUnavailable = rest.ErrUnavailable
	// ErrNoAnswer is every NoAnswerError.
	ErrNoAnswer = rest.ErrNoAnswer
	// ErrRetryBudget says that a request was not sent again, because too many others have failed.
	ErrRetryBudget = rest.ErrRetryBudget
)

// The errors that carry more than their kind, for errors.As.
type (
	// Error is an answer with a status that is no success.
	Error = rest.Error
	// Problem is one reason in an Error.
	Problem = rest.Problem
	// NoAnswerError says that a request was sent and its answer is not known.
	NoAnswerError = rest.NoAnswerError
	// BadAnswerError says that an answer with a status of success cannot be used.
	BadAnswerError = rest.BadAnswerError
	// ItemError is an object that cannot be used; a list goes on after it.
	ItemError = rest.ItemError
	// LocationError says that the answer to a create does not name the object.
	LocationError = rest.LocationError
	// RedirectError says that the service redirects to an address that no request follows.
	RedirectError = rest.RedirectError
	// LoginError says that there is nothing to log in with.
	LoginError = rest.LoginError
	// NotSentError says that a request was not sent, because of an earlier failure.
	NotSentError = rest.NotSentError
	// PathError says that a value cannot be part of a path.
	PathError = rest.PathError
)

// ListInfo is what a list contains in addition to its items.
type ListInfo = rest.ListInfo

// Unsent reports whether an error is about a request that never left, because no connection was made.
func Unsent(err error) bool { return rest.Unsent(err) }
