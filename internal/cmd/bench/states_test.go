package main

import (
	"io"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
)

func TestStates(t *testing.T) {
	s, err := startStates(t.Context(), filepath.Join(t.TempDir(), "states"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.stop)
	for _, step := range []struct {
		method, column, body string
		status               int
		answer               string
	}{
		{http.MethodGet, "ours", "", http.StatusNotFound, ""},
		{http.MethodPost, "ours", "first", http.StatusOK, ""},
		{http.MethodPost, "ours", "2nd", http.StatusOK, ""},
		{http.MethodGet, "ours", "", http.StatusOK, "2nd"},
		{http.MethodGet, "bare", "", http.StatusNotFound, ""},
	} {
		request, err := http.NewRequestWithContext(t.Context(), step.method, s.url+"/"+step.column, strings.NewReader(step.body))
		if err != nil {
			t.Fatal(err)
		}
		response, err := new(http.Client).Do(request)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode != step.status || string(answer) != step.answer {
			t.Errorf("%+v: %s %q, %v", step, response.Status, answer, err)
		}
	}
}
