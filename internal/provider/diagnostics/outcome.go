package diagnostics

import (
	"errors"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

// listing is the verb of a list resource.
const listing = "list"

// outcome describes the state after a failed write: not done, or unknown; after a failed list:
// incomplete. It is "" for a read, and if the error itself describes it.
func (f Failure) outcome() string {
	switch {
	case f.Verb == "read" || f.says():
		return ""
	case f.Verb == listing:
		return "The list ends here and is not complete."
	case Lost(f.Err):
		return "It is not known whether the service did it."
	case is[*idm.Error](f.Err):
		return "This step changed nothing."
	}
	return ""
}

// says reports whether the error or its hint already describes the outcome.
func (f Failure) says() bool {
	stop := stopped(f.Err)
	return interrupted(f.Err) || stop != nil && stop.Refusal == nil ||
		is[*idm.LocationError](f.Err) || is[*idm.LoginError](f.Err) || is[*idm.NotSentError](f.Err) || is[*idm.PathError](f.Err)
}

// Lost reports whether the effect of a call is unknown.
func Lost(err error) bool {
	if is[*idm.NotSentError](err) {
		return false
	}
	response, _ := errors.AsType[*idm.Error](err)
	failed := response != nil && response.StatusCode == http.StatusInternalServerError
	return failed || errors.Is(err, idm.ErrNoResponse) || is[*idm.BadResponseError](err) || errors.Is(err, idm.ErrUnavailable)
}
