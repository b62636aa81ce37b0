package sim

import (
	"encoding/json"
	"net/http"
)

// controlHandler serves the paths below /_sim/. They are not part of the API, need no login, and
// are not logged.
func (s *Server) controlHandler() http.Handler {
	mux := http.NewServeMux()
	handle := func(pattern string, work func(body *json.Decoder) reply) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			body := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxBody))
			body.DisallowUnknownFields()
			var out reply
			if refused := attempt(func() { out = work(body) }); refused != nil {
				out = failed(refused)
			}
			writeReply(w, out)
		})
	}
	handle("GET /_sim/requests", func(*json.Decoder) reply { return okReply(s.Requests()) })
	handle("DELETE /_sim/requests", func(*json.Decoder) reply {
		s.ClearRequests()
		return noContent()
	})
	handle("GET /_sim/state", func(*json.Decoder) reply { return okReply(string(s.State())) })
	handle("PUT /_sim/faults", setting(func(faults []Fault) error { return s.SetFaults(faults...) }))
	handle("PUT /_sim/quirks", setting(func(names []string) error { return s.SetQuirks(names...) }))
	handle("POST /_sim/cloud/confirm", setting(s.confirmTransaction))
	handle("POST /_sim/reset", func(*json.Decoder) reply {
		s.Reset()
		return noContent()
	})
	return mux
}

// setting decodes a body and applies it. It responds with 422 when apply fails.
func setting[T any](apply func(T) error) func(*json.Decoder) reply {
	return func(body *json.Decoder) reply {
		var value T
		if err := body.Decode(&value); err != nil {
			panic(malformed("The body is not the expected JSON: %s.", err))
		}
		if err := apply(value); err != nil {
			panic(refuse(codeInvalidParameter, "%s", err))
		}
		return noContent()
	}
}
