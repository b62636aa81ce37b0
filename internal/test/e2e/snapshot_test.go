package e2e

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// A tenant, its copy and the copy of the copy have identical exports. Only values that may be
// secrets are missing in the first copy, so its properties differ.
func TestSnapshot_roundTrip(t *testing.T) {
	t.Run("an awkward tenant", func(t *testing.T) { roundTrip(t, newExporting(t)) })
	t.Run("every kind and field", func(t *testing.T) {
		whole, err := os.ReadFile("../../idmctl/snapshot/testdata/whole.json")
		if err != nil {
			t.Fatal(err)
		}
		roundTrip(t, exportingFrom(t, sim.Options{Seed: whole, Quirks: []string{"later-releases"}}, "c"))
	})
}

// propertyBlocks matches the properties of an object in an export, and what is said about those that
// it leaves out.
var propertyBlocks = regexp.MustCompile(`(?ms)^(?:resource "idm_\w+_properties" .*?^}$|# Not exported: idm_\w+_properties [^\n]*$)`)

// withoutProperties returns the lines of a file of an export without those of properties.
func withoutProperties(content string) []string {
	lines := strings.Split(propertyBlocks.ReplaceAllString(content, ""), "\n")
	return slices.DeleteFunc(lines, func(line string) bool { return line == "" })
}

func roundTrip(t *testing.T, e *exporting) {
	t.Helper()
	e.inProcess = true
	e.export(0, nil, e.out)
	copied := e.copied(nil, "copy")
	again := e.copied(copied, "again")
	texts := []map[string]string{e.files(e.out)}
	for i, variables := range [][]string{copied, again} {
		folder := filepath.Join(e.folder, fmt.Sprint("export", i))
		e.export(0, variables, folder)
		texts = append(texts, e.files(folder))
	}
	for name, content := range texts[1] {
		if !slices.Equal(withoutProperties(texts[0][name]), withoutProperties(content)) {
			t.Errorf("%s of the tenant:\n%s\nof its copy:\n%s", name, texts[0][name], content)
		}
		if texts[2][name] != content {
			t.Errorf("%s of the copy:\n%s\nof the copy of the copy:\n%s", name, content, texts[2][name])
		}
	}
	if len(texts[0]) == 0 || len(texts[0]) != len(texts[1]) || len(texts[0]) != len(texts[2]) {
		t.Errorf("%d, %d and %d files", len(texts[0]), len(texts[1]), len(texts[2]))
	}
	for _, r := range e.sim.Requests() {
		if r.Method != "GET" {
			t.Errorf("%s %s was sent to the service", r.Method, r.Path)
		}
	}
}

// copied takes a snapshot, serves it, and returns the environment variables for it.
func (e *exporting) copied(variables []string, name string) []string {
	e.t.Helper()
	file := filepath.Join(e.folder, name+".json")
	printed, complaints, code := e.idmctl(variables, "snapshot", "--out", file)
	if code != 0 {
		e.t.Fatalf("exit code %d\n%s%s", code, printed, complaints)
	}
	info, err := os.Stat(file)
	if err != nil {
		e.t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		e.t.Errorf("mode %v", info.Mode())
	}
	server, err := sim.New(sim.Options{Seed: []byte(e.read(name + ".json"))})
	if err != nil {
		e.t.Fatal(err)
	}
	copied := httptest.NewServer(server)
	e.t.Cleanup(copied.Close)
	return []string{"IDM_BASE_URL=" + copied.URL, "IDM_TOKEN=snapshot-admin-token"}
}

// The exit code reports unreadable objects, and an error leaves the file unchanged.
func TestSnapshot_exitCodes(t *testing.T) {
	e := newExporting(t)
	e.inProcess = true
	file := filepath.Join(e.folder, "tenant.json")
	e.write("tenant.json", "older")
	for _, c := range []struct {
		arguments   []string
		environment string
		want        string
	}{
		{[]string{"--out", file, "--client", "none"}, "", `no client "none"`},
		{[]string{"--out", file, "--output", "xml"}, "", "give one of"},
		{nil, "", "--out"},
		{[]string{"--out", file, "--force=false"}, "", "the file exists"},
		{[]string{"--out", file}, "IDM_TOKEN=wrong", "does not accept the login"},
		{[]string{"--out", file}, "IDM_CLIENT_EXT_ID=", "name the client"},
	} {
		_, complaints, code := e.idmctl([]string{c.environment}, append([]string{"snapshot", "--force"}, c.arguments...)...)
		if code != 1 || !strings.Contains(complaints, c.want) || e.read("tenant.json") != "older" {
			t.Errorf("%v: exit code %d, %s", c.arguments, code, complaints)
		}
	}
	printed, complaints, code := e.idmctl([]string{"IDM_TOKEN=cannot-see-grants"}, "snapshot", "--force", "--out", file, "--output", "json")
	var summary struct{ Missing []struct{ What string } }
	if err := json.Unmarshal([]byte(printed), &summary); err != nil {
		t.Fatalf("%v: %s%s", err, printed, complaints)
	}
	if code != 2 || len(summary.Missing) == 0 || !strings.Contains(complaints, "not complete") {
		t.Errorf("exit code %d, %s%s", code, printed, complaints)
	}
}

var takenAt = regexp.MustCompile(`"time": *"[^"]*"`)

// The key of pseudonyms is created once, readable only by its owner, and results in the same copy
// again. Without a key file, two copies have no pseudonym in common. A file that is not a key is an
// error.
func TestSnapshot_pseudonymKey(t *testing.T) {
	e := newExporting(t)
	e.inProcess = true
	key := filepath.Join(e.folder, "key")
	taken := func(code int, name string, flags ...string) (copied, printed string) {
		t.Helper()
		file := filepath.Join(e.folder, name)
		printed, complaints, got := e.idmctl(nil, append([]string{"snapshot", "--pseudonyms", "--out", file}, flags...)...)
		if (got == 1) != (code == 1) {
			t.Fatalf("exit code %d\n%s%s", got, printed, complaints)
		}
		content, _ := os.ReadFile(file)
		// A snapshot records when it was taken.
		return takenAt.ReplaceAllString(string(content), `"time":""`), printed + complaints
	}
	first, printed := taken(0, "first", "--pseudonym-key", key)
	second, _ := taken(0, "second", "--pseudonym-key", key)
	third, _ := taken(0, "third")
	info, err := os.Stat(key)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the key: %v, %v", info, err)
	}
	content, err := os.ReadFile(key)
	if err != nil || strings.Contains(first+printed, strings.TrimSpace(string(content))) {
		t.Errorf("the key is in the copy or in the output: %v", err)
	}
	if first == "" || first != second || first == third {
		t.Errorf("copies: same key %t, no key %t", first == second, first == third)
	}
	if err := os.WriteFile(key, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	if copied, printed := taken(1, "fourth", "--pseudonym-key", key); copied != "" || !strings.Contains(printed, "does not contain a key") {
		t.Errorf("a file that is not a key: %q, %s", copied, printed)
	}
}
