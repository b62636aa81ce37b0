// Command profiled is the provider with a profiler, only for the benchmark. Each of its processes
// writes <pid>.cpu.pprof and <pid>.heap.pprof to the folder in BENCH_PROFILES. The heap profile
// also contains the allocations since the start: `go tool pprof -sample_index=alloc_space`.
package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"runtime/pprof"

	"github.com/identity-iac/terraform-provider-idm/internal/provider"
)

func main() {
	if err := run(filepath.Join(os.Getenv("BENCH_PROFILES"), fmt.Sprint(os.Getpid()))); err != nil {
		log.Fatal(err)
	}
}

func run(prefix string) error {
	cpu, err := os.Create(prefix + ".cpu.pprof")
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(cpu); err != nil {
		return err
	}
	served := provider.Serve("profiled", false)
	pprof.StopCPUProfile()
	return errors.Join(served, cpu.Close(), write(prefix+".heap.pprof", pprof.WriteHeapProfile))
}

func write(file string, content func(w io.Writer) error) error {
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	return errors.Join(content(f), f.Close())
}
