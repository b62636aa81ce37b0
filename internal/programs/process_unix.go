//go:build unix

package programs

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

func ownGroup(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// EndGroup kills what is left of a started command and of the programs that it started.
func EndGroup(command *exec.Cmd) { _ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }

// PeakMemory is the largest resident memory of an ended process and of those that it waited for, in
// bytes, and 0 where the system has no such figure.
func PeakMemory(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return wide(usage.Maxrss)
	}
	return wide(usage.Maxrss) * 1024
}

// wide takes a figure that has fewer bits on some platforms.
func wide[N int32 | int64](n N) int64 { return int64(n) }
