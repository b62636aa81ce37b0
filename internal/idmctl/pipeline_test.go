package idmctl

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/escape"
)

// A log command is escaped even if a program writes it in several parts.
func TestLines(t *testing.T) {
	const text = "before\n::set-env name=PATH::x\n##[error]x\nwithout an end ::stop-commands::x"
	for size := 1; size <= len(text); size++ {
		var printed bytes.Buffer
		l := &lines{to: escaped{&printed}}
		for at := 0; at < len(text); at += size {
			if n, err := l.Write([]byte(text[at:min(at+size, len(text))])); err != nil || n > size {
				t.Fatal(n, err)
			}
		}
		l.flush()
		if got := printed.String(); got != escape.Lines(text) || strings.Contains(got, "::set-env name=PATH::") {
			t.Errorf("in parts of %d: %q", size, got)
		}
	}
}

// What is certain to fail in an apply does not stop the nightly plan before all drift is found.
func TestPipeline_driftPlansWithWarnings(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	for name, content := range map[string]string{
		"tenant/main.tf": "",
		"cli":            "#!/bin/sh\ntest \"$1\" = init || { echo \"$1 with $IDM_PLAN_CHECKS\" > ../asked; exit 1; }\n",
	} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(content), 0o700)); err != nil {
			t.Fatal(err)
		}
	}
	for name, value := range map[string]string{"CLI": filepath.Join(folder, "cli"), "TENANT": "tenant", "GITHUB_ACTIONS": "true",
		"GITHUB_TOKEN": "token", "GITHUB_API_URL": "http://127.0.0.1:1", "GITHUB_REPOSITORY": "acme/tenant", "GITHUB_SHA": "main",
		"CI_JOB_IMAGE": "", "IDM_PLAN_CHECKS": ""} {
		t.Setenv(name, value)
	}
	code, err := run(t.Context(), "", []string{"pipeline", "drift"}, io.Discard, io.Discard)
	asked, _ := os.ReadFile("asked")
	if err == nil || code != exitError || string(asked) != "plan with warn\n" {
		t.Errorf("%d, %v: %q", code, err, asked)
	}
}
