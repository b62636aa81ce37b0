package idmctl

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/drift"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// The changes since a snapshot are findings; without one the exit code is 0, and what could not be
// read is never clean.
func TestDrift_since(t *testing.T) {
	server := serving(t, sim.DemoSeed(), func(http.ResponseWriter, *http.Request) bool { return false })
	t.Setenv("IDM_CLIENT_EXT_ID", "acme")
	monday, sarifFile := filepath.Join(t.TempDir(), "monday.json"), filepath.Join(t.TempDir(), "drift.sarif")
	run := func(want int, line string) string {
		t.Helper()
		line = strings.NewReplacer("monday.json", monday, "drift.sarif", sarifFile).Replace(line)
		out, code := companion(t, strings.Fields(line)...)
		if code != want {
			t.Fatalf("idmctl %s: exit code %d, want %d\n%s", line, code, want, out)
		}
		return out
	}
	run(0, "snapshot --out monday.json")
	if text := run(0, "drift --since monday.json"); !strings.Contains(text, "Nothing has changed since the snapshot.") {
		t.Error(text)
	}
	disable(t, server, "/acme/users/"+someone(t, monday))
	text := run(2, "drift --since monday.json --output json --findings sarif=drift.sarif")
	encoded, _, _ := strings.Cut(text, "\nSince the snapshot")
	var r drift.Since
	if err := json.Unmarshal([]byte(encoded), &r); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	fits(t, "drift-since", r)
	if len(r.Objects) != 1 || r.Objects[0].Action != "changed" || r.Objects[0].Differences[0].Path != "userState" {
		t.Errorf("%+v", r.Objects)
	}
	if sarif, err := os.ReadFile(sarifFile); err != nil || !strings.Contains(string(sarif), "was changed") {
		t.Errorf("%v\n%s", err, sarif)
	}
	for line, want := range map[string]string{
		"drift . --since monday.json":                 "name no folder and no plan",
		"drift --since none.json":                     "no such file",
		"drift --since monday.json --accept a.yaml":   "none of the others can be",
		"drift --since monday.json --output markdown": "Since the snapshot",
	} {
		code := exitError
		if want == "Since the snapshot" {
			code = exitFinding
		}
		if text := run(code, line); !strings.Contains(text, want) {
			t.Errorf("idmctl %s:\n%s", line, text)
		}
	}
	taken := os.Getenv("IDM_BASE_URL")
	t.Setenv("IDM_BASE_URL", "https://other.example.com")
	if text := run(1, "drift --since monday.json"); !strings.Contains(text, "it is a snapshot of "+taken) {
		t.Error(text)
	}
}

// someone returns the external ID of an active user of a snapshot.
func someone(t *testing.T, file string) string {
	t.Helper()
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var held struct {
		Users []struct{ ExtID, UserState string }
	}
	if err := json.Unmarshal(content, &held); err != nil {
		t.Fatal(err)
	}
	for _, user := range held.Users {
		if user.UserState == "active" {
			return user.ExtID
		}
	}
	t.Fatal("no active user")
	return ""
}
