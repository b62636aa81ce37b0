package acctest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
)

// recorder records every request and forwards it to the target.
type recorder struct {
	target http.Handler
	mu     sync.Mutex
	lines  []string
	once   *hook
}

// hook runs once, before the first request whose line starts with the prefix.
type hook struct {
	prefix string
	run    func()
}

func (r *recorder) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	body, err := io.ReadAll(req.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	req.Body = io.NopCloser(bytes.NewReader(body))
	for _, run := range r.note(line(req.Method, req.URL.RequestURI(), body)) {
		run()
	}
	r.target.ServeHTTP(w, req)
}

// note records a line and returns the hook that waits for it, if any.
func (r *recorder) note(text string) []func() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = append(r.lines, text)
	if r.once == nil || !strings.HasPrefix(text, r.once.prefix) {
		return nil
	}
	run := r.once.run
	r.once = nil
	return []func(){run}
}

// line returns a request as one line: method, path and the body as JSON with sorted keys.
func line(method, path string, body []byte) string {
	text := method + " " + path
	var decoded any
	if json.Unmarshal(body, &decoded) == nil {
		// Encoding a value that was just decoded cannot fail.
		canonical, _ := json.Marshal(decoded)
		text += " " + string(canonical)
	}
	return text
}

func (r *recorder) forget() { r.replace(nil) }

func (r *recorder) replace(lines []string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.lines = lines
}

func (r *recorder) all() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.lines)
}

// BeforeRequest calls a function once, just before the next request whose line (method and path)
// starts with the prefix reaches the service. A test can use it to change an object between a plan
// and its apply.
func (s *Service) BeforeRequest(prefix string, run func()) {
	s.recorder.mu.Lock()
	defer s.recorder.mu.Unlock()
	s.recorder.once = &hook{prefix, run}
}

// Requests returns the requests since the start of the step, reads and writes, one per line:
// method, path, body.
func (s *Service) Requests() []string { return s.recorder.all() }

// Writes returns the requests that change something.
func (s *Service) Writes() []string {
	return slices.DeleteFunc(s.Requests(), func(line string) bool { return strings.HasPrefix(line, http.MethodGet+" ") })
}

// Reads returns the requests that only read.
func (s *Service) Reads() []string {
	return slices.DeleteFunc(s.Requests(), func(line string) bool { return !strings.HasPrefix(line, http.MethodGet+" ") })
}

// NoConflicts checks that the simulator has rejected no request because of its version or because
// of an existing object.
func (s *Service) NoConflicts() resource.TestCheckFunc {
	return func(*terraform.State) error { return Equal(nil, s.conflicts()) }
}

// conflicts returns the requests that the simulator has rejected with 409.
func (s *Service) conflicts() (all []string) {
	for _, request := range s.Sim.Requests() {
		if request.Status == http.StatusConflict {
			all = append(all, fmt.Sprint(request.Method, " ", request.Path, " ", request.Body))
		}
	}
	return all
}

// ClearRequests clears the recorded requests; every step does this at its start.
func (s *Service) ClearRequests() { s.recorder.forget() }
