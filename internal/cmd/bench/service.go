package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/test/process"
)

const (
	// token is the administrator's token, and clientID the client, in every seed.
	token    = "demo-admin-token"
	clientID = "acme"
)

// service is the simulator of a column, in a process of its own, so that its CPU time counts towards
// none. A column without a simulator sends no requests.
type service struct {
	*process.Simulator
	column      string
	bare        bool
	environment []string
}

// serve starts the simulator of a column. It survives an interrupt until the CLI has ended.
func (b *bench) serve(ctx context.Context, column, seed string, environment ...string) (*service, error) {
	started, err := process.StartSimulator(context.WithoutCancel(ctx), b.idmctl, seed, "--latency", b.latency.String())
	if err != nil {
		return nil, err
	}
	return &service{Simulator: started, column: column, environment: b.environment(started.BaseURL, environment...)}, nil
}

func (b *bench) environment(baseURL string, more ...string) []string {
	return process.Environment(b.cliConfig, baseURL, token, append(more, "TF_IN_AUTOMATION=1", "TF_CLI_ARGS=-no-color",
		"IDM_CLIENT_EXT_ID="+clientID)...)
}

// forget clears the request log.
func (s *service) forget(ctx context.Context) error {
	return s.record(ctx, http.MethodDelete, http.StatusNoContent, func(io.Reader) error { return nil })
}

// requests counts the requests since the log was cleared.
func (s *service) requests(ctx context.Context) (count int, err error) {
	err = s.record(ctx, http.MethodGet, http.StatusOK, func(list io.Reader) error {
		count, err = elements(list)
		return err
	})
	return count, err
}

// elements counts the elements of a list, and keeps none of them, because this process must stay
// small.
func elements(list io.Reader) (count int, err error) {
	decoder := json.NewDecoder(list)
	if _, err := decoder.Token(); err != nil {
		return 0, err
	}
	for decoder.More() {
		if err := decoder.Decode(&struct{}{}); err != nil {
			return 0, err
		}
		count++
	}
	// The list may have been truncated before an element.
	_, err = decoder.Token()
	return count, err
}

func (s *service) record(ctx context.Context, method string, status int, read func(io.Reader) error) error {
	if s.Simulator == nil {
		return nil
	}
	response, err := s.send(ctx, method, "/_sim/requests", http.NoBody)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != status {
		return fmt.Errorf("%s /_sim/requests: %s", method, response.Status)
	}
	return read(response.Body)
}

func (s *service) send(ctx context.Context, method, path string, body io.Reader) (*http.Response, error) {
	request, err := http.NewRequestWithContext(ctx, method, s.BaseURL+path, body)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	return new(http.Client).Do(request)
}

// serveStates keeps states in a folder, for the CLI's backend "http". The CLI rewrites a local state
// after every single object, which takes longer than everything else with thousands of objects.
func serveStates(ctx context.Context, folder string) (url string, stop func(), err error) {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err = errors.Join(err, os.MkdirAll(folder, 0o750)); err != nil {
		return "", nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("GET /", http.FileServerFS(os.DirFS(folder)))
	mux.HandleFunc("POST /{column}", func(w http.ResponseWriter, r *http.Request) {
		file, err := os.Create(filepath.Join(folder, filepath.Base(r.PathValue("column"))))
		if err == nil {
			_, err = io.Copy(file, r.Body)
			err = errors.Join(err, file.Close())
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
	})
	server := &http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}
	go func() { _ = server.Serve(listener) }()
	return "http://" + listener.Addr().String(), func() { _ = server.Close() }, nil
}
