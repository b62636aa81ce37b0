package rest

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"
)

// logBytes limits a body in a log.
const logBytes = 4 << 10

// logger is the layer that logs the masked request and response of every exchange.
type logger struct {
	next http.RoundTripper
	log  func(ctx context.Context, message string, fields map[string]any)
	mask *masker
}

// RoundTrip logs once, after the response or the failure.
func (l *logger) RoundTrip(request *http.Request) (*http.Response, error) {
	meta, sent := metaOf(request), sentBody(request)
	keysOnly := meta.sensitive || meta.keysOnly
	fields := map[string]any{
		"method": request.Method, "path": request.URL.EscapedPath(), "host": request.URL.Host, "attempt": max(1, meta.attempt),
		"query":           l.mask.query(request.URL.Query()),
		"request_headers": l.headers(request.Header), "request_body": body(l.mask, sent, keysOnly),
	}
	start := time.Now()
	response, err := l.next.RoundTrip(request)
	fields["duration_ms"] = time.Since(start).Milliseconds()
	if err != nil {
		fields["error"] = l.mask.text(err.Error())
		l.log(request.Context(), "request failed", fields)
		return nil, err
	}
	fields["status"] = response.StatusCode
	fields["response_headers"] = l.headers(response.Header)
	// An error response is logged even if values are not, but it may repeat values of the request.
	mask := l.mask.with(secretsIn(json.RawMessage(sent), meta.sensitive))
	fields["response_body"] = body(mask, peekBody(response), keysOnly && response.StatusCode < 300)
	l.log(request.Context(), "response received", fields)
	return response, nil
}

func sentBody(request *http.Request) []byte {
	if request.GetBody == nil {
		return nil
	}
	body, err := request.GetBody()
	if err != nil {
		return nil
	}
	sent, err := io.ReadAll(body)
	if err != nil {
		return nil
	}
	return sent
}

func (l *logger) headers(headers http.Header) map[string]string {
	shown := make(map[string]string, len(headers))
	for name, values := range headers {
		shown[name] = l.mask.byName(name, strings.Join(values, ", "))
	}
	return shown
}

// body masks before it truncates, so that a value at the cut is masked as well.
func body(mask *masker, text []byte, sensitive bool) string {
	if len(text) > maskBytes {
		return fmt.Sprintf("%d bytes", len(text))
	}
	return truncate(mask.body(text, sensitive), logBytes)
}
