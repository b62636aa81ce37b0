//go:build unix

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peak is the largest resident memory of an ended process and of those that it waited for, in
// bytes.
func peak(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return usage.Maxrss
	}
	return usage.Maxrss * 1024
}
