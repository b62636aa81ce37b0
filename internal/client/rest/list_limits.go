package rest

import "fmt"

// The limits of one list, which protect memory from a service whose list never ends.
const (
	// MaxListItems limits the objects of a list.
	MaxListItems = 500_000
	// maxEmptyPages limits the pages that contain no object but announce another page.
	maxEmptyPages = 100
)

// List counts the objects of a list and stops a list that would never end.
type List struct {
	c            *Client
	request      *Request
	items, empty int
}

// NewList returns an empty List. Its errors name the call of request.
func (c *Client) NewList(request *Request) *List { return &List{c: c, request: request} }

// Add counts the objects of a page. The error is a *BadResponseError.
func (l *List) Add(items int) error {
	if l.items += items; items == 0 {
		l.empty++
	}
	if l.items <= MaxListItems && l.empty <= maxEmptyPages {
		return nil
	}
	return l.c.NewBadResponseError(l.request,
		fmt.Sprintf("a list that does not end: %d objects, and %d pages without an object", l.items, l.empty))
}
