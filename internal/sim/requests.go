package sim

import "sync"

// maxRequests bounds the memory of a simulator that runs for long: of more
// requests than this, the oldest half is forgotten.
const maxRequests = 200_000

// Request is one call of the API, as the simulator received it. Path is the
// escaped path with the query; Status is 0 where the connection was closed
// without an answer.
type Request struct {
	Method string `json:"method"`
	Path   string `json:"path"`
	Status int    `json:"status"`
	Body   string `json:"body,omitempty"`
}

// requestLog keeps the requests in the order of their arrival.
type requestLog struct {
	mu      sync.Mutex
	first   int
	entries []Request
}

// add appends a request and returns its number, for done.
func (l *requestLog) add(r Request) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.entries) >= maxRequests {
		l.first += maxRequests / 2
		l.entries = append([]Request(nil), l.entries[maxRequests/2:]...)
	}
	l.entries = append(l.entries, r)
	return l.first + len(l.entries) - 1
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
	// Calls that are under way keep their numbers, which must not hit new entries.
	l.first += len(l.entries)
	l.entries = nil
}

// Requests returns the calls of the API so far, in order; calls of /_sim are
// not among them.
func (s *Server) Requests() []Request { return s.log.all() }

// ClearRequests forgets the calls so far.
func (s *Server) ClearRequests() { s.log.clear() }
