package drift_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/drift"
)

// The file with accepted objects lists what no state contains, also if it is written a second time.
func TestAccept(t *testing.T) {
	want, err := os.ReadFile("testdata/accepted.yaml")
	if err != nil {
		t.Fatal(err)
	}
	cases := decode[map[string]reportCase](t, "testdata/reports/accepted.yaml")
	for _, name := range []string{"nothing accepted", "everything accepted"} {
		r, _ := cases[name].report(t)
		if got, err := r.Accept(); err != nil || string(got) != string(want) {
			t.Errorf("%s: %v\n%s", name, err, got)
		}
	}
}

// A file of accepted objects that cannot be understood accepts nothing.
func TestReadAccepted_refused(t *testing.T) {
	for _, content := range []string{"", "null", "[]", "x", "format_version: '2.0'\nobjects: []", "objects: []", `{"format_version":"1.0","object":[]}`,
		"format_version: '1.0'\nobjects: []\n---\nobjects: []", "format_version: '1.0'\nobjects: [{kind: usr, id: a}]",
		"format_version: '1.0'\nobjects: [{kind: user}]", "format_version: '1.0'\nobjects: [{kind: user, id: a, nme: b}]", `{"clients":[{}]}`} {
		file := filepath.Join(t.TempDir(), "accepted.yaml")
		if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := drift.ReadAccepted(file); err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("%q: %v", content, err)
		}
	}
	if _, err := drift.ReadAccepted("nowhere.yaml"); err == nil {
		t.Error("a missing file is read")
	}
}
