package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
)

// service calls the units of one client.
type service struct {
	units, token string
	http         *http.Client
}

// unit is the stored form of an object. Location contains its parent, so that the service does not
// see a tree.
type unit struct {
	ExtID       string `json:"extId"`
	Name        string `json:"name"`
	Location    string `json:"location,omitempty"`
	Profileless bool   `json:"profileless"`
}

func (s *service) create(ctx context.Context, u unit) error {
	body, err := json.Marshal(u)
	if err != nil {
		return err
	}
	_, err = s.call(ctx, http.MethodPost, "", body, http.StatusCreated)
	return err
}

func (s *service) read(ctx context.Context, extID string) (unit, error) {
	var u unit
	answer, err := s.call(ctx, http.MethodGet, extID, nil, http.StatusOK)
	if err != nil {
		return u, err
	}
	err = json.Unmarshal(answer, &u)
	return u, err
}

func (s *service) delete(ctx context.Context, extID string) error {
	_, err := s.call(ctx, http.MethodDelete, extID, nil, http.StatusNoContent)
	return err
}

func (s *service) call(ctx context.Context, method, extID string, body []byte, status int) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, s.units+url.PathEscape(extID), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Authorization", "Bearer "+s.token)
	request.Header.Set("Content-Type", "application/json")
	response, err := s.http.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != status {
		err = fmt.Errorf("%s %s: %s", method, request.URL.Path, response.Status)
	}
	return answer, err
}
