package e2e

import (
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
