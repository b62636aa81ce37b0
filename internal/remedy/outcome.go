package remedy

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idm"
)

// participles of the verbs that write.
var participles = map[string]string{
	"create": "created", "update": "changed", "move": "moved", "archive": "archived", "delete": "deleted",
	"grant": "granted", "change": "changed", "revoke": "revoked", "assign": "assigned", "unassign": "unassigned",
	"send": "sent", "check": "checked", "add": "added", "take out": "taken out", "set the state of": "changed",
}

// outcome says what is true after the failure of a write: that it was not done, or that it is not
// known. A list that failed is not whole. It is "" for a read, and where the text of the error says
// it.
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
	if lost(f.Err) {
		return fmt.Sprintf("It is not known whether the %s %s %s.", Title(f.Noun), verb, participle)
	}
	if is[*idm.Error](f.Err) {
		return fmt.Sprintf("The %s %s not %s.", Title(f.Noun), verb, participle)
	}
	return ""
}

// listing is the verb of a list resource.
const listing = "list"

// says reports whether the text of the error itself, or its hint, tells what is true now.
func (f Failure) says() bool {
	stop := stopped(f.Err)
	return interrupted(f.Err) || stop != nil && stop.Refusal == nil ||
		is[*idm.LocationError](f.Err) || is[*idm.LoginError](f.Err) || is[*idm.NotSentError](f.Err) || is[*idm.PathError](f.Err)
}

// lost reports whether it is open what a call has done.
func lost(err error) bool {
	if is[*idm.NotSentError](err) {
		return false
	}
	answer, _ := errors.AsType[*idm.Error](err)
	failed := answer != nil && answer.StatusCode == http.StatusInternalServerError
	return failed || errors.Is(err, idm.ErrNoAnswer) || is[*idm.BadAnswerError](err) || errors.Is(err, idm.ErrThrottled) ||
		errors.Is(err, idm.ErrUnavailable)
}
