package sim

import (
	"encoding/json"
	"net/http"
)

// controlHandler serves the paths below /_sim/. They are not part of the API, need no login, and
// are not logged.
func (s *Server) controlHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /_sim/requests", func(w http.ResponseWriter, _ *http.Request) {
		writeReply(w, reply{status: http.StatusOK, body: s.Requests()})
	})
	mux.HandleFunc("DELETE /_sim/requests", func(w http.ResponseWriter, _ *http.Request) {
		s.ClearRequests()
		w.WriteHeader(http.StatusNoContent)
	})
	mux.HandleFunc("GET /_sim/state", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.Write(s.State())
	})
	mux.HandleFunc("PUT /_sim/faults", func(w http.ResponseWriter, r *http.Request) {
		var faults []Fault
		s.configure(w, r, &faults, func() error { return s.SetFaults(faults...) })
	})
	mux.HandleFunc("PUT /_sim/quirks", func(w http.ResponseWriter, r *http.Request) {
		var names []string
		s.configure(w, r, &names, func() error { return s.SetQuirks(names...) })
	})
	mux.HandleFunc("POST /_sim/cloud/confirm", func(w http.ResponseWriter, r *http.Request) {
		var done confirmation
		s.configure(w, r, &done, func() error { return s.confirmTransaction(done) })
	})
	mux.HandleFunc("POST /_sim/reset", func(w http.ResponseWriter, _ *http.Request) {
		s.Reset()
		w.WriteHeader(http.StatusNoContent)
	})
	return mux
}

// configure decodes a JSON array and applies it. It responds with 422 when apply fails.
func (s *Server) configure(w http.ResponseWriter, r *http.Request, into any, apply func() error) {
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		writeReply(w, failed(malformed("The body is not the expected JSON: %s.", err)))
		return
	}
	if err := apply(); err != nil {
		writeReply(w, failed(refuse(codeInvalidParameter, "%s", err)))
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
