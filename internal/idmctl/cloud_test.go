package idmctl

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSimulate_cloud(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ca.pem")
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	cmd := newCommand()
	cmd.SetArgs([]string{"simulate", "--seed", "demo", "--cloud-listen", "127.0.0.1:0", "--cloud-ca", file})
	cmd.SetOut(in)
	ended := make(chan error, 1)
	go func() { ended <- cmd.ExecuteContext(ctx) }()
	lines := bufio.NewScanner(out)
	lines.Scan()
	lines.Scan()
	url, ok := strings.CutPrefix(lines.Text(), "cloud listening on ")
	if !ok || !strings.HasPrefix(url, "https://127.0.0.1:") {
		t.Fatalf("printed %q", lines.Text())
	}

	ca, err := os.ReadFile(file)
	roots := x509.NewCertPool()
	if err != nil || !roots.AppendCertsFromPEM(ca) {
		t.Fatalf("no certificate in the file: %v", err)
	}
	caller := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: roots}, DisableKeepAlives: true}}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url+"/ping", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer demo-access-key")
	resp, err := caller.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if body, err := io.ReadAll(resp.Body); err != nil || resp.StatusCode != 200 || string(body) != "PONG" {
		t.Errorf("answered %d %q %v", resp.StatusCode, body, err)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestSimulate_cloudFlagsBelongTogether(t *testing.T) {
	cmd := newCommand()
	cmd.SetArgs([]string{"simulate", "--cloud-listen", "127.0.0.1:0"})
	if err := cmd.ExecuteContext(t.Context()); err == nil || !strings.Contains(err.Error(), "cloud-ca") {
		t.Errorf("answered %v", err)
	}
}
