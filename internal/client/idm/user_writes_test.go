package idm_test

import (
	"io"
	"net/http"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
)

// ArchiveUser is retried after a lost response, because it is idempotent.
func TestArchiveUser_repeated(t *testing.T) {
	sent := 0
	api := serveWith(t, rest.Config{MaxRetries: 1}, func(w http.ResponseWriter, _ *http.Request) {
		if sent++; sent == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
			io.WriteString(w, "{}")
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
	if err := api.ArchiveUser(t.Context(), "acme", "u"); err != nil || sent != 2 {
		t.Errorf("%v after %d requests", err, sent)
	}
}
