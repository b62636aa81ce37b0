package e2e

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const digest = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// bare returns a project without a service or a state, for requests that are rejected before either
// is used.
func bare(t *testing.T, v vendor) *project {
	t.Helper()
	needs(t, "bash")
	idmctl := companion(t)
	p := &project{t: t, vendor: v, forge: newForge(t, v.name), commits: map[string]string{}}
	p.takeTokens()
	p.runner = map[string]string{"PATH": filepath.Dir(idmctl) + ":" + os.Getenv("PATH"), "HOME": t.TempDir(), "CLI": "false",
		"CI_PIPELINE_SOURCE": "push"}
	p.main = p.commit("", nil)
	return p
}

// attempt is a row of testdata/tables/pipelines.hcl, which one of the vendors decides.
type attempt struct {
	acctest.Row
	vendor vendor
}

// attempts runs a test for each row of a kind.
func attempts(t *testing.T, kind string, test func(t *testing.T, a attempt)) {
	t.Helper()
	for _, row := range acctest.Table(t, "testdata/tables/pipelines.hcl") {
		for _, v := range vendors {
			if row.Type == kind && v.name == cmp.Or(row.Text("vendor"), v.name) {
				t.Run(row.Name+" on "+v.name, func(t *testing.T) { test(t, attempt{row, v}) })
			}
		}
	}
}

// digested inserts the digest of the plan into a text.
func digested(text string) string { return strings.ReplaceAll(text, "DIGEST", digest) }

// into changes what the forge holds as an argument says.
func (a attempt) into(t *testing.T, values, to any) {
	t.Helper()
	text, err := json.Marshal(values)
	if err = cmp.Or(err, json.Unmarshal([]byte(digested(string(text))), to)); err != nil {
		t.Fatal(err)
	}
}

// decides checks that a step goes on, or is refused with a text, as the row says.
func (a attempt) decides(j *job, step string) {
	j.t.Helper()
	want := a.Arguments["counts"] != nil
	if j.run("idmctl pipeline " + step); j.ok != want || !strings.Contains(j.output.String(), a.Text("want")) {
		j.t.Errorf("%s goes on: %t, want %t and %q\n%s", step, j.ok, want, a.Text("want"), j.output.String())
	}
}

// ranAs records a run of the plan or the review of a vendor.
func (p *project) ranAs(step string, number int, head string, ok bool, kept map[string]string) *run {
	if p.vendor.name == "github" {
		step = "idm-" + step
	}
	return p.forge.ran(step, number, head, ok, kept)
}

func TestPipelines_otherRequests(t *testing.T) {
	attempts(t, "request", func(t *testing.T, a attempt) {
		p := bare(t, a.vendor)
		head := p.commit("", nil)
		p.forge.pushed(1, head)
		made := p.ranAs("plan", 1, head, true, map[string]string{planFile: "x"})
		a.into(t, a.Arguments["change"], p.forge.Changes[0])
		a.into(t, a.Arguments["run"], made)
		if other, ok := a.Arguments["other"]; ok {
			p.forge.pushed(2, head)
			a.into(t, other, p.forge.Changes[1])
		}
		j := p.vendor.reviewJob(p, made)
		a.decides(j, "request")
		if _, err := os.Stat(filepath.Join(j.folder, "in/tenant.plan")); err == nil && !j.ok {
			t.Error("the plan was downloaded")
		}
	})
}

func TestPipelines_otherReviews(t *testing.T) {
	attempts(t, "review", func(t *testing.T, a attempt) {
		p := bare(t, a.vendor)
		head := p.commit("", nil)
		p.forge.pushed(1, head)
		p.forge.change(1).Merge = p.main
		a.into(t, a.Arguments["plan"], p.ranAs("plan", 1, head, true, map[string]string{planFile: "x"}))
		runs, _ := a.Arguments["runs"].([]any)
		for _, made := range runs {
			a.into(t, made, p.ranAs("review", 1, head, false, nil))
		}
		a.decides(p.job(p.main, "idm-production"), "approved")
	})
}

func TestPipelines_otherPlan(t *testing.T) {
	attempts(t, "apply", func(t *testing.T, a attempt) {
		p := bare(t, a.vendor)
		j := p.job(p.main, "idm-production")
		j.write(planFile, "another plan")
		j.environment["DIGEST"] = digested(a.Text("digest"))
		a.decides(j, "apply")
	})
}

// approvals returns the approvals of a row: by people, whose texts are those of the row, or the line
// that approves the plan. The approvals of "early" people are older than the review.
func (a attempt) approvals() (all []given) {
	for i, login := range a.Texts("by") {
		by := person{ID: 99, Login: login}
		if k := slices.IndexFunc(people, func(p person) bool { return p.Login == login }); k >= 0 {
			by = people[k]
		}
		by.ID = cmp.Or(a.Number("id"), by.ID)
		text := "approve DIGEST"
		if texts := a.Texts("texts"); i < len(texts) {
			text = texts[i]
		}
		all = append(all, given{by, digested(text), slices.Contains(a.Texts("early"), login)})
	}
	return all
}

// An approval of the plan of a request, and of a manually started plan, counts or does not.
func TestPipelines_approvals(t *testing.T) {
	attempts(t, "approval", func(t *testing.T, a attempt) {
		for _, byHand := range []bool{false, true} {
			t.Run(fmt.Sprintf("by hand %t", byHand), func(t *testing.T) {
				a.decides(bare(t, a.vendor).approvedPlan(byHand, "access-"+digest, a.approvals()...), "approved")
			})
		}
	})
}

// The rules of a pipeline are in its files. People who may start a job may also set its variables.
func TestPipelines_rulesInFiles(t *testing.T) {
	for _, v := range vendors {
		t.Run(v.name, func(t *testing.T) {
			j := bare(t, v).approvedPlan(true, "access-"+digest)
			j.environment["APPROVALS"], j.environment["BASE_BRANCH"] = "0", "topic"
			for step, want := range map[string]string{"approved": "0 of 1 approvals", "approved --approvals -1": "cannot be negative"} {
				attempt{acctest.Row{Arguments: acctest.Values{"want": want}}, v}.decides(j, step)
			}
			for _, step := range []string{"review", "approved"} {
				if line := stepLine(t, v.name, step); !strings.Contains(line, " --approvals 1") || strings.Contains(line, "$") {
					t.Errorf("a variable decides in %q", line)
				}
			}
		})
	}
}

// given is an approval; an early one is older than the review.
type given struct {
	by    person
	text  string
	early bool
}

// approvedPlan returns the job that applies a reviewed plan with approvals. They are on the page
// after other reviews and comments.
func (p *project) approvedPlan(byHand bool, reviewed string, approvals ...given) *job {
	head, number := p.main, 0
	if !byHand {
		head, number = p.commit("", nil), 1
		p.forge.pushed(number, head)
		p.forge.change(number).Merge = p.main
	}
	approve := func(early bool) {
		for _, one := range approvals {
			if one.early == early {
				p.forge.approves(number, head, one.by, one.text)
			}
		}
	}
	for id := range 120 {
		p.forge.approves(number, head, person{ID: 1000 + id, Login: fmt.Sprint("reader-", id)}, "Hm.")
	}
	approve(true)
	j := p.job(p.main, "idm-production")
	plan := p.ranAs("plan", number, head, true, map[string]string{planFile: "x"})
	made := p.ranAs("review", number, head, true, map[string]string{"base/" + planFile: "x", "base/out/reviewed": reviewed})
	if p.vendor.name == "github" {
		made.Kept = map[string]string{reviewed: ""}
	}
	if byHand {
		j.environment["RUN_ID"] = fmt.Sprint(made.ID)
		j.environment["CI_PIPELINE_SOURCE"], j.environment["CI_PIPELINE_ID"] = "web", fmt.Sprint(plan.ID)
	}
	approve(false)
	return j
}

// Rules of the policy file name groups that must approve a plan. Each group needs a member among
// the counting approvals, and a person whose membership the vendor does not show is not a member.
func TestPipelines_groups(t *testing.T) {
	attempts(t, "groups", func(t *testing.T, a attempt) {
		approvals := a.approvals()
		for _, byHand := range []bool{false, true} {
			// The same code checks the groups of a manually started plan.
			if byHand && len(approvals) != 1 {
				continue
			}
			t.Run(fmt.Sprintf("by hand %t", byHand), func(t *testing.T) {
				j := bare(t, a.vendor).approvedPlan(byHand, "access-"+digest+a.Text("of"), approvals...)
				j.environment["GROUPS_TOKEN"] = groupsToken
				a.decides(j, "approved")
			})
		}
	})
}

func TestPipelines_groupsUnread(t *testing.T) {
	attempts(t, "unread", func(t *testing.T, a attempt) {
		j := bare(t, a.vendor).approvedPlan(false, digested(a.Text("of")), given{by: reviewer, text: "approve " + digest})
		j.environment["GROUPS_TOKEN"] = groupsToken
		if token, ok := a.Arguments["token"].(string); ok {
			j.environment["GROUPS_TOKEN"] = token
		}
		approvals := 1
		if _, ok := a.Arguments["approvals"]; ok {
			approvals = a.Number("approvals")
		}
		a.decides(j, fmt.Sprint("approved --approvals ", approvals))
	})
}

// Plans in the repository are never applied, and a link in place of a folder is not followed.
func TestPipelines_plansOfTheRepository(t *testing.T) {
	for _, v := range vendors {
		t.Run(v.name, func(t *testing.T) {
			p := bare(t, v)
			elsewhere := t.TempDir()
			kept := filepath.Join(elsewhere, "tenant.plan")
			j := p.job(p.main, "idm-production")
			err := os.WriteFile(kept, []byte("x"), 0o600)
			for _, name := range []string{"in", "out"} {
				err = cmp.Or(err, os.Symlink(elsewhere, filepath.Join(j.folder, name)))
			}
			if err != nil {
				t.Fatal(err)
			}
			refuses := func(step, want string) {
				t.Helper()
				attempt{acctest.Row{Arguments: acctest.Values{"want": want}}, v}.decides(j, step)
			}
			p.forge.pushed(1, "f00")
			refuses("approved", "no plan of it was reviewed")
			j.environment["PLAN_RUN_ID"], j.environment["CI_MERGE_REQUEST_IID"] = "1", "1"
			refuses("request", "")
			for _, name := range []string{"in", "out"} {
				if left, err := os.ReadDir(filepath.Join(j.folder, name)); err != nil || len(left) > 0 {
					t.Errorf("%s holds %v, %v", name, left, err)
				}
			}
			if _, err := os.Stat(kept); err != nil {
				t.Error(err)
			}
			refuses("review", "no plan in in")
			if err := os.Symlink(kept, filepath.Join(j.folder, "in/tenant.plan")); err != nil {
				t.Fatal(err)
			}
			refuses("review", "no plan in in")
		})
	}
}
