package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

const (
	findingsOfPeople = `
locals {
  people = yamldecode(file("${path.module}/people.yaml")).people
}

resource "idm_profile" "all" {
  for_each = local.people

  user_ext_id = each.value.user
  ext_id      = each.key
}

resource "idm_authorization" "all" {
  for_each = merge([for profile, person in local.people : { for role in person.roles : "${profile}/${role}" => {
    profile = profile, role = role
  } }]...)

  profile_ext_id = idm_profile.all[each.value.profile].ext_id
  role_ext_id    = each.value.role
  client_global  = each.value.role == "crm-admin"
}
`
	peopleBefore = `people:
  p-ben-new:
    user: u-ben
    roles: [crm-reader]
`
	peopleAfter = `people:
  p-ben-new:
    user: u-ben
    roles:
    - crm-reader
    - crm-admin
  p-anna-new:
    user: u-anna
    roles: []
`
)

// A finding refers to the changed line, such as the entry of the data file for for_each, so that a
// pull request shows it there.
func TestFindings(t *testing.T) {
	t.Parallel()
	d := &drifting{newWorkspace(t, findingsOfPeople, asAdmin)}
	d.write(".git/HEAD", "ref: refs/heads/main\n")
	d.write("people.yaml", peopleBefore)
	d.must(0, "apply", "-auto-approve", "-no-color")
	d.snapshot("before.json")
	d.write("people.yaml", peopleAfter)
	d.must(0, "plan", "-no-color", "-out=tenant.tfplan")
	d.write("tenant.json", d.must(0, "show", "-json", "tenant.tfplan"))
	d.write("access.hcl", `invariant "duties" {
  exclusive = ["crm-reader", "crm-admin"]
}
`)
	for _, file := range []string{"tenant.tfplan", "tenant.json"} {
		printed, complaint, code := d.idmctl("review", file, "--snapshot", "before.json", "--fail-on", "gain.global,loss.role", "--out",
			"review.md",
			"--policy", "access.hcl", "--findings", "sarif=review.sarif", "--findings", "github=-", "--findings",
			"gitlab-terraform=widget.json",
			"--findings", "conftest=policy.json", "--findings", "junit=review.xml", "--findings", "gitlab=quality.json")
		if code != 2 {
			t.Fatalf("%s: exit code %d\n%s%s", file, code, printed, complaint)
		}
		wanted := []string{
			"error gain.global idm_authorization.all[\"p-ben-new/crm-admin\"] people.yaml:6",
			"error invariant/duties idm_authorization.all[\"p-ben-new/crm-admin\"] people.yaml:6",
			"note profile.create idm_profile.all[\"p-anna-new\"] people.yaml:7",
		}
		got := d.sarif("review.sarif")
		for _, want := range wanted {
			if !slices.Contains(got, want) {
				t.Errorf("%s: %q is missing in\n%s", file, want, strings.Join(got, "\n"))
			}
		}
		if !strings.Contains(printed, "::error file=people.yaml,line=6,title=idmctl review%3A gain.global::") {
			t.Errorf("%s: annotations:\n%s", file, printed)
		}
		if got := d.read("widget.json"); got != `{"create":2,"update":0,"delete":0}`+"\n" {
			t.Errorf("%s: the widget shows %s", file, got)
		}
		for name, text := range map[string]string{"policy.json": `"failures": [`, "review.xml": `failures="2"`,
			"quality.json": `"people.yaml"`} {
			if got := d.read(name); !strings.Contains(got, text) {
				t.Errorf("%s: %s lacks %s:\n%s", file, name, text, got)
			}
		}
	}
	if printed, complaint, code := d.idmctl("review", "tenant.tfplan", "--findings", "sarf=x"); code != 1 || printed != "" ||
		!strings.Contains(complaint, "sarif") {
		t.Errorf("an unknown format: exit code %d\n%s%s", code, printed, complaint)
	}
	if printed, complaint, code := d.idmctl("review", "tenant.tfplan", "--findings", "sarif=tenant.tfplan"); code != 1 {
		t.Errorf("findings over the plan: exit code %d\n%s%s", code, printed, complaint)
	}
	d.findingsOfOthers()
}

// findingsOfOthers checks the findings of all commands except review.
func (d *drifting) findingsOfOthers() {
	d.t.Helper()
	for check, arguments := range map[string][]string{
		"rehearse": {"rehearse", "tenant.tfplan", "--policy", "access.hcl"},
		"check":    {"policy", "check", "--snapshot", "before.json", "--plan", "tenant.tfplan", "--policy", "access.hcl"},
	} {
		_, complaint, code := d.idmctl(append(arguments, "--findings", "sarif=found.sarif")...)
		if got := d.sarif("found.sarif"); code != 2 || !slices.ContainsFunc(got, func(line string) bool {
			return strings.HasPrefix(line, "error invariant/duties ")
		}) {
			d.t.Errorf("%s: exit code %d, findings %q\n%s", check, code, got, complaint)
		}
	}
	d.behindTheBack("POST", "profiles/p-ben-new/authorizations/", `{"roleExtId":"wiki-editor"}`)
	d.must(0, "apply", "-auto-approve", "-no-color")
	d.behindTheBack("PATCH", "profiles/p-ben-new", `{"version":1,"name":"Changed"}`)
	_, complaint, code := d.idmctl("drift", "--findings", "sarif=drift.sarif")
	got := d.sarif("drift.sarif")
	if code != 2 || !slices.ContainsFunc(got, func(line string) bool { return strings.HasPrefix(line, "error undeclared-access ") }) {
		d.t.Errorf("drift: exit code %d, findings %q\n%s", code, got, complaint)
	}
}

// sarif reads findings with a library: level, rule, address and line.
func (w *workspace) sarif(name string) []string {
	w.t.Helper()
	log, err := sarif.FromString(w.read(name))
	if err != nil {
		w.t.Fatal(err)
	}
	if err := log.Validate(); err != nil {
		w.t.Fatalf("%s: %v", name, err)
	}
	var found []string
	for _, result := range log.Runs[0].Results {
		line := fmt.Sprint(result.Level, " ", *result.RuleID)
		for _, at := range result.Locations {
			if len(at.LogicalLocations) > 0 {
				line += " " + *at.LogicalLocations[0].FullyQualifiedName
			}
			line += fmt.Sprintf(" %s:%d", *at.PhysicalLocation.ArtifactLocation.URI, *at.PhysicalLocation.Region.StartLine)
		}
		found = append(found, line)
	}
	return found
}
