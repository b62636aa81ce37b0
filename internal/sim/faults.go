package sim

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// FaultKinds lists the kinds of faults.
var FaultKinds = []string{
	"latency", "refuse", "drop-before", "drop-after", "status", "slow-body", "truncated-body", "html", "extra-item",
}

// Fault makes some calls fail. [ParseFault] reads its text form.
type Fault struct {
	// Kind is one of [FaultKinds].
	Kind string `json:"kind"`
	// Method limits the fault to a method; "" matches all.
	Method string `json:"method,omitempty"`
	// Path limits the fault to escaped paths that match this pattern, in which * matches any
	// characters; "" matches all.
	Path string `json:"path,omitempty"`
	// Skip is the number of matching calls that succeed first.
	Skip int `json:"skip,omitempty"`
	// Count is the number of calls that the fault affects; 0 means no limit.
	Count int `json:"count,omitempty"`
	// Probability of the fault for a matching call; 0 means always.
	Probability float64 `json:"probability,omitempty"`
	// Seed of the random numbers.
	Seed uint64 `json:"seed,omitempty"`
	// Status of the response: when it is 0, the kind status uses 503 and html uses 200.
	Status int `json:"status,omitempty"`
	// Code of the error for the kind status, one of [Codes] with its status unless Status is set;
	// "" means errors.unknownReason.
	Code string `json:"code,omitempty"`
	// RetryAfter is the header for the kind status: seconds, or "date:" and seconds for a date in
	// the future.
	RetryAfter string `json:"retryAfter,omitempty"`
	// Item is what the kind extra-item inserts before the elements of a list: any JSON, null by
	// default.
	Item json.RawMessage `json:"item,omitempty"`
	// Delay of the kinds latency and slow-body, as a Go duration.
	Delay string `json:"delay,omitempty"`
}

// faultSet holds the active faults.
type faultSet struct {
	mu     sync.Mutex
	faults []*activeFault
}

type activeFault struct {
	Fault
	path          *regexp.Regexp
	delay         time.Duration
	random        *rand.Rand
	matched, used int
}

// SetFaults replaces the faults. It returns an error for an invalid fault and keeps the old ones.
func (s *Server) SetFaults(faults ...Fault) error {
	active := make([]*activeFault, len(faults))
	for i, f := range faults {
		a, err := f.activate()
		if err != nil {
			return fmt.Errorf("fault %d: %w", i+1, err)
		}
		active[i] = a
	}
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	s.faults.faults = active
	return nil
}

// FaultHits returns the number of calls that each active fault has affected so far, in the order of
// [Server.SetFaults].
func (s *Server) FaultHits() []int {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	hits := make([]int, len(s.faults.faults))
	for i, f := range s.faults.faults {
		hits[i] = f.used
	}
	return hits
}

// activate checks a fault and fills in its defaults.
func (f Fault) activate() (*activeFault, error) {
	if !slices.Contains(FaultKinds, f.Kind) {
		return nil, fmt.Errorf("unknown kind %q, known are %s", f.Kind, strings.Join(FaultKinds, ", "))
	}
	if f.Probability < 0 || f.Probability > 1 || f.Count < 0 || f.Skip < 0 {
		return nil, fmt.Errorf("%s: probability is between 0 and 1, count and skip are not negative", f.Kind)
	}
	f.Status = cmp.Or(f.Status, statusOf(f.Code))
	if f.Kind == "status" {
		f.Status = cmp.Or(f.Status, http.StatusServiceUnavailable)
	}
	f.Status, f.Code = cmp.Or(f.Status, http.StatusOK), cmp.Or(f.Code, "errors.unknownReason")
	if f.Status < 200 || f.Status > 599 {
		return nil, fmt.Errorf("%s: %d is not an HTTP status", f.Kind, f.Status)
	}
	if _, err := strconv.Atoi(strings.TrimPrefix(f.RetryAfter, "date:")); f.RetryAfter != "" && err != nil {
		return nil, fmt.Errorf("%s: retry-after %q is neither seconds nor date:seconds", f.Kind, f.RetryAfter)
	}
	if f.Item == nil {
		f.Item = json.RawMessage("null")
	}
	a := &activeFault{Fault: f, path: wildcards(f.Path, `\*`, ".*"), delay: time.Second, random: rand.New(rand.NewPCG(f.Seed, f.Seed))}
	if f.Delay != "" {
		d, err := time.ParseDuration(f.Delay)
		if err != nil || d < 0 {
			return nil, fmt.Errorf("%s: delay %q is not a duration like 200ms", f.Kind, f.Delay)
		}
		a.delay = d
	}
	return a, nil
}

// take returns the faults that apply to a request.
func (fs *faultSet) take(r *http.Request) []*activeFault {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	var hit []*activeFault
	for _, f := range fs.faults {
		if f.applies(r) {
			hit = append(hit, f)
		}
	}
	return hit
}

func (f *activeFault) applies(r *http.Request) bool {
	if f.Method != "" && !strings.EqualFold(f.Method, r.Method) || f.Path != "" && !f.path.MatchString(r.URL.EscapedPath()) {
		return false
	}
	if f.Count > 0 && f.used >= f.Count {
		return false
	}
	if f.matched++; f.matched <= f.Skip {
		return false
	}
	if f.Probability > 0 && f.random.Float64() >= f.Probability {
		return false
	}
	f.used++
	return true
}

// serve responds to a request with the faults that apply to it. done receives the status of the
// response, and is not called when the connection was closed.
func (fs *faultSet) serve(w http.ResponseWriter, r *http.Request, work func() reply, done func(int)) {
	hit := fs.take(r)
	for _, f := range hit {
		if f.Kind == "latency" && sleep(r.Context(), f.delay) != nil {
			return
		}
		if out, ok := f.earlyReply(w); ok {
			done(out.status)
			writeReply(w, out)
			return
		}
	}
	out := work()
	body := out.encode()
	for _, f := range hit {
		body = f.insertItem(out, body)
	}
	for _, f := range hit {
		if f.breakResponse(w, r, out, body, done) {
			return
		}
	}
	done(out.status)
	out.writeHeader(w)
	w.Write(body)
}

// earlyReply returns the response of a fault that prevents the work.
func (f *activeFault) earlyReply(w http.ResponseWriter) (reply, bool) {
	switch f.Kind {
	case "refuse":
		reset(w)
	case "drop-before":
		panic(http.ErrAbortHandler)
	case "status":
		out := failed(fail(f.Status, f.Code, "The service cannot answer now."))
		if f.RetryAfter != "" {
			out.header = http.Header{"Retry-After": {f.retryAfter()}}
		}
		return out, true
	case "html":
		page := "<!DOCTYPE html><html><head><title>Sign in</title></head><body>A page of a proxy.</body></html>\n"
		return reply{status: f.Status, body: page, header: http.Header{"Content-Type": {"text/html; charset=utf-8"}}}, true
	}
	return reply{}, false
}

func (f *activeFault) retryAfter() string {
	seconds, date := strings.CutPrefix(f.RetryAfter, "date:")
	if !date {
		return seconds
	}
	n, _ := strconv.Atoi(seconds)
	return time.Now().Add(time.Duration(n) * time.Second).UTC().Format(http.TimeFormat)
}

// breakResponse applies a fault to the response after the work.
func (f *activeFault) breakResponse(w http.ResponseWriter, r *http.Request, out reply, body []byte, done func(int)) bool {
	switch f.Kind {
	case "drop-after":
		panic(http.ErrAbortHandler)
	case "truncated-body":
		done(out.status)
		w.Header().Set("Content-Length", strconv.Itoa(len(body)+1))
		out.writeHeader(w)
		w.Write(body[:len(body)/2])
		_ = http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	case "slow-body":
		done(out.status)
		out.writeHeader(w)
		w.Write(body[:len(body)/2])
		_ = http.NewResponseController(w).Flush()
		if sleep(r.Context(), f.delay) == nil {
			w.Write(body[len(body)/2:])
		}
		return true
	}
	return false
}

// insertItem puts the item of the fault into a response that is a list.
func (f *activeFault) insertItem(out reply, body []byte) []byte {
	if f.Kind != "extra-item" || out.status != http.StatusOK {
		return body
	}
	at := bytes.Index(body, []byte(`"items":[`)) + len(`"items":[`)
	if bytes.HasPrefix(body, []byte("[")) {
		at = 1
	} else if at < len(`"items":[`) {
		return body
	}
	item := slices.Clone(f.Item)
	if body[at] != ']' {
		item = append(item, ',')
	}
	return slices.Insert(body, at, item...)
}

// reset closes the connection so that the caller sees a reset: unread data make TCP send one.
func reset(w http.ResponseWriter) {
	if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0)
		}
		_ = conn.Close()
	}
	panic(http.ErrAbortHandler)
}

func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
