package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"
)

const (
	startTimeout = time.Minute
	stopTimeout  = 10 * time.Second
)

// simulator is a process of its own, so that what it uses counts for no column.
type simulator struct {
	baseURL string
	process *exec.Cmd
	cancel  context.CancelFunc
}

// startSimulator returns when the simulator listens, on a port that it chose itself.
func startSimulator(idmctl, seedFile string, latency time.Duration) (*simulator, error) {
	// It outlives an interruption of the benchmark until the CLI has ended, and is stopped after
	// that.
	ctx, cancel := context.WithCancel(context.Background())
	process := exec.CommandContext(ctx, idmctl, "simulate", "--listen", "127.0.0.1:0", "--seed", seedFile, "--latency", latency.String())
	process.Cancel = func() error { return process.Process.Signal(os.Interrupt) }
	process.WaitDelay = stopTimeout
	ownGroup(process)
	var complaints bytes.Buffer
	process.Stderr = &complaints
	stdout, err := process.StdoutPipe()
	if err != nil {
		cancel()
		return nil, err
	}
	if err := process.Start(); err != nil {
		cancel()
		return nil, fmt.Errorf("the simulator does not start: %w", err)
	}
	tooLate := time.AfterFunc(startTimeout, cancel)
	line, err := bufio.NewReader(stdout).ReadString('\n')
	tooLate.Stop()
	s := &simulator{process: process, cancel: cancel}
	var found bool
	if s.baseURL, found = strings.CutPrefix(strings.TrimSpace(line), "listening on "); err != nil || !found {
		s.stop()
		return nil, fmt.Errorf("the simulator does not listen: %s", strings.TrimSpace(complaints.String()))
	}
	return s, nil
}

func (s *simulator) stop() {
	s.cancel()
	// It was interrupted, so it may have an error.
	_ = s.process.Wait()
}

// forget clears the record of requests.
func (s *simulator) forget(ctx context.Context) error {
	return s.record(ctx, http.MethodDelete, http.StatusNoContent, func(io.Reader) error { return nil })
}

// requests counts the requests since the record was cleared, by method.
func (s *simulator) requests(ctx context.Context) (counts map[string]int, err error) {
	err = s.record(ctx, http.MethodGet, http.StatusOK, func(list io.Reader) error {
		counts, err = countByMethod(list)
		return err
	})
	return counts, err
}

// countByMethod reads a list of requests one by one, because this process must stay small: a
// child's peak is never reported below its parent's.
func countByMethod(list io.Reader) (map[string]int, error) {
	counts := map[string]int{}
	decoder := json.NewDecoder(list)
	if _, err := decoder.Token(); err != nil {
		return nil, err
	}
	for decoder.More() {
		var request struct{ Method string }
		if err := decoder.Decode(&request); err != nil {
			return nil, err
		}
		counts[request.Method]++
	}
	// The list may have been cut off where an element would begin.
	_, err := decoder.Token()
	return counts, err
}

func (s *simulator) record(ctx context.Context, method string, status int, read func(io.Reader) error) error {
	request, err := http.NewRequestWithContext(ctx, method, s.baseURL+"/_sim/requests", http.NoBody)
	if err != nil {
		return err
	}
	response, err := new(http.Client).Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != status {
		return fmt.Errorf("%s /_sim/requests: %s", method, response.Status)
	}
	return read(response.Body)
}
