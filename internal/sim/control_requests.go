package sim

import "sync"

// maxRequestBytes keeps the memory of a long-running simulator bounded. When it is exceeded, the
// oldest half of the requests is dropped.
const maxRequestBytes = 64 << 20

// Request is one call of the API as the simulator received it. Path is the escaped path with the
// query; Status is 0 if the connection was closed without a response.
type Request struct {
	Method string `json:"method"`
	Path   string `json:"path"`
	Status int    `json:"status"`
	Body   string `json:"body,omitempty"`
}

// requestLog keeps the requests in order of arrival.
type requestLog struct {
	mu      sync.Mutex
	first   int
	bytes   int
	entries []Request
}

func (r Request) size() int { return 100 + len(r.Path) + len(r.Body) }

// add appends a request and returns its number for done.
func (l *requestLog) add(r Request) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.bytes += r.size()
	for l.bytes > maxRequestBytes && len(l.entries) > 0 {
		l.forget((len(l.entries) + 1) / 2)
	}
	l.entries = append(l.entries, r)
	return l.first + len(l.entries) - 1
}

// forget drops the oldest entries.
func (l *requestLog) forget(count int) {
	for _, r := range l.entries[:count] {
		l.bytes -= r.size()
	}
	l.first += count
	l.entries = append([]Request(nil), l.entries[count:]...)
}

func (l *requestLog) done(number, status int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := number - l.first; i >= 0 && i < len(l.entries) {
		l.entries[i].Status = status
	}
}

func (l *requestLog) all() []Request {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]Request{}, l.entries...)
}

func (l *requestLog) clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	// Pending calls keep their numbers, which must not match new entries.
	l.forget(len(l.entries))
}

// Requests returns the calls of the API so far, in order, without those below /_sim.
func (s *Server) Requests() []Request { return s.log.all() }

// ClearRequests drops all recorded calls.
func (s *Server) ClearRequests() { s.log.clear() }
