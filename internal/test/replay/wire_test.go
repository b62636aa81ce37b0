package replay

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"strings"
	"sync"
	"time"
)

// fault is the kind of failure of an exchange.
type fault string

const (
	dropBefore  fault = "no response, nothing done"
	dropAfter   fault = "response lost"
	unavailable fault = "503"
	throttled   fault = "429"
	failed      fault = "500 after the work"
	truncated   fault = "response cut off"
	late        fault = "response too late"
)

// faults lists the faults by weight. Most exchanges have none.
var faults = []fault{dropBefore, dropAfter, dropAfter, dropAfter, unavailable, throttled, failed, truncated, late}

// wire sends requests to the simulator. Everything about an exchange depends on the seed, the
// request, and the number of equal requests before it, and not on the order of goroutines.
type wire struct {
	seed    uint64
	service http.Handler
	// rate is the percentage of exchanges with a fault.
	rate int
	// healed contains the numbers of faults that are omitted.
	healed map[int]bool
	// before is called with each request before the simulator executes it.
	before func(r *http.Request, body []byte)
	// after is called with each exchange once the simulator has executed it.
	after func(x *exchange)
	// reads replaces the responses to reads, except those about the caller.
	reads corruption

	mu   sync.Mutex
	sent map[string]int
	// read holds when each label was last read.
	read map[string]time.Time
	// named maps generated IDs, whose order is random, to stable names.
	named map[string]string
	log   []string
	// lost contains creates with a lost response that were not looked up since; findings lists
	// those that were sent again anyway.
	lost     map[string]string
	findings []string
	// located contains the external IDs of creates whose response was truncated after a Location
	// with another ID. The provider knows these objects.
	located map[string]bool
	// hits lists the requests with a fault.
	hits []string
}

func newWire(seed uint64, service http.Handler, rate int, healed map[int]bool) *wire {
	return &wire{seed: seed, service: service, rate: rate, healed: healed, before: func(*http.Request, []byte) {},
		after: func(*exchange) {}, sent: map[string]int{},
		read:  map[string]time.Time{},
		named: map[string]string{}, lost: map[string]string{}, located: map[string]bool{}}
}

// exchange contains the decisions of a seed about one request.
type exchange struct {
	fault         fault
	there, back   time.Duration
	label, faulty string
	response      *httptest.ResponseRecorder
	request       *http.Request
	body          []byte
}

func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	x, err := w.open(r)
	if err != nil {
		return nil, err
	}
	// A sent write is executed, even if its caller no longer waits.
	if err := pause(r.Context(), x.there); err != nil && x.fault == dropBefore {
		return nil, err
	}
	switch x.fault {
	case dropBefore:
		w.note(x, "dropped")
		return nil, io.EOF
	case unavailable, throttled:
		x.response = refusal(x.fault)
		w.note(x, string(x.fault))
	default:
		w.work(x)
	}
	if x.fault == late {
		<-r.Context().Done()
		// Requests that were sent at the same instant do not end at the same instant.
		time.Sleep(x.back) //nolint:forbidigo // The time is virtual.
		return nil, r.Context().Err()
	}
	if err := pause(r.Context(), x.back); err != nil {
		return nil, err
	}
	if w.reads != nil && r.Method == http.MethodGet && !strings.HasPrefix(r.URL.Path, "/principal/") {
		x.response = w.reads(x.response)
	}
	return x.answer()
}

// open reads a request and decides about its exchange.
func (w *wire) open(r *http.Request) (*exchange, error) {
	x := &exchange{request: r}
	if r.Body != nil {
		var err error
		if x.body, err = io.ReadAll(r.Body); err != nil {
			return nil, err
		}
		r.Body.Close()
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	x.label = w.stable(fmt.Sprintf("%s %s %s", r.Method, r.URL.RequestURI(), hidden(x.body)))
	// Equal reads of the same instant have the same latency: their order is not determined.
	if now := time.Now(); r.Method != http.MethodGet || !w.read[x.label].Equal(now) {
		w.read[x.label] = now
		w.sent[x.label]++
	}
	x.faulty = fmt.Sprintf("%s (%d)", x.label, w.sent[x.label])
	hash := fnv.New64a()
	_, _ = io.WriteString(hash, x.faulty)
	random := rand.New(rand.NewPCG(w.seed, hash.Sum64()))
	// With nanoseconds, two requests do not arrive at the same instant.
	x.there, x.back = time.Millisecond+upTo(random, 40*time.Millisecond), time.Millisecond+upTo(random, 40*time.Millisecond)
	if random.IntN(100) < w.rate {
		x.fault = faults[random.IntN(len(faults))]
		if r.Method == http.MethodGet && x.fault == failed {
			x.fault = unavailable
		}
		if r.Method != http.MethodGet && x.fault == truncated && random.IntN(2) == 0 {
			x.fault = misleading[random.IntN(len(misleading))]
		}
		if w.healed[len(w.hits)] {
			x.fault = ""
		}
		w.hits = append(w.hits, fmt.Sprintf("%s: %s", x.faulty, x.fault))
	}
	return x, nil
}

// lookUp follows the creates with a lost response. The provider must check whether the object
// exists before it sends the create again.
func (w *wire) lookUp(x *exchange) {
	switch x.request.Method {
	case http.MethodGet:
		if w.located[path.Base(x.request.URL.Path)] {
			w.findings = append(w.findings, "looked for an object although a Location names it: "+x.label)
		}
		for label, collection := range w.lost {
			if strings.Contains(x.request.URL.Path+"/", collection) {
				delete(w.lost, label)
			}
		}
	case http.MethodPost:
		if w.lost[x.label] != "" {
			w.findings = append(w.findings, "sent again without a look: "+x.label)
		}
		if x.fault != "" {
			// Roles are created below their application and read without it.
			w.lost[x.label] = "/" + path.Base(x.request.URL.Path) + "/"
		}
	}
}

var generated = regexp.MustCompile(`[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}`)

// stable replaces generated IDs with names. A new ID gets its name from the rest of its request,
// which is the create of its object.
func (w *wire) stable(label string) string {
	for id, name := range w.named {
		label = strings.ReplaceAll(label, id, name)
	}
	for _, id := range generated.FindAllString(label, -1) {
		name := nameOf(strings.ReplaceAll(label, id, "…"))
		w.named[id], label = name, strings.ReplaceAll(label, id, name)
	}
	return label
}

// known replaces the generated IDs that have a name.
func (w *wire) known(label string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	for id, name := range w.named {
		label = strings.ReplaceAll(label, id, name)
	}
	return label
}

func nameOf(label string) string {
	hash := fnv.New32a()
	_, _ = io.WriteString(hash, label)
	return fmt.Sprintf("#%08x", hash.Sum32())
}

// work executes the request in the simulator, one at a time, in the order of arrival.
func (w *wire) work(x *exchange) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.before(x.request, x.body)
	w.lookUp(x)
	x.response = served(w.service, x.request, x.body)
	if id := generated.FindString(path.Base(strings.TrimSuffix(x.response.Header().Get("Location"), "/"))); id != "" && w.named[id] == "" {
		w.named[id] = nameOf(x.label)
	}
	w.locate(x)
	w.after(x)
	outcome := fmt.Sprint(x.response.Code)
	if x.fault != "" {
		outcome += ", " + string(x.fault)
	}
	w.log = append(w.log, x.label+" -> "+outcome)
}

// locate records a create whose response is truncated after its Location.
func (w *wire) locate(x *exchange) {
	var sent struct{ ExtID string }
	location := x.response.Header().Get("Location")
	if x.fault == truncated && location != "" && json.Unmarshal(x.body, &sent) == nil && sent.ExtID != "" {
		w.located[sent.ExtID] = path.Base(location) != sent.ExtID
		delete(w.lost, x.label)
	}
}

// served returns the simulator's response to a request.
func served(handler http.Handler, r *http.Request, body []byte) *httptest.ResponseRecorder {
	inner := r.Clone(context.Background())
	inner.Body, inner.ContentLength, inner.RequestURI = io.NopCloser(bytes.NewReader(body)), int64(len(body)), ""
	inner.RemoteAddr, inner.Host = "127.0.0.1:1", "127.0.0.1"
	response := httptest.NewRecorder()
	handler.ServeHTTP(response, inner)
	return response
}

func (w *wire) note(x *exchange, outcome string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.log = append(w.log, x.label+" -> "+outcome)
}

func (x *exchange) answer() (*http.Response, error) {
	switch x.fault {
	case dropAfter:
		return nil, io.ErrUnexpectedEOF
	case failed:
		x.response = refusal(failed)
	}
	if corrupt := corruptions[x.fault]; corrupt != nil {
		x.response = corrupt(x.response)
	}
	response := x.response.Result()
	response.Request = x.request
	if x.fault == truncated {
		content := x.response.Body.Bytes()
		response.Body = io.NopCloser(io.MultiReader(bytes.NewReader(content[:len(content)/2]), brokenOff{}))
	}
	return response, nil
}

type brokenOff struct{}

func (brokenOff) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func refusal(f fault) *httptest.ResponseRecorder {
	response, status := httptest.NewRecorder(), http.StatusServiceUnavailable
	switch f {
	case throttled:
		status = http.StatusTooManyRequests
		response.Header().Set("Retry-After", "1")
	case failed:
		status = http.StatusInternalServerError
	}
	response.Header().Set("Content-Type", "application/json")
	response.WriteHeader(status)
	_, _ = response.WriteString(`{"errors":[{"code":"errors.unknownReason","message":"The service cannot answer now."}]}`)
	return response
}

func pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

var secret = regexp.MustCompile(`("[a-zA-Z]*(?:[pP]assword|[sS]ecret)[a-zA-Z]*":)"[^"]*"`)

func hidden(body []byte) string {
	return strings.TrimSpace(secret.ReplaceAllString(string(body), `$1"…"`))
}

func upTo(random *rand.Rand, d time.Duration) time.Duration {
	return time.Duration(random.Int64N(int64(d)))
}
