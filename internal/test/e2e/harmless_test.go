package e2e

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// rude returns texts with special characters for a terminal, the log of a pipeline and a
// configuration.
func rude(t *testing.T) string {
	t.Helper()
	body, err := json.Marshal(map[string]any{"errors": []map[string]string{{
		"code":    "errors.\x1b[2J##[error]code\u202e",
		"message": "\x1b]0;title\x07\u009b31m\n::error::message\r\n##vso[task.complete]\u200b \"demo-admin-token\"",
	}}})
	if err != nil {
		t.Fatal(err)
	}
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusUnprocessableEntity)
		_, _ = w.Write(body)
	}))
	t.Cleanup(service.Close)
	return service.URL
}

var steering = regexp.MustCompile("[\x00-\x08\x0b-\x1f\x7f\u0080-\u009f\u200b\u202a-\u202e]|##[A-Za-z]*\\[|(?m)^[\\s│]*::|demo-admin-token")

// Both binaries escape texts of the service.
func TestHarmless(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "data \"idm_unit\" \"a\" {\n  ext_id = \"acme-hq\"\n}\n", "IDM_TOKEN=demo-admin-token")
	w.environment = append(w.environment, "IDM_BASE_URL="+rude(t))
	texts := map[string]string{"plan": w.must(1, "plan", "-no-color")}
	idmctl := companion(t)
	export := exec.CommandContext(t.Context(), idmctl, "export", "--out", "tenant\x1b[2J")
	export.Dir, export.Env = w.folder, w.environment
	out, err := export.CombinedOutput()
	if err == nil {
		t.Error("the export of a service that refuses everything succeeds")
	}
	texts["export"] = string(out)
	for name, text := range texts {
		if found := steering.FindString(text); found != "" {
			t.Errorf("%s prints %q: %s", name, found, text)
		}
		for _, shown := range []string{`\u001b[2J#\u0023[error]code\u202e`, `:\u003aerror::message`, `\u009b31m`, "[masked]"} {
			if !strings.Contains(strings.Join(strings.Fields(strings.ReplaceAll(text, "│", "")), " "), shown) {
				t.Errorf("%s does not print %s: %s", name, shown, text)
			}
		}
	}
}
