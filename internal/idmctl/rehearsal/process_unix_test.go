//go:build unix

package rehearsal_test

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// A provider that a killed CLI leaves behind ends too.
func TestRun_orphan(t *testing.T) {
	s := newStage(t)
	s.script.Kill, s.script.Held = "apply", filepath.Join(t.TempDir(), "held")
	if err := syscall.Mkfifo(s.script.Held, 0o600); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() {
		pipe, err := os.Open(s.script.Held)
		if err == nil {
			_, err = io.ReadAll(pipe) // ends when no process holds the other end
		}
		ended <- err
	}()
	if result, err := s.run(); err == nil {
		t.Errorf("%+v", result)
	}
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
