//go:build !unix

package programs

import (
	"os"
	"os/exec"
)

func ownGroup(*exec.Cmd) {}

// EndGroup kills a started command.
func EndGroup(command *exec.Cmd) { _ = command.Process.Kill() }

// PeakMemory returns 0, because the system does not provide the figure.
func PeakMemory(*os.ProcessState) int64 { return 0 }
