package e2e

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The states of a tenant of an export with --split, by the names of their folders.
var splitRoots = []string{"deep_1", "lonely", "tenant", "zuerich_mueller_hq_var_x_if_hq"}

const (
	// The root deep_1 refers to the unit of the root tenant, so the alphabetical order of the roots
	// is not the order of their dependencies.
	newUnit = `
resource "idm_unit" "bench" {
  ext_id             = "bench"
  parent_unit_ext_id = "deep/3"
  name               = "Bench"
  profileless        = false
}
`
	newReader = `
resource "idm_profile" "reader" {
  ext_id      = "p-reader"
  user_ext_id = "u-none"
  unit_ext_id = "bench"
}

resource "idm_authorization" "reader" {
  profile_ext_id = idm_profile.reader.ext_id
  role_ext_id    = "crm-reader"
}
`
	newEditor = `
resource "idm_profile" "editor" {
  ext_id      = "p-editor"
  user_ext_id = "u-none"
  unit_ext_id = "lonely"
}

resource "idm_authorization" "editor" {
  profile_ext_id = idm_profile.editor.ext_id
  role_ext_id    = "wiki-editor"
}
`
	splitDuties = `invariant "duties" {
  exclusive = ["crm-reader", "wiki-editor"]
}
`
)

// split returns a tenant in several applied states.
func split(t *testing.T) *exporting {
	t.Helper()
	e := newExporting(t)
	e.export(0, nil, e.out, "--split")
	e.write("access.hcl", splitDuties)
	for _, root := range splitRoots {
		w := e.at(filepath.Join(e.out, root))
		w.must(0, "init", "-no-color")
		w.must(0, "apply", "-auto-approve", "-no-color", "-input=false")
		w.remove("imports.tf")
	}
	e.at(e.out).write(".git/HEAD", "ref: refs/heads/main\n")
	return e
}

// plans returns the saved plans of all states, and their JSON.
func (e *exporting) plans() (saved, documents []string) {
	e.t.Helper()
	for _, root := range splitRoots {
		w := e.at(filepath.Join(e.out, root))
		w.must(0, "plan", "-no-color", "-input=false", "-out=tenant.plan")
		w.write("tenant.json", w.must(0, "show", "-json", "tenant.plan"))
		saved = append(saved, filepath.Join(w.folder, "tenant.plan"))
		documents = append(documents, filepath.Join(w.folder, "tenant.json"))
	}
	return saved, documents
}

// Several plans of one tenant result in one review, one gate, one digest, and invariants and a
// rehearsal over all of them, in any order of the files.
func TestParts(t *testing.T) {
	t.Parallel()
	e := split(t)
	for root, text := range map[string]string{"tenant": newUnit, "deep_1": newReader, "lonely": newEditor} {
		e.at(filepath.Join(e.out, root)).write("new.tf", text)
	}
	saved, documents := e.plans()
	e.reviewsTogether(documents)
	e.checksTogether(saved)
	e.rehearsesTogether(saved)
	e.sharesAnObject()
}

// reviewedParts is a part of the JSON of a review.
type reviewedParts struct {
	Plan struct {
		File, SHA256 string
		Plans        []struct{ Name, SHA256 string }
	}
	Decision   string
	Changes    []struct{ Address string }
	Invariants struct {
		Violations []struct {
			Invariant string
			Causes    []string
		}
	}
}

func (e *exporting) reviewsTogether(files []string) {
	e.t.Helper()
	cli := os.Getenv("TF_ACC_TERRAFORM_PATH")
	review := func(files []string, options ...string) (string, reviewedParts) {
		e.t.Helper()
		arguments := append(append([]string{"review"}, files...), "--cli", cli, "--policy", "access.hcl", "--out", "review.md",
			"--report", "json=review.json", "--findings", "sarif=review.sarif")
		if printed, complaint, code := e.idmctl(nil, append(arguments, options...)...); code != 2 {
			e.t.Fatalf("exit code %d\n%s%s", code, printed, complaint)
		}
		var data reviewedParts
		decodeJSON(e.t, e.read("review.json"), &data)
		return e.read("review.md"), data
	}
	page, data := review(files)
	backwards := slices.Clone(files)
	slices.Reverse(backwards)
	if again, other := review(backwards, "--expect-digest", data.Plan.SHA256); again != page || other.Plan.SHA256 != data.Plan.SHA256 {
		e.t.Errorf("the order of the files matters:\n%s\n%s", page, again)
	}
	var addresses []string
	for _, change := range data.Changes {
		addresses = append(addresses, change.Address)
	}
	want := []string{"deep_1/idm_authorization.reader", "deep_1/idm_profile.reader", "lonely/idm_authorization.editor",
		"lonely/idm_profile.editor", "tenant/idm_unit.bench"}
	if !slices.Equal(addresses, want) || len(data.Plan.Plans) != len(files) || data.Decision != "fail" {
		e.t.Errorf("changes %q of %d plans: %s", addresses, len(data.Plan.Plans), data.Decision)
	}
	if !slices.ContainsFunc(e.sarif("review.sarif"), func(line string) bool {
		return line == "note gain.role lonely/idm_authorization.editor lonely/new.tf:8"
	}) {
		e.t.Errorf("findings: %q", e.sarif("review.sarif"))
	}
	if printed, complaint, code := e.idmctl(nil, append([]string{"review", files[0], files[0]}, "--cli", cli)...); code != 1 {
		e.t.Errorf("a plan that is given twice: exit code %d\n%s%s", code, printed, complaint)
	}
}

// checksTogether checks that the person who gains one role in each of two plans is found.
func (e *exporting) checksTogether(files []string) {
	e.t.Helper()
	check := func(want int, files ...string) string {
		e.t.Helper()
		arguments := []string{"policy", "check", "--policy", "access.hcl", "--cli", os.Getenv("TF_ACC_TERRAFORM_PATH")}
		for _, file := range files {
			arguments = append(arguments, "--plan", file)
		}
		printed, complaint, code := e.idmctl(nil, arguments...)
		if code != want {
			e.t.Fatalf("%d plans: exit code %d\n%s%s", len(files), code, printed, complaint)
		}
		return printed
	}
	if all := check(2, files...); !strings.Contains(all, "u-none") || !strings.Contains(all, "lonely/idm_authorization.editor") {
		e.t.Errorf("the invariant is not decided over all plans:\n%s", all)
	}
	if one := check(0, files[0]); strings.Contains(one, "u-none") {
		e.t.Errorf("one plan alone breaks the invariant:\n%s", one)
	}
}

// rehearsesTogether checks that the plans are applied to one copy in the order of their
// dependencies.
func (e *exporting) rehearsesTogether(files []string) {
	e.t.Helper()
	printed, complaint, code := e.idmctl(nil, append(append([]string{"rehearse"}, files...), "--cli", os.Getenv("TF_ACC_TERRAFORM_PATH"),
		"--output", "json", "--out", "rehearsal.json")...)
	if code != 0 {
		e.t.Fatalf("exit code %d\n%s%s", code, printed, complaint)
	}
	var result struct {
		Done   []struct{ Address string }
		Access []struct {
			Change string
			User   string `json:"user_ext_id"`
			Role   string `json:"role_ext_id"`
		}
		Review []any
	}
	decodeJSON(e.t, e.read("rehearsal.json"), &result)
	var done []string
	for _, step := range result.Done {
		done = append(done, step.Address)
	}
	made, used := slices.Index(done, "tenant/idm_unit.bench"), slices.Index(done, "deep_1/idm_profile.reader")
	if len(done) != 5 || made < 0 || made > used || len(result.Access) != 2 || len(result.Review) > 0 {
		e.t.Errorf("the rehearsal: %+v", result)
	}
	backwards := slices.Clone(files)
	slices.Reverse(backwards)
	again := append(append([]string{"rehearse"}, backwards...), "--result", "rehearsal.json")
	if printed, complaint, code := e.idmctl(nil, again...); code != 0 || !strings.Contains(printed, "tenant/idm_unit.bench") {
		e.t.Errorf("the earlier result: exit code %d\n%s%s", code, printed, complaint)
	}
}

// sharesAnObject adds a unit to a second state, and a grant to a profile whose grants another state
// declares authoritatively.
func (e *exporting) sharesAnObject() {
	e.t.Helper()
	e.at(filepath.Join(e.out, "lonely")).write("new.tf", newUnit)
	e.at(filepath.Join(e.out, "tenant")).write("new.tf", newUnit)
	e.at(filepath.Join(e.out, "deep_1")).write("new.tf", `
resource "idm_profile_authorizations" "all" {
  profile_ext_id = "p-5"
  authorizations = { wiki-editor = {} }
}
`)
	_, documents := e.plans()
	printed, complaint, code := e.idmctl(nil, append(append([]string{"review"}, documents...), "--cli",
		os.Getenv("TF_ACC_TERRAFORM_PATH"), "--fail-on", "fails.shared")...)
	if code != 2 || !strings.Contains(complaint, "lonely/idm_unit.bench and tenant/idm_unit.bench are in different plans") ||
		!strings.Contains(complaint, "deep_1/idm_profile_authorizations.all and zuerich_mueller_hq_var_x_if_hq/idm_authorization.") {
		e.t.Errorf("exit code %d\n%s%s", code, printed, complaint)
	}
}

// One report about all states: an object declared in one state is not drift in another one, and a
// change outside of Terraform is listed once, with its version and the line that declares it.
func TestParts_drift(t *testing.T) {
	t.Parallel()
	e := split(t)
	cli := os.Getenv("TF_ACC_TERRAFORM_PATH")
	roots := []string{}
	for _, root := range splitRoots {
		roots = append(roots, filepath.Join(e.out, root))
	}
	drift := func(code int, sources ...string) string {
		t.Helper()
		printed, complaint, got := e.idmctl(nil, append(append([]string{"drift"}, sources...), "--cli", cli, "--accept", "accepted.yaml",
			"--out",
			"drift.md", "--report", "json=drift.json", "--findings", "sarif=drift.sarif")...)
		if got != code {
			t.Fatalf("exit code %d, want %d\n%s%s%s", got, code, printed, complaint, e.read("drift.md"))
		}
		return e.read("drift.md")
	}
	e.idmctl(nil, append(append([]string{"drift"}, roots...), "--cli", cli, "--write-accepted", "accepted.yaml")...)
	before := drift(0, roots...)
	if single := drift(2, roots[0]); !strings.Contains(single, "`müller%2F10%25/crm`") || strings.Contains(before, "/crm") {
		t.Errorf("objects of other states: alone\n%s\ntogether\n%s", single, before)
	}
	e.call(http.MethodPatch, "m%C3%BCller%2F10%25/units/lonely", `{"name": "Lone"}`)
	drift(2, roots...)
	var found struct {
		Drift []struct {
			Address string
			History struct {
				Recorded *int64 `json:"recorded_version"`
			}
		}
	}
	decodeJSON(t, e.read("drift.json"), &found)
	if len(found.Drift) != 1 || !strings.HasPrefix(found.Drift[0].Address, "lonely/idm_unit.") || found.Drift[0].History.Recorded == nil {
		t.Errorf("drift: %+v", found.Drift)
	}
	if !slices.ContainsFunc(e.sarif("drift.sarif"), func(line string) bool { return strings.Contains(line, " lonely/units.tf:") }) {
		t.Errorf("findings: %q", e.sarif("drift.sarif"))
	}
}
