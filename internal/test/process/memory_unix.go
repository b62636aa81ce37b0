//go:build unix

package process

import (
	"os"
	"runtime"
	"syscall"
)

// PeakMemory returns the largest resident memory in bytes of an ended process and its waited-for
// children. It returns 0 if the system does not provide the figure.
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

// wide converts a number that has fewer bits on some platforms.
func wide[N int32 | int64](n N) int64 { return int64(n) }
