package e2e

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A canceled apply interrupts the CLI once and waits until it has saved its state and ended. The
// CLI and its providers do not inherit the tokens of the forge.
func TestPipelines_interrupted(t *testing.T) {
	t.Parallel()
	const cli = `#!/bin/sh
[ "$1" = apply ] || exit 0
trap 'echo saved; exit 1' INT
echo "tokens: $GITHUB_TOKEN$GROUPS_TOKEN."
while :; do sleep 0.05; done
`
	p := bare(t, vendors[0])
	j := p.job(p.main, "idm-production")
	program := filepath.Join(t.TempDir(), "terraform")
	if err := os.WriteFile(program, []byte(cli), 0o700); err != nil {
		t.Fatal(err)
	}
	j.write(planFile, "a plan")
	digest := sha256.Sum256([]byte("a plan"))
	j.environment["DIGEST"], j.environment["CLI"] = hex.EncodeToString(digest[:]), program
	j.environment["GROUPS_TOKEN"] = groupsToken
	command := j.command("exec idmctl pipeline apply")
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() {
		defer j.output.end()
		done <- command.Wait()
	}()
	if !j.output.shows("tokens: .") {
		t.Fatalf("the CLI does not start, or has a token:\n%s", j.output.String())
	}
	if err := command.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	err := <-done
	if output := j.output.String(); err == nil || strings.Count(output, "saved\n") != 1 || !strings.Contains(output, "did not complete") {
		t.Errorf("%v\n%s", err, output)
	}
}
