package codehost

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"
)

const (
	// attempts is the maximum number of attempts for a request that can be repeated.
	attempts = 4
	pageSize = 100
	// redirects is the maximum number of redirects.
	redirects = 10
	// responseLimit is the maximum size of a JSON response, reasonLimit of an error message.
	responseLimit, reasonLimit = 64 << 20, 300
)

// client sends requests with a token. Redirects to another host omit the token.
type client struct {
	token string
	http  *http.Client
	// pause is the time before the second attempt; it doubles with each attempt.
	pause time.Duration
}

func newClient(token string) *client {
	return &client{token, &http.Client{Timeout: time.Minute, CheckRedirect: func(_ *http.Request, via []*http.Request) error {
		// A redirected POST would become a GET, and its effect would be missing without an error.
		if via[0].Method != http.MethodGet || len(via) == redirects {
			return http.ErrUseLastResponse
		}
		return nil
	}}, time.Second}
}

// get decodes a JSON response.
func (c *client) get(ctx context.Context, url string, into any) error {
	return c.call(ctx, http.MethodGet, url, nil, into)
}

// call sends a body and decodes the response, both in JSON. A POST is not repeated, because its
// first attempt may have succeeded.
func (c *client) call(ctx context.Context, method, url string, body, into any) error {
	content, err := c.send(ctx, method, url, body)
	if err != nil {
		return err
	}
	defer content.Close()
	if into == nil {
		return nil
	}
	if err := json.NewDecoder(io.LimitReader(content, responseLimit)).Decode(into); err != nil {
		return fmt.Errorf("%s %s: the response is not the expected JSON: run the job again: %w", method, url, err)
	}
	return nil
}

// send returns the content of a successful response.
func (c *client) send(ctx context.Context, method, url string, body any) (io.ReadCloser, error) {
	var encoded []byte
	if body != nil {
		var err error
		if encoded, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	for attempt := 1; ; attempt++ {
		content, again, err := c.try(ctx, method, url, encoded)
		if err == nil || !again || method == http.MethodPost || attempt == attempts {
			return content, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(c.pause << (attempt - 1)):
		}
	}
}

// transient are the statuses after which the same request can succeed.
var transient = []int{http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway,
	http.StatusServiceUnavailable, http.StatusGatewayTimeout}

// try sends a request once, and reports whether another attempt can help.
func (c *client) try(ctx context.Context, method, url string, body []byte) (content io.ReadCloser, again bool, err error) {
	request, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return nil, false, err
	}
	request.Header.Set("Authorization", "Bearer "+c.token)
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, ctx.Err() == nil, err
	}
	if response.StatusCode < http.StatusMultipleChoices {
		return response.Body, false, nil
	}
	defer response.Body.Close()
	reason, _ := io.ReadAll(io.LimitReader(response.Body, reasonLimit))
	return nil, slices.Contains(transient, response.StatusCode), statusError{response.StatusCode,
		fmt.Sprintf("%s %s: %s: %s", method, url, response.Status, reason)}
}

// statusError is a response that is not a success.
type statusError struct {
	status int
	text   string
}

// Error returns the request with the status and the beginning of the response.
func (s statusError) Error() string { return s.text }

func (s statusError) notFound() bool { return s.status == http.StatusNotFound }

// pages reads all pages of a list.
func pages[T any](ctx context.Context, c *client, url string, query ...string) ([]T, error) {
	return pagesUntil(ctx, c, url, func([]T) bool { return false }, query...)
}

// pagesUntil reads the pages of a list up to the first one that satisfies last.
func pagesUntil[T any](ctx context.Context, c *client, url string, last func([]T) bool, query ...string) ([]T, error) {
	var all []T
	for page := 1; ; page++ {
		var some []T
		parameters := append([]string{fmt.Sprintf("per_page=%d&page=%d", pageSize, page)}, query...)
		if err := c.get(ctx, url+"?"+strings.Join(parameters, "&"), &some); err != nil {
			return nil, err
		}
		all = append(all, some...)
		if len(some) < pageSize || last(some) {
			return all, nil
		}
	}
}

// download writes a response to a file that only the current user can read.
func (c *client) download(ctx context.Context, url, name string) error {
	content, err := c.send(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	defer content.Close()
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, content)
	if err = cmp.Or(err, file.Close()); err != nil {
		return errors.Join(err, os.Remove(name))
	}
	return nil
}
