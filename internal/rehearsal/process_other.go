//go:build !unix

package rehearsal

import "os/exec"

func ownGroup(*exec.Cmd) {}

func endGroup(command *exec.Cmd) { _ = command.Process.Kill() }
