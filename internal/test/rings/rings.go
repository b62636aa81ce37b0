// Package rings assigns each test to the first command that runs it, and finds the programs that
// this command has built. `make quick` runs the tests that need no CLI (go test -short), `make
// test` all tests except those that call Campaign, and `make campaign` those too.
package rings

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
)

const (
	// ring is the variable that `make campaign` sets to "campaign".
	ring = "IDM_RING"
	// built is the variable with the folder of the programs that make has built for this run, and sum
	// the one with their checksum.
	built, sum = "IDM_TEST_BIN", "IDM_TEST_SUM"

	module = "github.com/identity-iac/terraform-provider-idm"
)

// Test skips a test that belongs to `make test`, because it starts a CLI, if only quick tests run.
func Test(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a CLI: `make test` runs it")
	}
}

// Campaign skips a test that belongs to `make campaign`, because it searches or repeats. The reason
// completes the sentence "`make campaign` runs it:". Only functions whose name begins with Test
// call it, because `make campaign` finds the tests by these calls.
func Campaign(t testing.TB, reason string) {
	t.Helper()
	if !InCampaign() {
		t.Skipf("`make campaign` runs it: %s", reason)
	}
}

// InCampaign reports whether `make campaign` runs the tests.
func InCampaign() bool { return os.Getenv(ring) == "campaign" }

// Build returns the path of the provider (terraform-provider-idm) or of another program of the
// project in a folder. It links the program that make has built for this run, or builds it.
func Build(ctx context.Context, name, folder string) (string, error) {
	file := name
	if runtime.GOOS == "windows" {
		file += ".exe"
	}
	path := filepath.Join(folder, file)
	if from := os.Getenv(built); from != "" {
		// The Go command caches the result of a test by the variables that it reads.
		_ = os.Getenv(sum)
		return path, os.Symlink(filepath.Join(from, file), path)
	}
	source := module
	if name != "terraform-provider-idm" {
		source += "/internal/cmd/" + name
	}
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", path, source).CombinedOutput(); err != nil {
		return "", fmt.Errorf("build %s: %w\n%s", name, err, out)
	}
	return path, nil
}
