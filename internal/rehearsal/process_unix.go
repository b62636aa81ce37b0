//go:build unix

package rehearsal

import (
	"os/exec"
	"syscall"
)

// ownGroup makes a command begin a process group, which the provider that it starts belongs to.
func ownGroup(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// endGroup kills what is left of the process group of a command.
func endGroup(command *exec.Cmd) { _ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
