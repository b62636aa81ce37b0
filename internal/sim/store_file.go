package sim

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/renameio/v2/maybe"
)

// flushDelay combines changes in quick succession into one write.
const flushDelay = time.Second

// flusher writes the state file after changes. A nil flusher writes nothing.
type flusher struct {
	server  *Server
	pending atomic.Bool
	mu      sync.Mutex
	closed  bool
}

// changed writes the file soon. A failed write is retried with the next change; Close reports its
// error.
func (f *flusher) changed() {
	if f != nil && f.pending.CompareAndSwap(false, true) {
		time.AfterFunc(flushDelay, func() { _ = f.write(false) })
	}
}

func (f *flusher) write(last bool) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return nil
	}
	f.closed = last
	f.pending.Store(false)
	if err := writeState(f.server.options.StateFile, f.server.State()); err != nil {
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
	return s.flusher.write(true)
}
