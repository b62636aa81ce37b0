package rest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"iter"
)

// ListInfo is what the first page of a list says about the whole.
type ListInfo struct {
	// Total is the number of objects, nil when the service does not say.
	Total *int64
	// Limit is the size of a page that the service chose, 0 when it does not say.
	Limit int
	// Classifications maps a classification level to paths of attributes.
	Classifications map[string][]string
}

// page is the envelope of a list.
type page[T any] struct {
	Items      items[T] `json:"items"`
	Pagination struct {
		ContinuationToken string `json:"continuationToken"`
		// Limit is of no use but to tell it, so that whatever it is harms nothing.
		Limit       any    `json:"limit"`
		TotalResult *int64 `json:"totalResult"`
	} `json:"_pagination"`
	Classifications map[string][]string `json:"_classifications"`
}

// items distinguishes an answer without items, which is no list, from an empty list.
type items[T any] struct {
	present bool
	sum     [sha256.Size]byte
	bytes   int
	list    []T
}

func (i *items[T]) UnmarshalJSON(data []byte) error {
	i.present, i.sum, i.bytes = true, sha256.Sum256(data), len(data)
	if bytes.Equal(data, []byte("null")) {
		return nil
	}
	return json.Unmarshal(data, &i.list)
}

// Pages walks a list, holding one page at a time. req makes the request for the page at token,
// which is "" for the first one. The list ends when a page has no token, null or "". An error on
// any page is yielded last, and no list goes on for ever: a token or a page that comes again is an
// error, and so is a list beyond the bounds of a [List]. info, when not nil, is filled from the
// first page before its first object is yielded.
func Pages[T any](ctx context.Context, c *Client, req func(token string) *Request, info *ListInfo) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		list := c.NewList(req(""))
		token, seen := "", map[string]bool{}
		for first := true; first || token != ""; first = false {
			got, err := nextPage[T](ctx, c, list, req(token), first)
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
			for _, item := range got.Items.list {
				if !yield(item, nil) {
					return
				}
			}
			seen[token] = true
			if token = got.Pagination.ContinuationToken; !seen[token] || token == "" {
				continue
			}
			if len(got.Items.list) > 0 {
				yield(none, c.Unusable(list.request, "a continuation token that it gave before"))
			}
			return
		}
	}
}

// nextPage fetches a page and counts it.
func nextPage[T any](ctx context.Context, c *Client, list *List, request *Request, first bool) (page[T], error) {
	got, err := fetchPage[T](ctx, c, request)
	if err != nil {
		return got, err
	}
	if first && got.Pagination.TotalResult != nil {
		list.total = *got.Pagination.TotalResult
	}
	return got, list.page(got.Items.sum, len(got.Items.list), got.Items.bytes, got.Pagination.ContinuationToken == "")
}

func fetchPage[T any](ctx context.Context, c *Client, request *Request) (page[T], error) {
	got, err := Decode[page[T]](ctx, c, request)
	if err == nil && !got.Items.present {
		err = c.Unusable(request, "a list without items")
	}
	return got, err
}

// Unusable is the error for a 2xx answer to request that cannot be what was asked for: a
// *BadAnswerError, or the error of a request that has no address.
func (c *Client) Unusable(request *Request, reason string) error {
	target, err := request.url(c.base)
	if err != nil {
		return err
	}
	return &BadAnswerError{Method: request.method, Path: c.displayPath(target), StatusCode: 200, Reason: reason}
}
