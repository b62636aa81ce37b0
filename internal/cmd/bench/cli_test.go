package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestMain lets the test binary act as the commands that the benchmark runs: the CLI, and a
// provider.
func TestMain(m *testing.M) {
	switch os.Getenv("PLAY") {
	case "cli":
		fmt.Println("Error: no such tenant")
		if record := os.Args[1]; record != "" {
			_ = os.WriteFile(filepath.Join(os.Getenv(usageVariable), "1.json"), []byte(record), 0o600)
		}
		if len(os.Args) > 2 {
			os.Exit(3)
		}
		os.Exit(0)
	case "provider":
		os.Exit(7)
	}
	os.Exit(m.Run())
}

func TestCLI_run(t *testing.T) {
	c := &cli{path: os.Args[0]}
	m, err := c.run(t.Context(), t.TempDir(), []string{"PLAY=cli"}, `{"CPU":1000000000,"Peak":1099511627776,"StandIn":0}`)
	if err != nil {
		t.Fatal(err)
	}
	// The CLI did not wait for this provider, so the CLI's own time is 0; and the provider was the
	// largest process.
	if m.Processes != 1 || m.ProviderSeconds != 1 || m.CLISeconds != 0 || m.WallSeconds <= 0 || !m.CLIPeakIsBound {
		t.Errorf("%+v", m)
	}
}

func TestCLI_run_failures(t *testing.T) {
	c := &cli{path: os.Args[0]}
	for _, args := range [][]string{{"", "fail"}, {"{"}} {
		_, err := c.run(t.Context(), t.TempDir(), []string{"PLAY=cli"}, args...)
		if err == nil || !strings.Contains(err.Error(), "\nError: no such tenant") {
			t.Errorf("%q: %v", args, err)
		}
	}
}

func TestStandIn(t *testing.T) {
	t.Setenv("PLAY", "provider")
	folder := t.TempDir()
	if code := standIn(os.Args[0], folder); code != 7 {
		t.Errorf("exit code %d", code)
	}
	used, err := readUsage(folder)
	if err != nil || len(used) != 1 || used[0].CPU <= 0 {
		t.Errorf("%+v, %v", used, err)
	}
}

func TestReadUsage_lost(t *testing.T) {
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "1.json"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := readUsage(folder); err == nil {
		t.Error("no error for a provider that was killed")
	}
}
