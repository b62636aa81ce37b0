package idmctl

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// simulate runs the command until the test ends it, and returns its address.
func simulate(t *testing.T, args ...string) (url string, stop func() error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	cmd := newCommand()
	cmd.SetArgs(append([]string{"simulate"}, args...))
	cmd.SetOut(in)
	ended := make(chan error, 1)
	go func() {
		err := cmd.ExecuteContext(ctx)
		in.CloseWithError(err)
		ended <- err
	}()
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if !ok {
		t.Fatalf("printed %q", line)
	}
	return url, func() error {
		cancel()
		return <-ended
	}
}

func call(t *testing.T, method, url, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer demo-admin-token")
	r.Header.Set("Content-Type", "application/json")
	resp, err := new(http.Client).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(raw)
}

func TestSimulate_keepsState(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state.json")
	args := []string{"--seed", "demo", "--state", state, "--quirk", "lower-limit,no-total"}
	url, stop := simulate(t, args...)
	if status, body := call(t, "PATCH", url+"/core/v1/acme/units/acme-it", `{"location":"Genf"}`); status != 200 {
		t.Fatalf("%d %s", status, body)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
	url, stop = simulate(t, args...)
	status, body := call(t, "GET", url+"/core/v1/acme/units/acme-it", "")
	if status != 200 || !strings.Contains(body, "Genf") {
		t.Errorf("after a restart: %d %s", status, body)
	}
	if _, body := call(t, "GET", url+"/core/v1/clients", ""); !strings.Contains(body, `"limit":100`) {
		t.Errorf("the quirk is off: %s", body)
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
}

func TestSimulate_faults(t *testing.T) {
	seed := filepath.Join(t.TempDir(), "seed.json")
	content := `{"clients":[{"extId":"acme","name":"Acme"}],"callers":[{"token":"demo-admin-token","permissions":["*"],"clients":["*"]}]}`
	if err := os.WriteFile(seed, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	url, stop := simulate(t, "--seed", seed, "--fault", "status:status=500,count=1;status:status=502,count=1,skip=1", "--latency", "1ms")
	for _, want := range []int{500, 502, 200} {
		if status, body := call(t, "GET", url+"/core/v1/clients", ""); status != want {
			t.Errorf("%d %s, want %d", status, body, want)
		}
	}
	if err := stop(); err != nil {
		t.Fatal(err)
	}
}

func TestSimulate_refused(t *testing.T) {
	for _, args := range [][]string{
		{"--quirk", "none"}, {"--fault", "explode"}, {"--seed", filepath.Join(t.TempDir(), "none.json")}, {"--listen", "nowhere"},
		{"extra"},
	} {
		cmd := newCommand()
		cmd.SetArgs(append([]string{"simulate"}, args...))
		cmd.SetOut(io.Discard)
		if err := cmd.ExecuteContext(t.Context()); err == nil {
			t.Errorf("%v was accepted", args)
		}
	}
}

// An address that cannot be used is named with its flag and the remedy.
func TestSimulate_cannotListen(t *testing.T) {
	t.Parallel()
	used, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer used.Close()
	for address, want := range map[string]string{
		used.Addr().String(): "--listen " + used.Addr().String() + " is in use by another process: end that one, or give another port",
		"nowhere":            "--listen nowhere: the simulator cannot listen there",
	} {
		out, code := companion(t, "simulate", "--listen", address)
		if code != 1 || !strings.Contains(out, want) {
			t.Errorf("%s: exit code %d, %q", address, code, out)
		}
	}
}
