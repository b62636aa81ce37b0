package rest

import (
	"context"
	"net/http"
	"time"
)

// logger is the layer that logs every exchange. Bodies, headers and queries contain secrets and
// personal data, so they are not logged.
type logger struct {
	next http.RoundTripper
	log  func(ctx context.Context, message string, fields map[string]any)
	mask *masker
}

// RoundTrip logs once, after the response or the failure.
func (l *logger) RoundTrip(request *http.Request) (*http.Response, error) {
	start := time.Now()
	response, err := l.next.RoundTrip(request)
	fields := map[string]any{
		"method": request.Method, "path": request.URL.EscapedPath(), "host": request.URL.Host,
		"attempt": max(1, metaOf(request).attempt), "duration_ms": time.Since(start).Milliseconds(),
	}
	if err != nil {
		fields["error"] = l.mask.values(err.Error())
		l.log(request.Context(), "request failed", fields)
		return nil, err
	}
	fields["status"] = response.StatusCode
	l.log(request.Context(), "response received", fields)
	return response, nil
}
