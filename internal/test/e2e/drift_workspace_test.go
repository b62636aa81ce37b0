package e2e

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The values of the encrypted property at the apply and after a manual change.
const driftSecret, driftOtherSecret = "first-note-4711", "second-note-4712"

const driftTenant = `
variable "note" {
  type      = string
  sensitive = true
}

resource "idm_unit" "sales" {
  ext_id             = "sales"
  name               = "Sales"
  parent_unit_ext_id = "acme-hq"
  profileless        = false
  display_name       = { en = "Sales", de = "Verkauf" }
}

resource "idm_unit" "region" {
  for_each           = toset(["east \"$${x}\"", "west"])
  ext_id             = each.key == "west" ? "west" : "east"
  name               = each.key
  parent_unit_ext_id = idm_unit.sales.ext_id
  profileless        = false
}

resource "idm_unit_properties" "sales" {
  unit_ext_id          = idm_unit.sales.ext_id
  properties           = { costCenter = "4711" }
  sensitive_properties = { secretNote = var.note }
}

resource "idm_profile" "ben" {
  user_ext_id = "u-ben"
  ext_id      = "p-ben"
  unit_ext_id = idm_unit.sales.ext_id
}

resource "idm_profile_authorizations" "ben" {
  profile_ext_id = idm_profile.ben.ext_id
  authorizations = {
    "crm-reader"  = { unit_global = true, client_global = false }
    "wiki-editor" = {}
  }
}

resource "idm_client_applications" "acme" {
  application_ext_ids = ["crm", "wiki", "billing"]
}
`

const driftImport = `
import {
  to = idm_client_applications.acme
  id = "acme"
}
`

// drifting is a workspace with an applied tenant.
type drifting struct{ *workspace }

func newDrifting(t *testing.T) *drifting {
	t.Helper()
	return newDriftingOf(t, driftTenant)
}

func newDriftingOf(t *testing.T, tenant string) *drifting {
	t.Helper()
	w := newWorkspace(t, tenant, asAdmin, "TF_VAR_note="+driftSecret)
	w.write("adopt.tf", driftImport)
	w.must(0, "apply", "-auto-approve", "-no-color")
	w.remove("adopt.tf")
	return &drifting{w}
}

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
	for _, secret := range []string{driftSecret, driftOtherSecret, "demo-admin-token"} {
		if strings.Contains(stdout+stderr, secret) {
			d.t.Errorf("%s appears in the output of drift %s", secret, strings.Join(arguments, " "))
		}
	}
	return stdout, stderr
}

// without returns the environment without the settings for the service.
func (d *drifting) without() []string {
	return slices.DeleteFunc(slices.Clone(d.environment), func(v string) bool { return strings.HasPrefix(v, "IDM_") })
}

// meddle makes a manual change of each kind that the report knows.
func (d *drifting) meddle() {
	d.behindTheBack(http.MethodPatch, "units/sales", `{"name":"Sales <EMEA>","displayName":{"DE":"Vertrieb"}}`)
	d.behindTheBack(http.MethodPut, "units/acme-hq/children/west", "")
	d.behindTheBack(http.MethodDelete, "units/east", "")
	d.behindTheBack(http.MethodPost, "profiles/p-ben/authorizations/", `{"roleExtId":"hr-viewer","clientGlobal":true}`)
	d.behindTheBack(http.MethodPatch, "profiles/p-ben", `{"profileState":"disabled"}`)
	d.behindTheBack(http.MethodPatch, "units/sales/properties/", `{"secretNote":"`+driftOtherSecret+`"}`)
	d.behindTheBack(http.MethodPost, "units/", `{"extId":"shadow","name":"Shadow","profileless":false,"parentUnitExtId":"sales"}`)
}

type driftReport struct {
	Source  string
	Summary struct{ Drifted, Gone, Undeclared, Accepted, NotApplied, Unmanaged int }
	Drift   []driftObject
	Accepted,
	NotApplied []driftObject
	NotSeen   []string
	Unmanaged *struct {
		Clients []string
		Shares  []struct {
			Kind           string
			Total, Managed int
			Percent        float64
		}
		Objects []struct{ Kind, ID, Name string }
	}
}

// UnmarshalJSON decodes a report and rejects unknown fields.
func (r *driftReport) UnmarshalJSON(data []byte) error {
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	for name, to := range map[string]any{"source": &r.Source, "drift": &r.Drift, "accepted": &r.Accepted, "not_applied": &r.NotApplied,
		"unmanaged": &r.Unmanaged, "not_seen": &r.NotSeen} {
		if raw[name] == nil {
			continue
		}
		if err := json.Unmarshal(raw[name], to); err != nil {
			return err
		}
	}
	var counts map[string]int
	if err := json.Unmarshal(raw["summary"], &counts); err != nil {
		return err
	}
	r.Summary.Drifted, r.Summary.Gone, r.Summary.Undeclared = counts["drifted"], counts["gone"], counts["undeclared"]
	r.Summary.Accepted, r.Summary.NotApplied, r.Summary.Unmanaged = counts["accepted"], counts["not_applied"], counts["unmanaged"]
	return nil
}

type driftHistory struct {
	RecordedVersion int64  `json:"recorded_version"`
	FoundVersion    int64  `json:"found_version"`
	LastModified    string `json:"last_modified"`
	Unknown         string
}

type driftObject struct {
	Address, Action string
	Gone            bool
	History         driftHistory
	Differences     []struct {
		Path, Kind                string
		Declared, Recorded, Found any
		History                   *driftHistory
	}
}

func (d *drifting) report(code int, arguments ...string) driftReport {
	d.t.Helper()
	return d.reportWith(code, d.environment, arguments...)
}

func (d *drifting) reportWith(code int, environment []string, arguments ...string) driftReport {
	d.t.Helper()
	out, _ := d.driftWith(code, environment, append(arguments, "--output", "json")...)
	var r driftReport
	decodeJSON(d.t, out, &r)
	return r
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

// files returns the names and contents of the files in the folder.
func (d *drifting) files() []string {
	d.t.Helper()
	var all []string
	err := filepath.WalkDir(d.folder, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		all = append(all, path+" "+string(content))
		return err
	})
	if err != nil {
		d.t.Fatal(err)
	}
	return all
}

// snapshot writes a snapshot of the tenant into the folder.
func (d *drifting) snapshot(name string) {
	d.t.Helper()
	if printed, complaint, code := d.companion(d.environment, "snapshot", "--out", name); code != 0 {
		d.t.Fatalf("exit code %d\n%s%s", code, printed, complaint)
	}
}

// idmctl runs any command in the folder, with the CLI of the tests in the PATH.
func (d *drifting) idmctl(arguments ...string) (stdout, stderr string, code int) {
	d.t.Helper()
	return (&rehearsed{workspace: d.workspace}).idmctl(arguments...)
}
