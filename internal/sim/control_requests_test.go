//go:build unix

package sim_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

func send(t *testing.T, server *sim.Server, method, path, body string) int {
	t.Helper()
	r := httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(body))
	r.Header.Set("Authorization", "Bearer "+admin)
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	server.ServeHTTP(w, r)
	return w.Code
}

func TestRequests_areBounded(t *testing.T) {
	server, err := sim.New(sim.Options{Seed: sim.DemoSeed()})
	if err != nil {
		t.Fatal(err)
	}
	body := `{"name":"` + strings.Repeat("x", 8<<20) + `"}`
	for range 40 {
		send(t, server, http.MethodPatch, "/core/v1/acme/units/x?q="+strings.Repeat("y", 100_000), body)
	}
	size := 0
	for _, r := range server.Requests() {
		size += len(r.Path) + len(r.Body)
	}
	if size == 0 || size > 64<<20 {
		t.Errorf("%d bytes are kept", size)
	}
	body = `{"name":"` + strings.Repeat("x", 200_000) + `"}`
	for range 1000 {
		send(t, server, http.MethodPatch, "/core/v1/acme/units/x", body)
	}
	size = 0
	for _, r := range server.Requests() {
		size += len(r.Path) + len(r.Body)
	}
	if size == 0 || size > 64<<20 {
		t.Errorf("%d bytes are kept", size)
	}
}

// A process that runs as root must not replace a device, a pipe or a link with a file.
func TestStateFile_writesThrough(t *testing.T) {
	folder := t.TempDir()
	target, link := filepath.Join(folder, "target"), filepath.Join(folder, "link")
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	paths := map[string]os.FileMode{link: os.ModeSymlink}
	if null := filepath.Join(folder, "null"); syscall.Mknod(null, syscall.S_IFCHR|0o666, 1<<8|3) == nil {
		paths[null] = os.ModeDevice | os.ModeCharDevice
	}
	for path, kind := range paths {
		server, err := sim.New(sim.Options{Seed: sim.DemoSeed(), StateFile: path})
		if err != nil {
			t.Fatal(err)
		}
		if err := server.Close(); err != nil {
			t.Fatal(err)
		}
		if info, err := os.Lstat(path); err != nil || info.Mode().Type() != kind {
			t.Errorf("%s is a %v now, %v", path, info.Mode(), err)
		}
	}
	if state, err := os.ReadFile(target); err != nil || !strings.Contains(string(state), "acme") {
		t.Errorf("%v: %.80s", err, state)
	}
	// A link is also followed when the state is read.
	server, err := sim.New(sim.Options{StateFile: link})
	if err != nil || !strings.Contains(string(server.State()), "acme") {
		t.Errorf("%v", err)
	}
}
