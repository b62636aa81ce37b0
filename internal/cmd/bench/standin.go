package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/programs"
)

// The variables that reach the stand-in through the CLI.
const (
	providerVariable = "BENCH_PROVIDER" // path of the provider to run
	usageVariable    = "BENCH_USAGE"    // folder to write what it used to
	profilesVariable = "BENCH_PROFILES" // folder for the profiles of the profiled provider
)

// processUsage is what one process of a provider used.
type processUsage struct {
	CPU time.Duration
	// Peak is its largest resident memory in bytes.
	Peak int64
	// StandIn is the CPU time of the stand-in itself, which counts for no column.
	StandIn time.Duration
}

// standIn runs in the provider's place: it runs the provider, and writes down what that used when
// it ends. The operating system adds the usage of a process to that of the one that waited for it,
// so this is subtracted from the usage of the CLI.
func standIn(provider, folder string) (exitCode int) {
	// It is there from the start, so that the end of a provider that was not waited for is noticed.
	record, err := os.Create(filepath.Join(folder, fmt.Sprintf("%d.json", os.Getpid())))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer record.Close()

	command := exec.CommandContext(context.Background(), provider, os.Args[1:]...)
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if err := command.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	go func() {
		for s := range signals {
			_ = command.Process.Signal(s)
		}
	}()
	// The exit code reports how it ended.
	_ = command.Wait()
	used := processUsage{CPU: cpu(command.ProcessState), Peak: programs.PeakMemory(command.ProcessState), StandIn: ownCPU()}
	if err := json.NewEncoder(record).Encode(used); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return command.ProcessState.ExitCode()
}

func cpu(state *os.ProcessState) time.Duration { return state.UserTime() + state.SystemTime() }

// readUsage returns the records of all provider processes of a run.
func readUsage(folder string) ([]processUsage, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return nil, err
	}
	var all []processUsage
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var one processUsage
		if err := json.Unmarshal(content, &one); err != nil {
			return nil, fmt.Errorf("a provider did not end by itself, so it is not known what it used: %w", err)
		}
		all = append(all, one)
	}
	return all, nil
}
