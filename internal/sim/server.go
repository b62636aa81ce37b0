package sim

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"strings"
	"sync"
	"time"
)

// maxBody bounds the bodies that are read, in bytes.
const maxBody = 16 << 20

// Options say how a simulator starts.
type Options struct {
	// Seed is the content of a seed file; nil starts empty.
	Seed []byte
	// StateFile keeps the data over restarts. When the file exists, it goes
	// before the seed. It is written soon after a change, and by [Server.Close].
	StateFile string
	// Latency is waited before every call is answered.
	Latency time.Duration
	// Quirks are names out of [Quirks].
	Quirks []string
	// Faults are what goes wrong from the start on.
	Faults []Fault
	// AllowHosts are names that requests may call the simulator by, beside localhost
	// and the addresses that it listens on.
	AllowHosts []string
	// Now is the clock; nil is the clock of the machine.
	Now func() time.Time
}

// Server is the simulated service, an [http.Handler]. The families of its APIs
// lie directly under the root: /core/v1, /auth/v1 and so on.
type Server struct {
	options  Options
	router   *node
	control  http.Handler
	log      requestLog
	faults   faultSet
	tokenKey []byte
	flusher  *flusher

	mu     sync.RWMutex
	data   store
	quirks quirkSet
	// origin is nil unless the data come from a living service.
	origin *origin
}

// New starts a simulator. It fails on a seed that is not consistent, naming the
// element, on an unknown quirk, and on a fault that makes no sense.
func New(o Options) (*Server, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	s := &Server{options: o, tokenKey: make([]byte, 32)}
	rand.Read(s.tokenKey)
	s.router = newRouter(s.routes())
	s.control = s.controlHandler()
	if err := s.SetFaults(o.Faults...); err != nil {
		return nil, err
	}
	if err := s.load(); err != nil {
		return nil, err
	}
	s.flusher = startFlusher(s, o.StateFile)
	return s, nil
}

// routes are all rows of the reference, a function per file.
func (s *Server) routes() []route {
	var all []route
	for _, rows := range [][]route{
		s.clientRoutes(),
		s.clientWriteRoutes(),
		s.definitionRoutes(),
		s.userRoutes(),
		s.identityRoutes(),
		s.unitRoutes(),
		s.profileRoutes(),
		s.authorizationRoutes(),
		s.enterpriseAuthorizationRoutes(),
		s.applicationRoutes(),
		s.roleRoutes(),
		s.enterpriseRoleRoutes(),
		s.credentialListRoutes(),
		s.principalRoutes(),
		s.authenticationRoutes(),
		s.otpRoutes(),
		s.notificationRoutes(),
		s.queryRoutes(),
		s.loginInfoRoutes(),
		s.termsRoutes(),
		s.consentRoutes(),
		s.policyRoutes(),
		s.credentialRoutes(),
		s.recoveryCodeRoutes(),
		s.dispatchTargetRoutes(),
		s.personalQuestionRoutes(),
	} {
		all = append(all, rows...)
	}
	return all
}

// SetQuirks switches to the readings of the named quirks, and back from all
// others.
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

// ServeHTTP answers a call of the API, or of the control paths below /_sim/.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !s.ours(w, r) {
		return
	}
	if strings.HasPrefix(r.URL.Path, "/_sim/") {
		s.control.ServeHTTP(w, r)
		return
	}
	s.exchange(w, r, identityManagement)
}

// service is one of the services that are simulated: what it does, and the shape
// of its errors.
type service struct {
	handle func(*call) (reply, error)
	failed func(r *http.Request, now time.Time, err error) reply
}

var identityManagement = service{
	handle: (*call).handle,
	failed: func(_ *http.Request, _ time.Time, err error) reply { return failed(err) },
}

func (s *Server) exchange(w http.ResponseWriter, r *http.Request, to service) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	number := s.log.add(recorded(r, body))
	if err != nil {
		writeReply(w, to.failed(r, s.options.Now(), malformed("The body cannot be read: %s.", err)))
		s.log.done(number, http.StatusBadRequest)
		return
	}
	if err := wait(r.Context(), s.options.Latency); err != nil {
		return
	}
	s.faults.serve(w, r, func() reply { return s.answer(r, body, to) }, func(status int) { s.log.done(number, status) })
}

// answer does the work of a call under the lock. The answer holds nothing that
// changes later, and is written after the lock is released.
func (s *Server) answer(r *http.Request, body []byte, to service) reply {
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
	out, err := to.handle(c)
	if err != nil {
		c.rollback()
		return to.failed(r, c.now, err)
	}
	if len(c.undo) > 0 {
		s.flusher.changed()
	}
	return out
}

func (c *call) handle() (reply, error) {
	var err error
	if c.caller, err = c.login(c.request); err != nil {
		return reply{}, err
	}
	c.route, c.vars, err = c.server.router.lookup(c.request, c.quirks)
	if err != nil {
		return reply{}, err
	}
	if err := c.authorize(); err != nil {
		return reply{}, err
	}
	return c.route.handle(c)
}

// failed turns a handler's error into its answer.
func failed(err error) reply {
	var f *answerError
	if !errors.As(err, &f) {
		f = fail(http.StatusInternalServerError, "errors.fatalError", "%s", err)
	}
	return reply{status: f.status, header: f.header, body: doc{"errors": f.problems}}
}

// encode makes the body of an answer.
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
