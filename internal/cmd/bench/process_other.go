//go:build !unix

package main

import "time"

// ownCPU returns 0, because the figure is not available here. The table omits it.
func ownCPU() time.Duration { return 0 }
