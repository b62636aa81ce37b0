package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The example of a module's tests passes with the demo tenant and with a snapshot of it, and fails
// if the module's behavior differs.
func TestTesting(t *testing.T) {
	t.Parallel()
	needs(t, "bash")
	w := newWorkspace(t, "", asAdmin)
	path := companion(t)
	if err := os.CopyFS(filepath.Join(w.folder, "module"), os.DirFS(filepath.Join(examples, "testing"))); err != nil {
		t.Fatal(err)
	}
	run := func(arguments ...string) (string, error) {
		command := exec.Command("bash", append([]string{filepath.Join(w.folder, "module", "run.sh")}, arguments...)...)
		command.Dir = w.folder
		command.Env = append(slices.Clone(w.environment), "CLI="+os.Getenv("TF_ACC_TERRAFORM_PATH"),
			"PATH="+filepath.Dir(path)+string(os.PathListSeparator)+os.Getenv("PATH"))
		out, err := command.CombinedOutput()
		return string(out), err
	}
	if out, err := run(); err != nil || !strings.Contains(out, "4 passed, 0 failed") {
		t.Errorf("with the demo tenant: %v\n%s", err, out)
	}
	take := exec.Command(path, "snapshot", "--out", filepath.Join(w.folder, "acme.json"))
	take.Env = w.environment
	if out, err := take.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if out, err := run(filepath.Join(w.folder, "acme.json")); err != nil || !strings.Contains(out, "4 passed, 0 failed") {
		t.Errorf("with a snapshot: %v\n%s", err, out)
	}
	module := w.read("module/main.tf")
	w.write("module/main.tf", strings.Replace(module, "parent_unit_ext_id = var.parent", "parent_unit_ext_id = null", 1))
	if out, err := run(); err == nil || !strings.Contains(out, "The team is not below the requested unit") {
		t.Errorf("a module that does otherwise passes: %v\n%s", err, out)
	}
}
