package programs

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

const startTimeout = time.Minute

// Simulator is a running simulator. What it uses counts for none of the programs that are measured
// with it.
type Simulator struct {
	BaseURL string
	process *exec.Cmd
	cancel  context.CancelFunc
}

// StartSimulator returns when the simulator listens, on a port that it chose itself. The seed is
// that of `idmctl simulate`, as are the further arguments.
func StartSimulator(ctx context.Context, idmctl, seed string, args ...string) (*Simulator, error) {
	ctx, cancel := context.WithCancel(ctx)
	process := Command(ctx, idmctl, append([]string{"simulate", "--listen", "127.0.0.1:0", "--seed", seed}, args...)...)
	var complaints bytes.Buffer
	process.Stderr = &complaints
	stdout, err := process.StdoutPipe()
	if err == nil {
		err = process.Start()
	}
	if err != nil {
		cancel()
		return nil, fmt.Errorf("the simulator does not start: %w", err)
	}
	s := &Simulator{process: process, cancel: cancel}
	tooLate := time.AfterFunc(startTimeout, cancel)
	url, found := listening(bufio.NewScanner(stdout))
	tooLate.Stop()
	if !found {
		s.Stop()
		return nil, fmt.Errorf("the simulator does not listen: %s", strings.TrimSpace(complaints.String()))
	}
	s.BaseURL = url
	go func() { _, _ = io.Copy(io.Discard, stdout) }()
	return s, nil
}

func listening(lines *bufio.Scanner) (url string, found bool) {
	for lines.Scan() {
		if url, found = strings.CutPrefix(strings.TrimSpace(lines.Text()), "listening on "); found {
			return url, true
		}
	}
	return "", false
}

// Stop ends the simulator.
func (s *Simulator) Stop() {
	s.cancel()
	// It was interrupted, so it may have an error.
	_ = s.process.Wait()
}
