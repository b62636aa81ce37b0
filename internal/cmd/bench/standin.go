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

	"github.com/identity-iac/terraform-provider-idm/internal/test/process"
)

// The CLI passes these variables to the stand-in.
const (
	providerVariable = "BENCH_PROVIDER" // path of the provider to run
	usageVariable    = "BENCH_USAGE"    // folder to write what it used to
	profilesVariable = "BENCH_PROFILES" // folder for the profiles of the profiled provider
)

// processUsage is the resource usage of one provider process.
type processUsage struct {
	CPU time.Duration
	// Peak is the peak resident memory in bytes.
	Peak int64
	// StandIn is the CPU time of the stand-in itself, which does not count towards any column.
	StandIn time.Duration
}

// standIn runs the provider in its place, and records the usage of the provider when it ends. The
// operating system adds the usage of a process to its parent, so this usage is later subtracted
// from the usage of the CLI.
func standIn(provider, folder string) (exitCode int) {
	// Create the file at the start, to detect a provider whose end the CLI did not wait for.
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
	// The exit code reports the error.
	_ = command.Wait()
	used := processUsage{CPU: cpu(command.ProcessState), Peak: process.PeakMemory(command.ProcessState), StandIn: ownCPU()}
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
