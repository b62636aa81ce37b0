package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"mime"
	"strings"
)

// Decode sends req and decodes the JSON of any 2xx response. Errors: *Error, *NoResponseError,
// *BadResponseError, *LoginError, *RedirectError, and *PathError before anything is sent.
func Decode[T any](ctx context.Context, c *Client, req *Request) (T, error) {
	var value T
	resp, err := c.do(ctx, req)
	if err != nil {
		return value, err
	}
	if reason := resp.decode(&value); reason != "" {
		var none T
		return none, c.badResponse(req, resp, reason)
	}
	return value, nil
}

// DecodeOptional works like Decode for a response that may have no body, which yields the zero
// value.
func DecodeOptional[T any](ctx context.Context, c *Client, req *Request) (T, error) {
	resp, err := c.do(ctx, req)
	if err != nil {
		var none T
		return none, err
	}
	return decodeOptional[T](c, req, resp)
}

func decodeOptional[T any](c *Client, req *Request, resp *fullResponse) (T, error) {
	var value, none T
	if len(bytes.TrimSpace(resp.body)) == 0 {
		return none, nil
	}
	if reason := resp.decode(&value); reason != "" {
		return none, c.badResponse(req, resp, reason)
	}
	return value, nil
}

// Discard sends req and accepts any 2xx response and body except an HTML page, which comes from a
// gateway in front of the service. Its errors are the same as Decode's.
func Discard(ctx context.Context, c *Client, req *Request) error {
	resp, err := c.do(ctx, req)
	if err != nil {
		return err
	}
	if len(resp.body) > 0 && resp.mediaType() == "text/html" {
		return c.badResponse(req, resp, "an HTML page")
	}
	return nil
}

// Text sends req and returns the unchanged body of any 2xx response. Its errors are the same as
// Decode's.
func Text(ctx context.Context, c *Client, req *Request) (string, error) {
	resp, err := c.do(ctx, req)
	if err != nil {
		return "", err
	}
	if len(resp.body) > MaxResponseBytes {
		return "", c.badResponse(req, resp, tooLarge)
	}
	return string(resp.body), nil
}

const tooLarge = "more than 64 MiB"

// decode decodes the body into value. On failure it returns the reason.
func (resp *fullResponse) decode(value any) string {
	switch media := resp.mediaType(); {
	case len(resp.body) > MaxResponseBytes:
		return tooLarge
	case len(resp.body) == 0:
		return "an empty body"
	case bytes.Equal(bytes.TrimSpace(resp.body), []byte("null")):
		return "null"
	case media != "" && media != "application/json" && !strings.HasSuffix(media, "+json"):
		return "content type " + media + " instead of application/json"
	}
	if err := json.Unmarshal(resp.body, value); err != nil {
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
	return "its structure is unexpected"
}

func (resp *fullResponse) mediaType() string {
	media, _, err := mime.ParseMediaType(resp.header.Get("Content-Type"))
	if err != nil {
		return strings.ToLower(resp.header.Get("Content-Type"))
	}
	return media
}

// badResponse returns a *BadResponseError or, for a single object with an external ID, an
// *ItemError.
func (c *Client) badResponse(req *Request, resp *fullResponse, reason string) error {
	bad := &BadResponseError{Method: req.method, Path: c.displayPath(resp.url), StatusCode: resp.status, Reason: c.mask.readable(reason)}
	var key struct {
		ExtID string `json:"extId"`
	}
	if json.Unmarshal(resp.body, &key) == nil && key.ExtID != "" {
		return &ItemError{ExtID: key.ExtID, err: bad}
	}
	return bad
}
