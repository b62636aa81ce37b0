//go:build !unix

package programs

import (
	"os"
	"os/exec"
)

func ownGroup(*exec.Cmd) {}

// EndGroup kills what is left of a started command.
func EndGroup(command *exec.Cmd) { _ = command.Process.Kill() }

// PeakMemory is 0, because the system has no such figure.
func PeakMemory(*os.ProcessState) int64 { return 0 }
