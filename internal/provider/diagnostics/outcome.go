package diagnostics

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

// participles maps verbs that write to their participles.
var participles = map[string]string{
	"create": "created", "update": "changed", "move": "moved", "archive": "archived", "delete": "deleted",
	"grant": "granted", "change": "changed", "revoke": "revoked", "assign": "assigned", "unassign": "unassigned",
	"send": "sent", "check": "checked", "add": "added", "remove": "removed", "set the state of": "changed",
}

// outcome describes the state after a failed write: not done, or unknown; after a failed list:
// incomplete. It is "" for a read, and if the error itself describes it.
func (f Failure) outcome() string {
	if f.Verb == listing && !f.says() {
		return "The list ends here and is not complete."
	}
	participle := participles[f.Verb]
	if participle == "" || f.says() {
		return ""
	}
	verb := "was"
	if strings.HasSuffix(f.Noun, "s") {
		verb = "were"
	}
	if Lost(f.Err) {
		return fmt.Sprintf("It is not known whether the %s %s %s.", Title(f.Noun), verb, participle)
	}
	if is[*idm.Error](f.Err) {
		return fmt.Sprintf("The %s %s not %s.", Title(f.Noun), verb, participle)
	}
	return ""
}

// listing is the verb of a list resource.
const listing = "list"

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
