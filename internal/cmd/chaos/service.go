package main

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

// token is the administrator's token in the demo tenant.
const token = "demo-admin-token"

// service is a simulator with the demo tenant. It runs in this process, so that a campaign sees
// every request immediately.
type service struct {
	sim     *sim.Server
	servers []*http.Server
	// busy is read-locked during each request.
	busy sync.RWMutex
}

func newService(quirks ...string) (*service, error) { return newServiceWith(sim.DemoSeed(), quirks) }

func newServiceWith(seed []byte, quirks []string) (*service, error) {
	server, err := sim.New(sim.Options{Seed: seed, Quirks: quirks})
	return &service{sim: server}, err
}

// listen serves the simulator behind a handler on a separate port, and returns the address.
func (s *service) listen(ctx context.Context, in func(http.Handler) http.Handler) (string, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	handler := in(s.sim)
	server := &http.Server{
		ReadHeaderTimeout: time.Minute, ErrorLog: log.New(io.Discard, "", 0),
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			s.busy.RLock()
			defer s.busy.RUnlock()
			handler.ServeHTTP(w, r)
		}),
	}
	s.servers = append(s.servers, server)
	go func() { _ = server.Serve(listener) }()
	return "http://" + listener.Addr().String(), nil
}

// idle waits until no request is in flight, including the requests of a killed caller.
func (s *service) idle() {
	s.busy.Lock()
	defer s.busy.Unlock()
}

// objects returns the current objects of the client.
func (s *service) objects() ([]tenantgen.Object, error) {
	s.idle()
	return tenantgen.Found(s.sim.State())
}

// requests returns the requests since the log was cleared.
func (s *service) requests() []tenantgen.Request {
	var all []tenantgen.Request
	for _, r := range s.sim.Requests() {
		all = append(all, tenantgen.Request{Method: r.Method, Path: r.Path, Status: r.Status})
	}
	return all
}

func (s *service) stop() {
	for _, server := range s.servers {
		_ = server.Close()
	}
}

func plain(h http.Handler) http.Handler { return h }
