package rest

import (
	"context"
	"net/http"
)

// call holds the properties of a Request that the layers of the transport need.
type call struct {
	repeatable, sensitive, withoutXToken bool
	// otherLogin reports that the request checks a login in its body.
	otherLogin bool
	// keysOnly omits the values of both bodies from logs.
	keysOnly bool
	attempt  int
	// kind is the request's kind in the Statistics.
	kind string
	// budgetSpent reports that the request was not sent again because the budget was spent.
	budgetSpent bool
}

type callKey struct{}

func withCall(ctx context.Context, c call) context.Context {
	return context.WithValue(ctx, callKey{}, c)
}

func callOf(request *http.Request) call {
	c, _ := request.Context().Value(callKey{}).(call)
	return c
}

// roundTrip is a layer of the transport written as a function.
type roundTrip func(*http.Request) (*http.Response, error)

// RoundTrip calls f.
func (f roundTrip) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }

// copyOf returns a copy of request that can be sent once more, with its body from the start.
func copyOf(request *http.Request) (*http.Request, error) {
	copied := request.Clone(request.Context())
	if request.GetBody == nil {
		return copied, nil
	}
	body, err := request.GetBody()
	copied.Body = body
	return copied, err
}

// writes reports whether a request with this method changes something.
func writes(method string) bool {
	return method != http.MethodGet && method != http.MethodHead && method != http.MethodOptions
}
