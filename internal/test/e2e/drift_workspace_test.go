package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// drifting is a workspace with an applied tenant.
type drifting struct{ *workspace }

// drift runs the command in the folder of the configuration, and checks the exit code.
func (d *drifting) drift(code int, arguments ...string) (stdout, stderr string) {
	d.t.Helper()
	return d.driftWith(code, d.environment, arguments...)
}

// everything is an argument of drift in these tests: no object is accepted.
const everything = "everything"

// accept accepts the objects of the tenant that no state contains now.
func (d *drifting) accept() {
	d.t.Helper()
	folder := d.t.TempDir()
	plan := filepath.Join(folder, "plan.json")
	d.accepted = filepath.Join(folder, "accepted.yaml")
	unit := `{"client_ext_id":"acme","ext_id":"none","id":"acme/none"}`
	if err := os.WriteFile(plan, []byte(`{"format_version":"1.2","terraform_version":"1.11.4","resource_changes":[{"address":"idm_unit.none",
		"type":"idm_unit","name":"none","mode":"managed","provider_name":"registry.terraform.io/identity-iac/idm",
		"change":{"actions":["no-op"],"before":`+unit+`,"after":`+unit+`}}]}`), 0o600); err != nil {
		d.t.Fatal(err)
	}
	if printed, complaints, code := d.companion(d.environment, "drift", plan, "--write-accepted", d.accepted); code != 2 {
		d.t.Fatal(code, printed, complaints)
	}
}

func (d *drifting) driftWith(code int, environment []string, arguments ...string) (stdout, stderr string) {
	d.t.Helper()
	if d.accepted == "" {
		d.accept()
	}
	if i := slices.Index(arguments, everything); i >= 0 {
		arguments = slices.Delete(slices.Clone(arguments), i, i+1)
	} else {
		arguments = append(slices.Clone(arguments), "--accept", d.accepted)
	}
	stdout, stderr, got := d.companion(environment, append([]string{"drift", "--cli", os.Getenv("TF_ACC_TERRAFORM_PATH")}, arguments...)...)
	if got != code {
		d.t.Fatalf("drift %s: exit code %d, want %d\n%s%s", strings.Join(arguments, " "), got, code, stdout, stderr)
	}
	if strings.Contains(stdout+stderr, "demo-admin-token") {
		d.t.Errorf("the token appears in the output of drift %s", strings.Join(arguments, " "))
	}
	return stdout, stderr
}

// without returns the environment without the settings for the service.
func (d *drifting) without() []string {
	return slices.DeleteFunc(slices.Clone(d.environment), func(v string) bool { return strings.HasPrefix(v, "IDM_") })
}

// driftObject is an object in a report of drift.
type driftObject struct {
	Address, Action string
	Gone            bool
	Differences     []struct {
		Path, Kind                string
		Declared, Recorded, Found any
	}
}

// lines returns the objects, one line per difference.
func lines(objects []driftObject) []string {
	var all []string
	for _, o := range objects {
		if len(o.Differences) == 0 {
			all = append(all, strings.TrimSpace(o.Address+" "+o.Action+map[bool]string{true: "gone"}[o.Gone]))
		}
		for _, each := range o.Differences {
			values, _ := json.Marshal([]any{each.Declared, each.Recorded, each.Found})
			all = append(all, o.Address+" "+each.Path+" "+each.Kind+" "+string(values))
		}
	}
	return all
}

func same(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%s\n\nwant:\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
