package cloud

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// Error is the error object of the cloud service. It unwraps to the *rest.Error of the response.
type Error struct {
	// Status is the HTTP status, Reason its phrase.
	Status int    `json:"status"`
	Reason string `json:"error"`
	// Message is empty for an invalid access key.
	Message   string    `json:"message"`
	Path      string    `json:"path"`
	Timestamp Timestamp `json:"timestamp"`

	response *rest.Error
}

// Error names the status, the reason and the message.
func (e *Error) Error() string {
	text := fmt.Sprintf("cloud service: %s: %d %s", e.Path, e.Status, e.Reason)
	if e.Message != "" {
		text += ": " + e.Message
	}
	return text
}

// Unwrap returns the *rest.Error, so that errors.Is finds the kinds of package rest.
func (e *Error) Unwrap() error { return e.response }

// ownError decodes the error object in err. It returns an error without such an object unchanged.
func ownError(err error) error {
	response, ok := errors.AsType[*rest.Error](err)
	if !ok {
		return err
	}
	own := &Error{response: response}
	if response.Unmarshal(own) != nil || own.Reason == "" {
		return err
	}
	own.Status = response.StatusCode
	// rest has masked its copy of the message.
	if len(response.Problems) > 0 {
		own.Message = response.Problems[0].Message
	}
	return own
}

// Timestamp is a time that the service writes as a string or as milliseconds since 1970.
type Timestamp struct{ time.Time }

// UnmarshalJSON reads both forms. A string in another format results in the zero time.
func (t *Timestamp) UnmarshalJSON(data []byte) error {
	var milliseconds int64
	if json.Unmarshal(data, &milliseconds) == nil {
		t.Time = time.UnixMilli(milliseconds).UTC()
		return nil
	}
	var text string
	if err := json.Unmarshal(data, &text); err != nil {
		return err
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999Z0700", "2006-01-02T15:04:05.999999999"} {
		if at, err := time.Parse(layout, text); err == nil {
			t.Time = at.UTC()
			return nil
		}
	}
	return nil
}
