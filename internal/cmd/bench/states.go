package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

// states stores the states of all columns as files, for the CLI's backend "http". Teams also store
// their state remotely. The CLI rewrites a local state after every single object, which takes
// longer than everything else with thousands of objects.
type states struct {
	folder, url string
	server      *http.Server
}

func startStates(ctx context.Context, folder string) (*states, error) {
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return nil, err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &states{folder: folder, url: "http://" + listener.Addr().String()}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{column}", s.read)
	mux.HandleFunc("POST /{column}", s.write)
	s.server = &http.Server{Handler: mux, ReadHeaderTimeout: time.Minute}
	go func() { _ = s.server.Serve(listener) }()
	return s, nil
}

// backend returns the backend block for a column.
func (s *states) backend(column string) string {
	return fmt.Sprintf("terraform {\n  backend \"http\" {\n    address = %q\n  }\n}\n", s.url+"/"+column)
}

func (s *states) file(r *http.Request) string {
	return filepath.Join(s.folder, filepath.Base(r.PathValue("column"))+".tfstate")
}

func (s *states) read(w http.ResponseWriter, r *http.Request) {
	file, err := os.Open(s.file(r))
	if errors.Is(err, fs.ErrNotExist) {
		w.WriteHeader(http.StatusNotFound)
		return
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer file.Close()
	_, _ = io.Copy(w, file)
}

// write replaces a state. It copies the request directly to the file, to keep this process small.
func (s *states) write(w http.ResponseWriter, r *http.Request) {
	file, err := os.Create(s.file(r))
	if err == nil {
		_, err = io.Copy(file, r.Body)
		err = errors.Join(err, file.Close())
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func (s *states) stop() { _ = s.server.Close() }
