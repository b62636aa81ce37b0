package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMain lets the test binary act as the programs that the benchmark runs: the CLI, and a provider.
func TestMain(m *testing.M) {
	switch os.Getenv("PLAY") {
	case "cli":
		fmt.Println("Error: no such tenant")
		_ = os.WriteFile(filepath.Join(os.Getenv(usageVariable), "1.json"), []byte(os.Args[1]), 0o600)
		if len(os.Args) > 2 {
			os.Exit(3)
		}
		os.Exit(0)
	case "provider":
		os.Exit(7)
	}
	os.Exit(m.Run())
}

// The CLI did not wait for this provider, so the CLI's own time is 0; and the provider was the
// largest process. A step adds up the folders.
func TestBench_step(t *testing.T) {
	b := &bench{settings: settings{out: t.TempDir()}}
	s := &service{column: "ours", environment: []string{"PLAY=cli"}}
	used := `{"CPU":1000000000,"Peak":1099511627776,"StandIn":0}`
	if err := b.step(t.Context(), s, "plan", []string{t.TempDir(), t.TempDir()}, os.Args[0], used); err != nil {
		t.Fatal(err)
	}
	if m := b.cells[[2]string{"plan", "ours"}]; m.provider != 2*time.Second || m.cli != 0 || m.wall <= 0 || !m.bound {
		t.Errorf("%+v", m)
	}
	for _, args := range [][]string{{used, "fail"}, {"{"}, {""}} {
		err := b.step(t.Context(), s, "apply", []string{t.TempDir()}, append([]string{os.Args[0]}, args...)...)
		if err == nil || !strings.Contains(err.Error(), "\nError: no such tenant") || slices.Contains(b.rows, "apply") {
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

func TestSplit(t *testing.T) {
	providers := []processUsage{
		{CPU: 2 * time.Second, Peak: 40, StandIn: 100 * time.Millisecond},
		{CPU: time.Second, Peak: 60, StandIn: 100 * time.Millisecond},
	}
	got := split(4*time.Second, 10*time.Second, 90, providers)
	if want := (measurement{wall: 4 * time.Second, cli: 6800 * time.Millisecond, provider: 3 * time.Second, cliPeak: 90,
		providerPeak: 60}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := split(time.Second, 10*time.Second, 60, providers); !got.bound {
		t.Errorf("the provider was the largest: %+v", got)
	}
}

func TestElements(t *testing.T) {
	if got, err := elements(strings.NewReader(`[{"method":"GET","path":"/a"},{"method":"POST","body":"{}"}]`)); err != nil || got != 2 {
		t.Errorf("%d, %v", got, err)
	}
	if _, err := elements(strings.NewReader(`[{"method":"GET"}`)); err == nil {
		t.Error("no error for a list that is cut off")
	}
}

// A figure that no column has is omitted, and a column that failed has dashes.
func TestTable(t *testing.T) {
	b := table{yardsticks: map[string]string{"ours": "bare provider"}}
	b.add("plan", "ours", measurement{wall: 3 * time.Second, cli: time.Second, cliPeak: 80 * mebibyte, bound: true, requests: 72})
	b.add("plan", "bare provider", measurement{wall: 2 * time.Second, cli: time.Second, cliPeak: 80 * mebibyte, requests: 100})
	b.add("destroy", "bare provider", measurement{wall: 5 * time.Second})
	want := `| | | ours | bare provider |
|---|---|---:|---:|
| **plan** | wall, s | 3.00 ×1.50 | 2.00 |
|  | CPU, s | 1.00 ×1.00 | 1.00 |
|  | peak memory, MiB | ≤ 80 ×1.00 | 80 |
|  | requests | 72 ×0.72 | 100 |
| **destroy** | wall, s | – | 5.00 |
`
	if got := b.markdown(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
