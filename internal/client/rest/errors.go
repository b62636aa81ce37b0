package rest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
)

// The kinds of errors that callers distinguish with errors.Is.
var (
	// ErrUnauthorized is status 401: the caller is not logged in.
	ErrUnauthorized = errors.New("not logged in")
	// ErrForbidden is status 403, or any status other than 401 with
	// errors.insufficientRightsFunction: a permission is missing.
	ErrForbidden = errors.New("a permission is missing")
	// ErrNoRecord is status 404 together with errors.noRecord: the object does not exist. A 404
	// without that code is not this error.
	ErrNoRecord = errors.New("no such object")
	// ErrNoOperation is status 405, or status 404 with neither errors.noRecord nor a missing
	// permission: the release lacks the operation, or the base address belongs to another service.
	ErrNoOperation = errors.New("no such operation")
	// ErrConflict is status 409 with errors.optimisticLockingFailure: another writer changed
	// the object.
	ErrConflict = errors.New("changed by another writer")
	// ErrDuplicate is status 409 or 422 with the code of an existing value or object.
	ErrDuplicate = errors.New("it already exists")
	// ErrInvalid is status 422: the values violate a rule.
	ErrInvalid = errors.New("the values violate a rule")
	// ErrThrottled is status 429.
	ErrThrottled = errors.New("too many requests")
	// ErrUnavailable is status 502, 503 or 504.
	ErrUnavailable = errors.New("the service is not available")
	// ErrNoResponse matches every NoResponseError.
	ErrNoResponse = errors.New("no response")
)

// Problem is one reason in an error response. Code and Message may be empty.
type Problem struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Error is a response with a status other than 2xx.
type Error struct {
	Method, Path string
	StatusCode   int
	// Problems holds the reasons; it is empty if the body has none of the documented shapes.
	Problems []Problem
	// Excerpt is the start of a body that is not JSON, masked.
	Excerpt string

	// codes holds the unmasked codes of the problems.
	codes []string
}

// Code returns the first code, or "" if the response has none. It is not masked, so that it can be
// compared.
func (e *Error) Code() string {
	for _, code := range e.allCodes() {
		if code != "" {
			return code
		}
	}
	return ""
}

// allCodes returns the unmasked codes, because masking must not change how a response is
// classified.
func (e *Error) allCodes() []string {
	if e.codes != nil {
		return e.codes
	}
	var codes []string
	for _, p := range e.Problems {
		codes = append(codes, p.Code)
	}
	return codes
}

// Error names the call, the status and every reason.
func (e *Error) Error() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s %s: %d %s", e.Method, e.Path, e.StatusCode, http.StatusText(e.StatusCode))
	for _, p := range e.Problems {
		text.WriteString(": " + strings.Trim(p.Code+": "+p.Message, ": "))
	}
	if e.Excerpt != "" {
		fmt.Fprintf(&text, ": %q", e.Excerpt)
	}
	return text.String()
}

// Is reports whether e is of the kind of target, one of this package's Err values.
func (e *Error) Is(target error) bool {
	switch target {
	case ErrUnauthorized:
		return e.StatusCode == http.StatusUnauthorized
	case ErrForbidden:
		return e.StatusCode == http.StatusForbidden || e.StatusCode != http.StatusUnauthorized && e.has("insufficientRightsFunction")
	case ErrNoRecord:
		return e.StatusCode == http.StatusNotFound && e.has("noRecord")
	case ErrNoOperation:
		return e.StatusCode == http.StatusMethodNotAllowed ||
			e.StatusCode == http.StatusNotFound && !e.Is(ErrNoRecord) && !e.Is(ErrForbidden)
	case ErrConflict:
		return e.StatusCode == http.StatusConflict && e.has("optimisticLockingFailure")
	case ErrDuplicate:
		return e.duplicate()
	case ErrInvalid:
		return e.StatusCode == http.StatusUnprocessableEntity
	case ErrThrottled:
		return e.StatusCode == http.StatusTooManyRequests
	case ErrUnavailable:
		return unavailable(e.StatusCode)
	}
	return false
}

// has reports whether one of the codes is name, with or without the prefix that codes usually have.
func (e *Error) has(name string) bool {
	return slices.ContainsFunc(e.allCodes(), func(code string) bool { return strings.TrimPrefix(code, "errors.") == name })
}

func (e *Error) duplicate() bool {
	if e.StatusCode != http.StatusConflict && e.StatusCode != http.StatusUnprocessableEntity {
		return false
	}
	for _, code := range e.allCodes() {
		switch code = strings.TrimPrefix(code, "errors."); code {
		case "duplicateName", "duplicateValue", "duplicateEmail", "duplicateMobile":
			return true
		default:
			if strings.HasSuffix(code, "Exists") {
				return true
			}
		}
	}
	return false
}

func unavailable(status int) bool {
	return status == http.StatusBadGateway || status == http.StatusServiceUnavailable || status == http.StatusGatewayTimeout
}

// excerptBytes limits Error.Excerpt.
const excerptBytes = 300

// newError returns the Error of a response. Secrets of the request are masked in the messages,
// because a service may repeat a rejected value.
func (c *Client) newError(r *Request, path string, resp *fullResponse) *Error {
	e := &Error{Method: r.method, Path: path, StatusCode: resp.status}
	problems, isJSON := readProblems(resp.body)
	for _, p := range problems {
		e.codes = append(e.codes, p.Code)
		e.Problems = append(e.Problems, Problem{Code: c.mask.code(p.Code, r.secrets...), Message: c.mask.readable(p.Message, r.secrets...)})
	}
	if !isJSON {
		start := strings.ToValidUTF8(string(resp.body[:min(len(resp.body), 10*excerptBytes)]), "")
		e.Excerpt = escape.Text(truncate(c.mask.values(strings.Join(strings.Fields(start), " "), r.secrets...), excerptBytes))
	}
	return e
}

// messageBytes limits a code or message in an Error.
const messageBytes = 1000

// Readable shortens a text from a response for display and hides known secrets.
func (c *Client) Readable(text string) string { return c.mask.readable(text) }

// readProblems reads the error shapes of the service: {errorCode, message}, {errors: [{code,
// message}]} and the {messages: {errors: […]}} of a search. The second result is false if the
// body is not a JSON object.
func readProblems(body []byte) ([]Problem, bool) {
	var shapes struct {
		ErrorCode string    `json:"errorCode"`
		Message   string    `json:"message"`
		Errors    []Problem `json:"errors"`
		Messages  struct {
			Errors []string `json:"errors"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(body, &shapes); err != nil {
		// A member of an unexpected type does not prevent decoding of the others.
		if _, ok := errors.AsType[*json.UnmarshalTypeError](err); !ok {
			return nil, false
		}
	}
	problems := shapes.Errors
	if shapes.ErrorCode != "" || shapes.Message != "" {
		problems = append(problems, Problem{Code: shapes.ErrorCode, Message: shapes.Message})
	}
	for _, message := range shapes.Messages.Errors {
		problems = append(problems, Problem{Message: message})
	}
	return problems, true
}
