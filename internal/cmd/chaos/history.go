package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"

	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

// cell is one attribute of one object. object is the collection and the external ID, and attribute
// the name in the API.
type cell struct{ object, attribute string }

// history records every value that a PATCH writes, in the order in which the simulator processes
// them.
type history struct {
	mu     sync.Mutex
	values map[cell]string
	// read contains the values that the plan of each writer is based on. written contains the
	// values that it has written since.
	read, written map[string]map[cell]string

	edits, refused int
	// unseen lists values that a writer overwrote although its plan had read a different value.
	unseen []string
}

func newHistory() *history {
	return &history{values: map[cell]string{}, read: map[string]map[cell]string{}, written: map[string]map[cell]string{}}
}

// planned records the values that the plan of a writer is based on.
func (h *history) planned(writer string, read map[cell]string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.read[writer], h.written[writer] = read, map[cell]string{}
}

// now returns the current values.
func (h *history) now() map[cell]string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return maps.Clone(h.values)
}

// taken returns the values that a writer has written since its plan.
func (h *history) taken(writer string) map[cell]string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return maps.Clone(h.written[writer])
}

// in wraps the handler to record the requests of one writer. It serializes PATCH requests so that
// their order is known.
func (h *history) in(writer string) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodPatch {
				next.ServeHTTP(w, r)
				return
			}
			h.mu.Lock()
			defer h.mu.Unlock()
			body, err := io.ReadAll(r.Body)
			if err != nil {
				http.Error(w, err.Error(), http.StatusBadRequest)
				return
			}
			r.Body = io.NopCloser(bytes.NewReader(body))
			response := httptest.NewRecorder()
			next.ServeHTTP(response, r)
			switch response.Code {
			case http.StatusOK:
				h.wrote(writer, objectOf(r.URL.Path), body)
			case http.StatusConflict:
				h.refused++
			}
			maps.Copy(w.Header(), response.Header())
			w.WriteHeader(response.Code)
			w.Write(response.Body.Bytes())
		})
	}
}

// wrote records the values of a successful PATCH.
func (h *history) wrote(writer, object string, body []byte) {
	for attribute, value := range flatten(body) {
		at := cell{object, attribute}
		known, ok := h.written[writer][at]
		if !ok {
			known, ok = h.read[writer][at]
		}
		if old := h.values[at]; old != value && (!ok || known != old) {
			h.unseen = append(h.unseen, fmt.Sprintf("%s put %q over %q at %s %s, and knew %q", writer, value, old, object, attribute,
				known))
		}
		h.values[at] = value
		if h.written[writer] == nil {
			h.written[writer] = map[cell]string{}
		}
		h.written[writer][at] = value
		h.edits++
	}
}

// flatten returns the attributes of a body or an object, without the version. The names of
// localized texts contain a dot.
func flatten(content []byte) map[string]string {
	var body map[string]any
	if json.Unmarshal(content, &body) != nil {
		return nil
	}
	values := map[string]string{}
	for name, value := range body {
		group, nested := value.(map[string]any)
		switch {
		case nested:
			for inner := range group {
				values[name+"."+inner] = tenantgen.Text(group, inner)
			}
		case name != "version":
			values[name] = tenantgen.Text(body, name)
		}
	}
	return values
}

// objectOf returns the collection and the external ID at the end of a path.
func objectOf(path string) string {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	return strings.Join(parts[max(0, len(parts)-2):], "/")
}
