//go:build !unix

package process

import "os"

// PeakMemory returns 0, because the system does not provide the figure.
func PeakMemory(*os.ProcessState) int64 { return 0 }
