package sim_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// The state is a valid seed that produces the same state.
func TestState_roundTrip(t *testing.T) {
	s := start(t)
	s.send(t, admin, "POST acme/units/", `{"extId":"x","parentUnitExtId":"acme-it","profileless":true}`)
	s.send(t, admin, "PATCH acme/units/x/properties/", `{"phone":"1"}`)
	again := startWith(t, sim.Options{Seed: s.State()})
	if !bytes.Equal(s.State(), again.State()) || !bytes.Contains(s.State(), []byte(`"phone": "1"`)) {
		t.Error("the state changes when it is loaded")
	}
	if got := s.send(t, "", "GET /_sim/state", ""); got.raw != string(s.State()) {
		t.Error("/_sim/state returns something else")
	}
}

func TestStateFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "state.json")
	first, err := sim.New(sim.Options{Seed: sim.DemoSeed(), StateFile: file})
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	state, err := os.ReadFile(file)
	if err != nil || !bytes.Equal(state, first.State()) {
		t.Fatalf("the file differs from the state (%v)", err)
	}
	state = bytes.ReplaceAll(state, []byte("Bern"), []byte("Thun"))
	if err := os.WriteFile(file, state, 0o600); err != nil {
		t.Fatal(err)
	}
	s := startWith(t, sim.Options{Seed: sim.DemoSeed(), StateFile: file})
	if got := s.send(t, admin, "GET acme/units/acme-hq", ""); at(got.body, "location") != "Thun" {
		t.Errorf("%s", got.raw)
	}
	if err := os.WriteFile(file+".bad", []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := sim.New(sim.Options{StateFile: file + ".bad"}); err == nil {
		t.Error("a broken state file was accepted")
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
