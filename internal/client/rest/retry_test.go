package rest

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// script responds to each request with its next response, and records when each request arrived.
type script struct {
	responses []func() (*http.Response, error)
	start     time.Time
	arrivals  []time.Duration
	bodies    []string
}

func play(responses ...func() (*http.Response, error)) *script {
	return &script{responses: responses, start: time.Now()}
}

func (s *script) RoundTrip(request *http.Request) (*http.Response, error) {
	s.arrivals = append(s.arrivals, time.Since(s.start))
	if request.Body != nil {
		body, _ := io.ReadAll(request.Body)
		s.bodies = append(s.bodies, string(body))
	}
	next := s.responses[0]
	if len(s.responses) > 1 {
		s.responses = s.responses[1:]
	}
	return next()
}

// retrying returns the layer above a service that has responded before.
func retrying(service http.RoundTripper) *retry {
	return &retry{next: service, retries: 4, counts: newCounts(), circuit: &circuit{reached: true}}
}

func status(code int, headerAndBody ...string) func() (*http.Response, error) {
	return func() (*http.Response, error) {
		response := &http.Response{StatusCode: code, Header: http.Header{}, Body: http.NoBody}
		if len(headerAndBody) > 0 {
			response.Header.Set("Retry-After", headerAndBody[0])
		}
		if len(headerAndBody) > 1 {
			response.Body = io.NopCloser(strings.NewReader(headerAndBody[1]))
		}
		return response, nil
	}
}

func broken() (*http.Response, error) { return nil, io.ErrUnexpectedEOF }

func requestFor(ctx context.Context, method, body string) *http.Request {
	request, err := http.NewRequestWithContext(ctx, method, "https://idm.example/x", strings.NewReader(body))
	if err != nil {
		panic(err)
	}
	return request
}

const noRecordBody = `{"errors":[{"code":"errors.noRecord"}]}`

func TestRetry(t *testing.T) {
	for name, tc := range map[string]struct {
		method    string
		responses []func() (*http.Response, error)
		attempts  int
		status    int // 0: the error of broken
	}{
		"503 then 200":         {"GET", []func() (*http.Response, error){status(503), status(200)}, 2, 200},
		"PUT lost then 204":    {"PUT", []func() (*http.Response, error){broken, status(204)}, 2, 204},
		"DELETE, all kinds":    {"DELETE", []func() (*http.Response, error){status(429), status(502), status(504), status(204)}, 4, 204},
		"never back":           {"GET", []func() (*http.Response, error){status(503)}, 5, 503},
		"never a response":     {"GET", []func() (*http.Response, error){broken}, 5, 0},
		"POST":                 {"POST", []func() (*http.Response, error){status(503), status(201)}, 1, 503},
		"PATCH lost":           {"PATCH", []func() (*http.Response, error){broken, status(200)}, 1, 0},
		"500":                  {"GET", []func() (*http.Response, error){status(500), status(200)}, 1, 500},
		"DELETE lost, gone":    {"DELETE", []func() (*http.Response, error){broken, status(404, "", noRecordBody)}, 2, 204},
		"DELETE lost, 404":     {"DELETE", []func() (*http.Response, error){broken, status(404)}, 2, 404},
		"DELETE gone at first": {"DELETE", []func() (*http.Response, error){status(404, "", noRecordBody)}, 1, 404},
		"GET lost, gone":       {"GET", []func() (*http.Response, error){broken, status(404, "", noRecordBody)}, 2, 404},
		"too long a wait":      {"GET", []func() (*http.Response, error){status(503, "86400"), status(200)}, 1, 503},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				service := play(tc.responses...)
				response, err := retrying(service).RoundTrip(requestFor(t.Context(), tc.method, "body"))
				got := 0
				if err == nil {
					got = response.StatusCode
				}
				if tc.status == 0 && !errors.Is(err, io.ErrUnexpectedEOF) {
					t.Errorf("error %v, want that of the last attempt", err)
				}
				if got != tc.status || len(service.arrivals) != tc.attempts {
					t.Errorf("status %d (%v) after %d attempts, want %d after %d", got, err, len(service.arrivals), tc.status, tc.attempts)
				}
				for _, body := range service.bodies {
					if body != "body" {
						t.Errorf("an attempt sent the body %q", body)
					}
				}
			})
		})
	}
}

func TestRetry_waits(t *testing.T) {
	for name, header := range map[string]string{
		"seconds": "7",
		"date":    "in 7 s",
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				if name == "date" {
					header = time.Now().UTC().Add(7 * time.Second).Format(http.TimeFormat)
				}
				service := play(status(503, header), status(200))
				if _, err := retrying(service).RoundTrip(requestFor(t.Context(), "GET", "")); err != nil {
					t.Fatal(err)
				}
				if service.arrivals[1] != 7*time.Second {
					t.Errorf("second attempt after %s, want 7s", service.arrivals[1])
				}
			})
		})
	}
}

func TestRetry_backsOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		service := play(status(503))
		if _, err := retrying(service).RoundTrip(requestFor(t.Context(), "GET", "")); err != nil {
			t.Fatal(err)
		}
		for i, nominal := range []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second, 4 * time.Second} {
			if wait := service.arrivals[i+1] - service.arrivals[i]; wait < nominal/2 || wait > nominal*3/2 {
				t.Errorf("wait %d was %s, want %s give or take half", i, wait, nominal)
			}
		}
	})
}

func TestRetry_deadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		service := play(status(503, "60"), status(200))
		response, err := retrying(service).RoundTrip(requestFor(ctx, "GET", ""))
		if err != nil || response.StatusCode != 503 || time.Since(service.start) != 0 {
			t.Errorf("RoundTrip() = %v, %v after %s, want the 503 at once", response, err, time.Since(service.start))
		}
	})
}

func TestRetry_cancelWhileWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(3*time.Second, cancel)
		service := play(status(503, "60"), status(200))
		_, err := retrying(service).RoundTrip(requestFor(ctx, "GET", ""))
		if !errors.Is(err, context.Canceled) || time.Since(service.start) != 3*time.Second {
			t.Errorf("RoundTrip() = %v after %s, want context.Canceled after 3s", err, time.Since(service.start))
		}
	})
}
