package acctest

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// givenQuirks are the names in IDM_ACC_QUIRKS, with commas between them.
func givenQuirks() []string {
	return strings.FieldsFunc(os.Getenv("IDM_ACC_QUIRKS"), func(r rune) bool { return r == ',' })
}

// Without leaves a test out when IDM_ACC_QUIRKS names one of the quirks, because that contradicts the very point of the test.
func Without(t testing.TB, reason string, quirks ...string) {
	t.Helper()
	for _, quirk := range givenQuirks() {
		if slices.Contains(quirks, quirk) {
			t.Skipf("under %s: %s", quirk, reason)
		}
	}
}
