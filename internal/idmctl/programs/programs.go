// Package programs runs terraform or tofu.
package programs

import (
	"context"
	"os"
	"os/exec"
	"time"
)

// stopTimeout limits the time from the interrupt of a program to its end.
const stopTimeout = 30 * time.Second

// Command returns a program in its own process group, so that it does not receive keyboard
// interrupts of the terminal. When the context ends it is interrupted rather than killed, because a
// killed CLI leaves the provider running.
func Command(ctx context.Context, path string, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, path, args...)
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = stopTimeout
	ownGroup(command)
	return command
}
