package sim

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"strings"
	"sync"
	"time"
)

// maxBody is the maximum size of a request body in bytes.
const maxBody = 16 << 20

// Options configure a simulator.
type Options struct {
	// Seed is the content of a seed file; nil starts empty.
	Seed []byte
	// StateFile keeps the data across restarts. An existing file takes precedence over the seed.
	// The simulator writes it shortly after a change, and on [Server.Close].
	StateFile string
	// Latency delays every response.
	Latency time.Duration
	// Quirks are names from [Quirks].
	Quirks []string
	// Faults are the initial faults.
	Faults []Fault
	// AllowHosts are host names that requests may use, in addition to localhost and the addresses
	// of the listener.
	AllowHosts []string
	// Now is the clock; nil uses the system clock.
	Now func() time.Time
}

// Server is the simulated service, an [http.Handler]. The APIs are directly below the root:
// /core/v1, /auth/v1 and so on.
type Server struct {
	options  Options
	router   router
	control  http.Handler
	log      requestLog
	faults   faultSet
	tokenKey []byte
	flusher  *flusher

	mu     sync.RWMutex
	data   store
	quirks quirkSet
}

// New starts a simulator. It returns an error for an inconsistent seed, naming the element, for an
// unknown quirk, and for an invalid fault.
func New(o Options) (*Server, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &Server{options: o, tokenKey: make([]byte, 32)}
	rand.Read(s.tokenKey)
	s.router = newRouter(routes(false))
	s.control = s.controlHandler()
	if err := s.SetFaults(o.Faults...); err != nil {
		return nil, err
	}
	if err := s.load(); err != nil {
		return nil, err
	}
	if o.StateFile != "" {
		s.flusher = &flusher{server: s}
	}
	return s, nil
}

// SetQuirks turns on the named quirks, and turns off all others.
func (s *Server) SetQuirks(names ...string) error {
	set, err := newQuirkSet(names)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.quirks = set
	return nil
}

// ServeHTTP serves the API and the control paths below /_sim/.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !s.checkSite(w, r) {
		return
	}
	if strings.HasPrefix(r.URL.Path, "/_sim/") {
		s.control.ServeHTTP(w, r)
		return
	}
	s.exchange(w, r, identityManagement)
}

// service is one of the simulated services: its handler, and the format of its errors.
type service struct {
	handle func(*call) reply
	failed func(c *call, f *apiError) reply
}

var identityManagement = service{
	handle: (*call).handle,
	failed: func(_ *call, f *apiError) reply { return failed(f) },
}

func (s *Server) exchange(w http.ResponseWriter, r *http.Request, to service) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	number := s.log.add(Request{Method: r.Method, Path: r.URL.RequestURI(), Body: string(body)})
	if err != nil {
		to.handle = func(*call) reply { panic(malformed("The body cannot be read: %s.", err)) }
	}
	if err := sleep(r.Context(), s.options.Latency); err != nil {
		return
	}
	s.faults.serve(w, r, func() reply { return s.process(r, body, to) }, func(status int) { s.log.done(number, status) })
}

// process processes a call under the lock. The reply holds no data that change later, and is
// written after the lock is released.
func (s *Server) process(r *http.Request, body []byte, to service) (out reply) {
	if r.Method == http.MethodGet {
		s.mu.RLock()
		defer s.mu.RUnlock()
	} else {
		s.mu.Lock()
		defer s.mu.Unlock()
	}
	c := &call{
		tx:      &tx{data: s.data, now: s.options.Now()},
		server:  s,
		request: r,
		query:   r.URL.Query(),
		body:    body,
		quirks:  s.quirks,
	}
	if refused := attempt(func() { out = to.handle(c) }); refused != nil {
		c.rollback()
		return to.failed(c, refused)
	}
	if len(c.undo) > 0 {
		s.flusher.changed()
	}
	return out
}

// attempt does some work and returns the error with which it was refused, or nil. Every function of
// a call refuses it by a panic with an apiError, which ends and rolls back the call.
func attempt(work func()) (refused *apiError) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case *apiError:
			refused = p
		default:
			panic(p)
		}
	}()
	work()
	return nil
}

func (c *call) handle() reply {
	c.caller = c.login(c.request)
	c.route, c.vars = c.server.router.lookup(c.request, c.quirks)
	c.authorize()
	return c.route.handle(c, c.resolve())
}

func failed(f *apiError) reply {
	out := reply{status: f.status, header: f.header, body: doc{"errors": f.problems}}
	if f.body != nil {
		out.body = f.body
	}
	return out
}

// encode returns the body of the response.
func (r reply) encode() []byte {
	if r.body == nil {
		return nil
	}
	if plain, ok := r.body.(string); ok {
		return []byte(plain)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(r.body); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func (r reply) writeHeader(w http.ResponseWriter) {
	h := w.Header()
	if r.body != nil {
		h.Set("Content-Type", "application/json;charset=UTF-8")
	}
	if r.location != "" {
		h.Set("Location", r.location)
	}
	maps.Copy(h, r.header)
	w.WriteHeader(r.status)
}

func writeReply(w http.ResponseWriter, r reply) {
	body := r.encode()
	r.writeHeader(w)
	w.Write(body)
}
