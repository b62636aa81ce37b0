package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os/exec"
	"strings"
	"time"
)

const (
	// token is the administrator's in the simulator's demo tenant.
	token = "demo-admin-token"

	startTimeout = 30 * time.Second
	callTimeout  = 10 * time.Second
)

// service is a running simulator with the demo tenant.
type service struct {
	baseURL string
	process *exec.Cmd
	cancel  context.CancelFunc
}

// startService returns when the simulator listens, on a port that it chose itself.
func startService(ctx context.Context, idmctl string) (*service, error) {
	ctx, cancel := context.WithCancel(ctx)
	process := exec.CommandContext(ctx, idmctl, "simulate", "--listen", "127.0.0.1:0", "--seed", "demo")
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
	baseURL, found := listening(bufio.NewScanner(stdout))
	tooLate.Stop()
	if !found {
		cancel()
		_ = process.Wait()
		return nil, fmt.Errorf("the simulator does not listen: %s", strings.TrimSpace(complaints.String()))
	}
	go func() { _, _ = io.Copy(io.Discard, stdout) }()
	return &service{baseURL: baseURL, process: process, cancel: cancel}, nil
}

func listening(lines *bufio.Scanner) (baseURL string, found bool) {
	for lines.Scan() {
		if baseURL, found = strings.CutPrefix(lines.Text(), "listening on "); found {
			return baseURL, true
		}
	}
	return "", false
}

func (s *service) stop() {
	s.cancel()
	// It was killed, so it has an error for sure.
	_ = s.process.Wait()
}

// call sends one request as the administrator and decodes the object that is answered.
func (s *service) call(ctx context.Context, method, path string, body any) (map[string]any, error) {
	ctx, cancel := context.WithTimeout(ctx, callTimeout)
	defer cancel()
	var content io.Reader = http.NoBody
	if body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		content = bytes.NewReader(encoded)
	}
	request, err := http.NewRequestWithContext(ctx, method, s.baseURL+path, content)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	response, err := (&http.Client{}).Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s %s: the service answered %s", method, path, response.Status)
	}
	var object map[string]any
	err = json.NewDecoder(response.Body).Decode(&object)
	return object, err
}
