package process

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/programs"
)

const startTimeout = time.Minute

// Simulator is a simulator in a separate process, so that its CPU and memory do not count towards a
// measured program.
type Simulator struct {
	BaseURL string
	process *exec.Cmd
	cancel  context.CancelFunc
}

// StartSimulator starts a simulator and returns when it listens, on a port of its choice. The seed
// and the further arguments are arguments of `idmctl simulate`.
func StartSimulator(ctx context.Context, idmctl, seed string, args ...string) (*Simulator, error) {
	ctx, cancel := context.WithCancel(ctx)
	process := programs.Command(ctx, idmctl, append([]string{"simulate", "--listen", "127.0.0.1:0", "--seed", seed}, args...)...)
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
	// The error of an interrupted process is expected.
	_ = s.process.Wait()
}
