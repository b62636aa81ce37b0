package release

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

var clis = flag.String("cli", "", "paths of the CLIs to install with, separated by commas")

const address = "identity-iac/idm"

// A user installs the provider from a mirror and applies a configuration, without a registry.
func TestInstall(t *testing.T) {
	service := simulate(t)
	archive, err := filepath.Abs(filepath.Join(*dist, provider(runtime.GOOS+"_"+runtime.GOARCH)))
	if err != nil {
		t.Fatal(err)
	}
	if *clis == "" {
		t.Fatal("-cli is needed")
	}
	for _, cli := range strings.Split(*clis, ",") {
		host := "registry.terraform.io"
		if strings.Contains(filepath.Base(cli), "tofu") {
			host = "registry.opentofu.org"
		}
		t.Run(filepath.Base(cli)+"/filesystem", func(t *testing.T) {
			mirror := t.TempDir()
			folder := filepath.Join(mirror, host, address)
			if err := os.MkdirAll(folder, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(archive, filepath.Join(folder, filepath.Base(archive))); err != nil {
				t.Fatal(err)
			}
			apply(t, cli, service, fmt.Sprintf("filesystem_mirror {\n    path = %q\n  }", mirror))
		})
		t.Run(filepath.Base(cli)+"/network", func(t *testing.T) {
			mirror, authority := serve(t, host, archive)
			apply(t, cli, service, fmt.Sprintf("network_mirror {\n    url = %q\n  }", mirror), "SSL_CERT_FILE="+authority)
		})
	}
}

// simulate runs the released idmctl and returns the address of its service.
func simulate(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "idmctl")
	unpack(t, filepath.Join(*dist, companion(runtime.GOOS+"_"+runtime.GOARCH)), func(name string, content io.Reader) {
		if name != "idmctl" {
			return
		}
		bytes, err := io.ReadAll(content)
		if err == nil {
			err = os.WriteFile(program, bytes, 0o755) //nolint:gosec // a program
		}
		if err != nil {
			t.Fatal(err)
		}
	})
	command := exec.CommandContext(t.Context(), program, "simulate", "--listen", "127.0.0.1:0", "--seed", "demo")
	out, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill()
		_ = command.Wait()
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if !ok {
		t.Fatalf("idmctl simulate says %q, %v", line, err)
	}
	return url
}

// serve runs a network mirror with a self-signed certificate.
func serve(t *testing.T, host, archive string) (url, authority string) {
	t.Helper()
	content, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(content)
	base := "/" + host + "/" + address + "/"
	responses := map[string]any{
		base + "index.json": map[string]any{"versions": map[string]any{*version: struct{}{}}},
		base + *version + ".json": map[string]any{"archives": map[string]any{
			runtime.GOOS + "_" + runtime.GOARCH: map[string]any{"url": "provider.zip",
				"hashes": []string{"zh:" + hex.EncodeToString(sum[:])}},
		}},
	}
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == base+"provider.zip" {
			w.Header().Set("Content-Type", "application/zip")
			_, _ = w.Write(content)
			return
		}
		response, ok := responses[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(response)
	}))
	t.Cleanup(server.Close)
	authority = filepath.Join(t.TempDir(), "ca.pem")
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	if err := os.WriteFile(authority, certificate, 0o600); err != nil {
		t.Fatal(err)
	}
	return server.URL + "/", authority
}

// apply applies a configuration and checks that the next plan is empty.
func apply(t *testing.T, cli, service, installation string, env ...string) {
	t.Helper()
	folder := t.TempDir()
	settings := filepath.Join(folder, "cli.tfrc")
	write(t, settings, "provider_installation {\n  "+installation+"\n}\n")
	write(t, filepath.Join(folder, "main.tf"), fmt.Sprintf(`terraform {
  required_providers {
    idm = {
      source  = %q
      version = %q
    }
  }
}

resource "idm_unit" "installed" {
  parent_unit_ext_id = "acme-hq"
  name               = %q
  profileless        = false
}
`, address, *version, strings.ReplaceAll(t.Name(), "/", " ")))
	env = append(os.Environ(), append(env, "TF_CLI_CONFIG_FILE="+settings, "CHECKPOINT_DISABLE=1", "TF_IN_AUTOMATION=1",
		"IDM_BASE_URL="+service, "IDM_TOKEN=demo-admin-token", "IDM_CLIENT_EXT_ID=acme")...)
	for _, arguments := range [][]string{
		{"init", "-input=false", "-no-color"},
		{"apply", "-input=false", "-no-color", "-auto-approve"},
		{"plan", "-input=false", "-no-color", "-detailed-exitcode"},
		{"destroy", "-input=false", "-no-color", "-auto-approve"},
	} {
		command := exec.CommandContext(t.Context(), cli, arguments...)
		command.Dir, command.Env = folder, env
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", arguments[0], err, out)
		}
	}
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
