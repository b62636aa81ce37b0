package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"mime"
	"strings"
)

// Decode sends req and decodes the JSON of any 2xx response. Errors: *Error, *NoAnswerError,
// *BadAnswerError, *LoginError, *RedirectError, and *PathError before anything is sent.
func Decode[T any](ctx context.Context, c *Client, req *Request) (T, error) {
	var value T
	a, err := c.do(ctx, req)
	if err != nil {
		return value, err
	}
	if reason := a.decode(&value); reason != "" {
		var none T
		return none, c.badAnswer(req, a, reason)
	}
	return value, nil
}

// DecodeOptional works like Decode for a response that may have no body, which yields the zero value.
func DecodeOptional[T any](ctx context.Context, c *Client, req *Request) (T, error) {
	a, err := c.do(ctx, req)
	if err != nil {
		var none T
		return none, err
	}
	return decodeOptional[T](c, req, a)
}

func decodeOptional[T any](c *Client, req *Request, a *answer) (T, error) {
	var value, none T
	if len(bytes.TrimSpace(a.body)) == 0 {
		return none, nil
	}
	if reason := a.decode(&value); reason != "" {
		return none, c.badAnswer(req, a, reason)
	}
	return value, nil
}

// Discard sends req and accepts any 2xx response and body except an HTML page, which comes from a
// gateway in front of the service. Its errors are the same as Decode's.
func Discard(ctx context.Context, c *Client, req *Request) error {
	a, err := c.do(ctx, req)
	if err != nil {
		return err
	}
	if len(a.body) > 0 && a.mediaType() == "text/html" {
		return c.badAnswer(req, a, "an HTML page")
	}
	return nil
}

// Text sends req and returns the unchanged body of any 2xx response. Its errors are the same as
// Decode's.
func Text(ctx context.Context, c *Client, req *Request) (string, error) {
	a, err := c.do(ctx, req)
	if err != nil {
		return "", err
	}
	if len(a.body) > MaxAnswerBytes {
		return "", c.badAnswer(req, a, tooLarge)
	}
	return string(a.body), nil
}

const tooLarge = "more than 64 MiB"

// decode decodes the body into value. On failure it returns the reason.
func (a *answer) decode(value any) string {
	switch media := a.mediaType(); {
	case len(a.body) > MaxAnswerBytes:
		return tooLarge
	case len(a.body) == 0:
		return "an empty body"
	case bytes.Equal(bytes.TrimSpace(a.body), []byte("null")):
		return "null"
	case media != "" && media != "application/json" && !strings.HasSuffix(media, "+json"):
		return "content type " + media + " instead of application/json"
	}
	if err := json.Unmarshal(a.body, value); err != nil {
		return "JSON that cannot be read: " + jsonFault(err)
	}
	return ""
}

// jsonFault describes a decoding error by positions and types, without values.
func jsonFault(err error) string {
	if fault, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		found, _, _ := strings.Cut(fault.Value, " ")
		if fault.Field == "" {
			return found + " where an object belongs"
		}
		return found + " in " + fault.Field + " where " + fault.Type.String() + " belongs"
	}
	if fault, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fault.Error()
	}
	return "it has another shape"
}

func (a *answer) mediaType() string {
	media, _, err := mime.ParseMediaType(a.header.Get("Content-Type"))
	if err != nil {
		return strings.ToLower(a.header.Get("Content-Type"))
	}
	return media
}

// badAnswer is a *BadAnswerError, and for a single object with an external ID an *ItemError.
func (c *Client) badAnswer(req *Request, a *answer, reason string) error {
	bad := &BadAnswerError{Method: req.method, Path: c.displayPath(a.url), StatusCode: a.status, Reason: c.mask.readable(reason)}
	var key struct {
		ExtID string `json:"extId"`
	}
	if json.Unmarshal(a.body, &key) == nil && key.ExtID != "" {
		return &ItemError{ExtID: key.ExtID, err: bad}
	}
	return bad
}
