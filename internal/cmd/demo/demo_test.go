package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestMain lets the test binary act as the commands that the demo runs: the CLI, and the simulator.
func TestMain(m *testing.M) {
	switch os.Getenv("PLAY") {
	case "cli":
		playCLI()
	case "reviewer":
		if err := os.WriteFile("review.html", []byte(strings.Join(os.Args[1:], " ")), 0o600); err != nil {
			panic(err)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func playCLI() {
	if os.Args[1] == "version" {
		fmt.Printf(`{"terraform_version": %q}`, os.Getenv("VERSION"))
		os.Exit(0)
	}
	fmt.Println("\x1b[1mNo \x1b[0mchanges.")
	code, err := strconv.Atoi(os.Args[2])
	if err != nil {
		panic(err)
	}
	os.Exit(code)
}

func fakeCLI(t *testing.T, version string) (*cli, *bytes.Buffer) {
	t.Helper()
	var out bytes.Buffer
	return &cli{path: os.Args[0], folder: t.TempDir(), environment: []string{"PLAY=cli", "VERSION=" + version}, out: &out}, &out
}

func TestCLI_run(t *testing.T) {
	c, out := fakeCLI(t, "")
	output, err := c.run(t.Context(), changes, "plan", "2")
	if err != nil || output != "No changes.\n" {
		t.Errorf("got %q, %v", output, err)
	}
	if want := "\n$ " + c.name() + " plan 2\n\n\x1b[1mNo \x1b[0mchanges.\n"; out.String() != want {
		t.Errorf("shown %q, want %q", out.String(), want)
	}
}

func TestCLI_run_otherExitCode(t *testing.T) {
	c, _ := fakeCLI(t, "")
	_, err := c.run(t.Context(), nothingToDo, "plan", "2")
	if err == nil || !strings.Contains(err.Error(), "plan 2` ended with exit code 2 instead of 0") {
		t.Errorf("got %v", err)
	}
}

func TestStory_expect_otherText(t *testing.T) {
	c, _ := fakeCLI(t, "")
	s := &story{cli: c}
	if err := s.expect(t.Context(), 0, "No changes.", "plan", "0"); err != nil {
		t.Error(err)
	}
	if err := s.expect(t.Context(), 0, "1 to add", "plan", "0"); err == nil {
		t.Error("no error for an output that says something else")
	}
}

func TestStory_review(t *testing.T) {
	c, out := fakeCLI(t, "")
	s := &story{settings: settings{idmctl: os.Args[0], work: c.folder}, cli: c, out: out}
	if err := s.review(t.Context()); err == nil {
		t.Error("no error without a page")
	}
	c.environment = []string{"PLAY=reviewer"}
	if err := s.review(t.Context()); err != nil {
		t.Fatal(err)
	}
	if page := filepath.Join(c.folder, "review.html"); !strings.Contains(out.String(), page) {
		t.Errorf("it does not say where %s lies:\n%s", page, out)
	}
}

func TestCLI_version(t *testing.T) {
	for version, supported := range map[string]bool{"1.10.9": false, "0.15.0": false, "1.11.0": true, "1.12.6-dev": true, "2.0.0": true,
		"": false} {
		c, _ := fakeCLI(t, version)
		if _, err := c.version(t.Context()); (err == nil) != supported {
			t.Errorf("%q: %v", version, err)
		}
	}
}

func TestPrepare_replacesTheWorkFolder(t *testing.T) {
	configuration, work := t.TempDir(), filepath.Join(t.TempDir(), "tenant")
	for file, content := range map[string]string{filepath.Join(configuration, "main.tf"): "new",
		filepath.Join(work, "terraform.tfstate"): "old"} {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cliConfig, err := prepare(settings{configuration: configuration, work: work, plugins: "/plugins"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(work, "terraform.tfstate")); !os.IsNotExist(err) {
		t.Errorf("the state of an earlier run is still there: %v", err)
	}
	if _, err := os.Stat(filepath.Join(work, "main.tf")); err != nil {
		t.Error(err)
	}
	if content, err := os.ReadFile(cliConfig); err != nil || !strings.Contains(string(content), `path    = "/plugins"`) {
		t.Errorf("CLI configuration: %v\n%s", err, content)
	}
}
