package rest

import (
	"crypto/sha256"
	"fmt"
)

// The limits of one list, which protect memory from a service whose list never ends.
const (
	// MaxListItems limits the objects of a list.
	MaxListItems = 500_000
	// MaxListBytes limits the total size of a list's responses in bytes.
	MaxListBytes = 512 << 20
	// maxEmptyPages limits the pages that contain no object but announce another page.
	maxEmptyPages = 100
)

// List counts the objects and bytes of a list and stops a list that would never end.
type List struct {
	c                   *Client
	request             *Request
	items, bytes, empty int
	total               int64
	pages               map[[sha256.Size]byte]bool
}

// NewList returns an empty List. Its errors name the call of request.
func (c *Client) NewList(request *Request) *List {
	return &List{c: c, request: request, pages: map[[sha256.Size]byte]bool{}}
}

// Add counts objects and their size in bytes. The error is a *BadResponseError.
func (l *List) Add(items, bytes int) error {
	l.items += items
	l.bytes += bytes
	switch {
	case l.items > MaxListItems:
		return l.endlessError(fmt.Sprintf("more than %d objects", MaxListItems))
	case l.bytes > MaxListBytes:
		return l.endlessError(fmt.Sprintf("more than %d MiB", MaxListBytes>>20))
	// Objects created while the list is read are not counted in the total.
	case l.total > 0 && int64(l.items) > 2*l.total+MaxListItems/100:
		return l.endlessError(fmt.Sprintf("more than twice the %d objects that the service counted", l.total))
	}
	return nil
}

// page counts a page. sum is the digest of its objects: the same objects under another token mean
// that the list is in a loop.
func (l *List) page(sum [sha256.Size]byte, items, bytes int, last bool) error {
	if items == 0 {
		if l.empty++; l.empty > maxEmptyPages {
			return l.endlessError(fmt.Sprintf("more than %d pages without an object", maxEmptyPages))
		}
		return nil
	}
	if l.pages[sum] && !last {
		return l.c.NewBadResponseError(l.request, "a page that it gave before, under another token")
	}
	l.pages[sum] = true
	return l.Add(items, bytes)
}

func (l *List) endlessError(what string) error {
	return l.c.NewBadResponseError(l.request, "a list that does not end: "+what)
}
