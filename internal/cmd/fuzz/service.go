package main

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

// token is the administrator's token in the demo tenant.
const token = "demo-admin-token"

// service is a simulator with the demo tenant. It runs in this process, so that a campaign sees
// every request immediately.
type service struct {
	sim    *sim.Server
	server *http.Server
}

func newService(quirks ...string) (*service, error) { return newServiceWith(sim.DemoSeed(), quirks) }

func newServiceWith(seed []byte, quirks []string) (*service, error) {
	server, err := sim.New(sim.Options{Seed: seed, Quirks: quirks})
	return &service{sim: server}, err
}

// listen serves the simulator, and returns the address.
func (s *service) listen(ctx context.Context) (string, error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	s.server = &http.Server{ReadHeaderTimeout: time.Minute, ErrorLog: log.New(io.Discard, "", 0), Handler: s.sim}
	go func() { _ = s.server.Serve(listener) }()
	return "http://" + listener.Addr().String(), nil
}

// objects returns the current objects of the client.
func (s *service) objects() ([]tenantgen.Object, error) {
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
	if s.server != nil {
		_ = s.server.Close()
	}
}
