package e2e

import (
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/codehost"
)

// A plan dissolves a unit and moves its people: the pipeline says after its apply that one more run
// is needed, the drift report names the unit, and the second apply deletes it. None is an error.
func TestRemaining(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, "", asAdmin)
	program := companion(t)
	declare := func(unit string, units ...string) {
		var all strings.Builder
		for _, name := range units {
			fmt.Fprintf(&all, "    %q = { name = %q, profileless = false }\n", name, name)
		}
		w.write("people.tf", fmt.Sprintf(`resource "idm_unit_tree" "all" {
  parent_unit_ext_id = "acme-hq"
  units = {
%s  }
}
resource "idm_profiles" "staff" {
  profiles = { eva = { user_ext_id = "u-ben", unit_ext_id = idm_unit_tree.all.ext_ids[%q] } }
}
`, all.String(), unit))
	}
	cli := filepath.Join(w.folder, "cli.sh")
	w.write("cli.sh", "#!/bin/sh\n[ \"$1\" = init ] && exit 0\nexec "+os.Getenv("TF_ACC_TERRAFORM_PATH")+" \"$@\"\n")
	if err := os.Chmod(cli, 0o700); err != nil {
		t.Fatal(err)
	}
	idmctl := func(code int, more []string, arguments ...string) string {
		t.Helper()
		command := exec.Command(program, arguments...)
		command.Dir, command.Env = w.folder, slices.Concat(w.environment, more)
		out, err := command.CombinedOutput()
		if got := command.ProcessState.ExitCode(); got != code {
			t.Fatalf("%v: %d %v\n%s", arguments, got, err, out)
		}
		return strings.Join(strings.Fields(string(out)), " ")
	}
	apply := func() string {
		t.Helper()
		file := filepath.Join("out", codehost.PlanFile)
		w.write(file, "")
		w.must(0, "plan", "-no-color", "-out="+file)
		digest := sha256.Sum256([]byte(w.read(file)))
		return idmctl(0, []string{"CLI=" + cli, "TENANT=.", fmt.Sprintf("DIGEST=%x", digest)}, "pipeline", "apply")
	}
	const again = "One more run is needed"
	declare("old", "old", "new")
	if out := apply(); strings.Contains(out, again) {
		t.Error(out)
	}
	declare("new", "new")
	if out := apply(); !strings.Contains(out, again) || !strings.Contains(out, `The unit "old" has left the map and is still in use`) {
		t.Error(out)
	}
	w.must(0, "plan", "-no-color", "-out=next", "-refresh=false")
	w.write("next.json", w.must(0, "show", "-json", "next"))
	// The tenant has other objects that no state contains.
	if out := idmctl(2, nil, "drift", "next.json"); !strings.Contains(out, `idm_unit_tree.all.remaining["old"]`) ||
		!strings.Contains(out, "1 removed unit is still in use") || strings.Contains(out, "acme/old") {
		t.Error(out)
	}
	if out := apply(); strings.Contains(out, again) || !strings.Contains(strings.Join(w.writes(), " "), "DELETE /core/v1/acme/units/old") {
		t.Error(out)
	}
	w.must(0, "plan", "-detailed-exitcode", "-no-color")
}
