package tenant

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// The table contains every read that can fail: a missing entry would make unread access look like
// no access.
func TestReads_complete(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	noted := map[string]bool{"client": true}
	call := regexp.MustCompile(`\bnote\((?:[\w.]+, )?"([^"]+)"`)
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range call.FindAllStringSubmatch(string(source), -1) {
			noted[match[1]] = true
			if _, listed := reads[match[1]]; !listed && !strings.HasSuffix(file, "_test.go") {
				t.Errorf("%s: %q is not in the table of reads", file, match[1])
			}
		}
	}
	// The lists of plain objects are named after their type.
	for _, row := range objecttype.All() {
		noted[row.Plural+" of client"], noted[row.Plural+" of the service, seen from client"] = true, true
	}
	for what := range reads {
		if !noted[what] {
			t.Errorf("the table has %q, which no read is called", what)
		}
	}
}
