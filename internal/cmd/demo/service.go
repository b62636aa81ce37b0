package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/programs"
)

const (
	// token is the administrator's token in the simulator's demo tenant.
	token = "demo-admin-token"

	callTimeout = 10 * time.Second
)

// service is a running simulator with the demo tenant.
type service struct {
	*programs.Simulator
}

func startService(ctx context.Context, idmctl string) (service, error) {
	simulator, err := programs.StartSimulator(ctx, idmctl, "demo")
	return service{simulator}, err
}

// call sends one request as the administrator and decodes the returned object.
func (s service) call(ctx context.Context, method, path string, body any) (map[string]any, error) {
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
	request, err := http.NewRequestWithContext(ctx, method, s.BaseURL+path, content)
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
		return nil, fmt.Errorf("%s %s: the service returned %s", method, path, response.Status)
	}
	var object map[string]any
	err = json.NewDecoder(response.Body).Decode(&object)
	return object, err
}
