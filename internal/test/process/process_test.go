package process

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestMain lets the test binary act as the programs that the tests run.
func TestMain(m *testing.M) {
	switch os.Getenv("PLAY") {
	case "cli":
		fmt.Fprint(os.Stdout, `{"terraform_version": "1.11.4"}`)
		os.Exit(0)
	case "broken cli":
		fmt.Fprint(os.Stdout, "1.11.4")
		os.Exit(0)
	case "simulator":
		fmt.Fprintln(os.Stdout, "seeded\nlistening on http://127.0.0.1:1")
		// Run until the interrupt.
		select {}
	case "broken simulator":
		fmt.Fprintln(os.Stderr, "no such seed")
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func TestStartSimulator(t *testing.T) {
	t.Setenv("PLAY", "simulator")
	s, err := StartSimulator(t.Context(), os.Args[0], "demo", "--latency", "1s")
	if err != nil {
		t.Fatal(err)
	}
	if s.BaseURL != "http://127.0.0.1:1" {
		t.Errorf("base URL %q", s.BaseURL)
	}
	if got := strings.Join(s.process.Args[1:], " "); got != "simulate --listen 127.0.0.1:0 --seed demo --latency 1s" {
		t.Errorf("arguments %s", got)
	}
	s.Stop()
	if s.process.ProcessState == nil {
		t.Error("the simulator is still running")
	}
}

func TestStartSimulator_refused(t *testing.T) {
	t.Setenv("PLAY", "broken simulator")
	_, err := StartSimulator(t.Context(), os.Args[0], "demo")
	if err == nil || !strings.Contains(err.Error(), "no such seed") {
		t.Errorf("got %v", err)
	}
	if _, err := StartSimulator(t.Context(), t.TempDir(), "demo"); err == nil || !strings.Contains(err.Error(), "does not start") {
		t.Errorf("got %v", err)
	}
}

func TestCLIVersion(t *testing.T) {
	if got, err := CLIVersion(t.Context(), os.Args[0], []string{"PLAY=cli"}); got != "1.11.4" || err != nil {
		t.Errorf("%q, %v", got, err)
	}
	for _, play := range []string{"broken cli", "broken simulator"} {
		if got, err := CLIVersion(t.Context(), os.Args[0], []string{"PLAY=" + play}); err == nil ||
			!strings.Contains(err.Error(), " version: ") {
			t.Errorf("%s: %q, %v", play, got, err)
		}
	}
}

func TestEnvironment_omitsOtherSettings(t *testing.T) {
	t.Setenv("TF_LOG", "TRACE")
	t.Setenv("IDM_USERNAME", "anna")
	t.Setenv("LANG", "de_CH.UTF-8")
	got := Environment("cli.tfrc", "http://127.0.0.1:1", "secret", "IDM_CLIENT_EXT_ID=acme")
	for _, unwanted := range []string{"TF_LOG=TRACE", "IDM_USERNAME=anna"} {
		if slices.Contains(got, unwanted) {
			t.Errorf("holds %s", unwanted)
		}
	}
	for _, want := range []string{"LANG=de_CH.UTF-8", "IDM_BASE_URL=http://127.0.0.1:1", "IDM_TOKEN=secret", "TF_CLI_CONFIG_FILE=cli.tfrc",
		"CHECKPOINT_DISABLE=1", "IDM_CLIENT_EXT_ID=acme"} {
		if !slices.Contains(got, want) {
			t.Errorf("lacks %s", want)
		}
	}
}

func TestLastLines(t *testing.T) {
	got := LastLines([]byte(strings.Repeat("before\n", shownLines) + "Error: no such tenant\n\n"))
	if strings.Count(got, "before") != shownLines-1 || !strings.HasSuffix(got, "\nError: no such tenant") {
		t.Errorf("%q", got)
	}
}

func TestRequirePaths(t *testing.T) {
	flags := flag.NewFlagSet("demo", flag.ContinueOnError)
	cli, work := flags.String("cli", "", ""), flags.String("work", "", "")
	if err := flags.Parse([]string{"-cli", "tofu"}); err != nil {
		t.Fatal(err)
	}
	err := RequirePaths(flags, "make demo", "cli", "work")
	if err == nil || err.Error() != "all of -cli and -work are needed; `make demo` gives them" {
		t.Errorf("without -work: %v", err)
	}
	*work = t.TempDir()
	if err := RequirePaths(flags, "make demo", "cli", "work"); err != nil || !filepath.IsAbs(*cli) {
		t.Errorf("%s: %v", *cli, err)
	}
}
