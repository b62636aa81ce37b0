package e2e

import (
	"path/filepath"
	"strings"
	"testing"
)

// The page of a rehearsed copy filters the paths that no plan declares.
func TestInvariants(t *testing.T) {
	t.Parallel()
	h := newHiding(t)
	h.playFile(ownName + "invariants.txt")
	p := openPage(t, filepath.Join(h.folder, "access.html"))
	evaluate[bool](p, `(() => { const e = document.getElementById("undeclared"); e.checked = true;
e.dispatchEvent(new Event("input", {bubbles: true})); return !document.getElementById("declared").hidden })()`)
	got, undeclared := evaluate[string](p, `document.getElementById("count").textContent`), h.values["undeclared"].AsString()
	if !strings.HasSuffix(got, ", "+undeclared+" paths") {
		t.Errorf("undeclared: %s, want %s paths", got, undeclared)
	}
}
