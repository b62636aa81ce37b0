package rest

import (
	"context"
	"net/http"
)

// requestMeta holds the properties of a Request that the layers of the transport need.
type requestMeta struct {
	repeatable, withoutXToken bool
	// checksLogin reports that the request checks a login in its body.
	checksLogin bool
	attempt     int
	// kind is the request's kind in the Statistics.
	kind string
}

type metaKey struct{}

func withMeta(ctx context.Context, c requestMeta) context.Context {
	return context.WithValue(ctx, metaKey{}, c)
}

func metaOf(request *http.Request) requestMeta {
	c, _ := request.Context().Value(metaKey{}).(requestMeta)
	return c
}

// roundTripperFunc is a layer of the transport written as a function.
type roundTripperFunc func(*http.Request) (*http.Response, error)

// RoundTrip calls f.
func (f roundTripperFunc) RoundTrip(request *http.Request) (*http.Response, error) { return f(request) }

// cloneRequest returns a copy of request that can be sent once more, with its body from the start.
func cloneRequest(request *http.Request) (*http.Request, error) {
	copied := request.Clone(request.Context())
	if request.GetBody == nil {
		return copied, nil
	}
	body, err := request.GetBody()
	copied.Body = body
	return copied, err
}

// isWrite reports whether a request with this method changes something.
func isWrite(method string) bool {
	return method != http.MethodGet && method != http.MethodHead && method != http.MethodOptions
}
