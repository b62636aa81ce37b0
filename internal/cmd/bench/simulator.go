package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/programs"
)

// simulator runs in a separate process, so that its CPU time does not count towards any column.
type simulator struct {
	*programs.Simulator
}

// forget clears the request log.
func (s simulator) forget(ctx context.Context) error {
	return s.record(ctx, http.MethodDelete, http.StatusNoContent, func(io.Reader) error { return nil })
}

// requests counts the requests since the log was cleared, by method.
func (s simulator) requests(ctx context.Context) (counts map[string]int, err error) {
	err = s.record(ctx, http.MethodGet, http.StatusOK, func(list io.Reader) error {
		counts, err = countByMethod(list)
		return err
	})
	return counts, err
}

// countByMethod decodes a list of requests one by one, because this process must stay small: the
// reported peak of a child is never below the peak of its parent.
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
	// The list may have been truncated before an element.
	_, err := decoder.Token()
	return counts, err
}

func (s simulator) record(ctx context.Context, method string, status int, read func(io.Reader) error) error {
	request, err := http.NewRequestWithContext(ctx, method, s.BaseURL+"/_sim/requests", http.NoBody)
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
