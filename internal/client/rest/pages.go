package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"iter"
)

// ListInfo contains the information about a whole list in its first page.
type ListInfo struct {
	// Total is the number of objects, nil when the service does not report it.
	Total *int64
	// Limit is the page size that the service used, 0 when it does not report it.
	Limit int
	// Classifications maps a classification level to paths of attributes.
	Classifications map[string][]string
}

// page is the envelope of a list.
type page[T any] struct {
	Items      items[T] `json:"items"`
	Pagination struct {
		ContinuationToken string `json:"continuationToken"`
		// Limit is not interpreted, so any value is accepted.
		Limit       any    `json:"limit"`
		TotalResult *int64 `json:"totalResult"`
	} `json:"_pagination"`
	Classifications map[string][]string `json:"_classifications"`
}

// items distinguishes a response without items, which is not a list, from an empty list.
type items[T any] struct {
	present bool
	list    []T
	// broken holds the objects that cannot be decoded, by their index in list.
	broken map[int]brokenItem
}

// brokenItem is an object of a list that cannot be decoded. Its external ID is "" if that cannot be
// read either.
type brokenItem struct{ extID, reason string }

func (i *items[T]) UnmarshalJSON(data []byte) error {
	i.present = true
	if bytes.Equal(data, []byte("null")) || json.Unmarshal(data, &i.list) == nil {
		return nil
	}
	var raw []json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	i.list, i.broken = make([]T, len(raw)), map[int]brokenItem{}
	for n, one := range raw {
		err := json.Unmarshal(one, &i.list[n])
		if err == nil {
			continue
		}
		var key struct {
			ExtID string `json:"extId"`
		}
		// The key stays empty if it cannot be decoded either.
		_ = json.Unmarshal(one, &key)
		i.list[n], i.broken[n] = *new(T), brokenItem{key.ExtID, jsonFault(err)}
	}
	return nil
}

// ItemError reports an unusable object in a list. The list continues after it.
type ItemError struct {
	// ExtID is the external ID of the object; "" if it is missing or unreadable.
	ExtID string
	err   error
}

// Error names the call, the object and its defect.
func (e *ItemError) Error() string { return e.err.Error() }

// Unwrap returns the *BadResponseError.
func (e *ItemError) Unwrap() error { return e.err }

// NewItemError returns the *ItemError of an object in the response to request, by its external ID
// or, without one, its number in the list.
func (c *Client) NewItemError(request *Request, number int, extID, reason string) error {
	name := fmt.Sprintf("the object %q", extID)
	if extID == "" {
		name = fmt.Sprintf("object %d of the list", number)
	}
	return &ItemError{ExtID: extID, err: c.NewBadResponseError(request, c.mask.readable(name+" cannot be read: "+reason))}
}

// Pages iterates over a list and holds one page in memory at a time. req builds the request for the
// page at token, which is "" for the first one. The list ends when a page has no token, null or "".
// An object that cannot be decoded yields an *ItemError, and the list continues; any other error
// ends it. A list never runs forever: a token that occurs twice is an error, and so is a list beyond
// the limits of a [List]. If info is not nil, it is filled from the first page before
// its first object is yielded.
func Pages[T any](ctx context.Context, c *Client, req func(token string) *Request, info *ListInfo) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		list := c.NewList(req(""))
		token, seen := "", map[string]bool{}
		for first := true; first || token != ""; first = false {
			got, err := fetchPage[T](ctx, c, req(token))
			if err == nil {
				err = list.Add(len(got.Items.list))
			}
			if err != nil {
				yield(none, err)
				return
			}
			if first && info != nil {
				info.Total, info.Classifications = got.Pagination.TotalResult, got.Classifications
				if limit, ok := got.Pagination.Limit.(float64); ok {
					info.Limit = int(limit)
				}
			}
			if !got.Items.yield(c, list.request, list.items-len(got.Items.list), yield) {
				return
			}
			seen[token] = true
			if token = got.Pagination.ContinuationToken; !seen[token] || token == "" {
				continue
			}
			if len(got.Items.list) > 0 {
				yield(none, c.NewBadResponseError(list.request, "a continuation token that it gave before"))
			}
			return
		}
	}
}

// Array iterates over a list without pages. Its errors are the same as Pages'.
func Array[T any](ctx context.Context, c *Client, request *Request) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		got, err := Decode[items[T]](ctx, c, request)
		if err != nil {
			var none T
			yield(none, err)
			return
		}
		got.yield(c, request, 0, yield)
	}
}

// yield yields the objects of a page. before is the number of objects on earlier pages.
func (i *items[T]) yield(c *Client, request *Request, before int, yield func(T, error) bool) bool {
	for n, one := range i.list {
		var err error
		if item, isBroken := i.broken[n]; isBroken {
			err = c.NewItemError(request, before+n+1, item.extID, item.reason)
		}
		if !yield(one, err) {
			return false
		}
	}
	return true
}

func fetchPage[T any](ctx context.Context, c *Client, request *Request) (page[T], error) {
	got, err := Decode[page[T]](ctx, c, request)
	if err == nil && !got.Items.present {
		err = c.NewBadResponseError(request, "a list without items")
	}
	return got, err
}

// NewBadResponseError returns the error for a 2xx response that does not match the request: a
// *BadResponseError, or the error of a request without a valid address.
func (c *Client) NewBadResponseError(request *Request, reason string) error {
	target, err := request.url(c.base)
	if err != nil {
		return err
	}
	return &BadResponseError{Method: request.method, Path: c.displayPath(target), StatusCode: 200, Reason: reason}
}
