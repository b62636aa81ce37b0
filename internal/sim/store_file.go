package sim

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/google/renameio/v2/maybe"
)

// flushDelay combines changes in quick succession into one write.
const flushDelay = time.Second

// flusher writes the state file after changes. A nil flusher writes nothing.
type flusher struct {
	server *Server
	path   string
	wake   chan struct{}
	stop   chan struct{}
	done   chan error
}

func startFlusher(s *Server, path string) *flusher {
	if path == "" {
		return nil
	}
	f := &flusher{s, path, make(chan struct{}, 1), make(chan struct{}), make(chan error, 1)}
	go f.run()
	return f
}

// changed marks the file as outdated.
func (f *flusher) changed() {
	if f == nil {
		return
	}
	select {
	case f.wake <- struct{}{}:
	default:
	}
}

func (f *flusher) run() {
	for {
		select {
		case <-f.wake:
		case <-f.stop:
			f.done <- f.write()
			return
		}
		select {
		case <-time.After(flushDelay):
		case <-f.stop:
			f.done <- f.write()
			return
		}
		// A failed write is retried with the next change; Close reports its error.
		_ = f.write()
	}
}

func (f *flusher) write() error {
	if err := writeState(f.path, f.server.State()); err != nil {
		return fmt.Errorf("writing the state file: %w", err)
	}
	return nil
}

// writeState replaces a regular file atomically. It writes through a device, a pipe or a link,
// which a file must not replace.
func writeState(path string, state []byte) error {
	if info, err := os.Lstat(path); err != nil || info.Mode().IsRegular() {
		return maybe.WriteFile(path, state, 0o600)
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(state)
	return errors.Join(err, file.Close())
}

// readState returns the contents of the file. It returns nil for a device or a pipe, which are only
// written.
func readState(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && (!info.Mode().IsRegular() || info.Size() == 0) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the state file: %w", err)
	}
	state, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading the state file: %w", err)
	}
	return state, nil
}

// Close writes the state file for the last time. Changes after Close may be lost.
func (s *Server) Close() error {
	if s.flusher == nil {
		return nil
	}
	close(s.flusher.stop)
	return <-s.flusher.done
}
