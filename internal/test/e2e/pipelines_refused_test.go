package e2e

import (
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
	p := &project{t: t, vendor: v, forge: newForge(t, v.api), commits: map[string]string{}}
	p.takeTokens()
	p.runner = map[string]string{"PATH": filepath.Dir(idmctl) + ":" + os.Getenv("PATH"), "HOME": t.TempDir(), "CLI": "false",
		"CI_PIPELINE_SOURCE": "push"}
	p.main = p.commit("", nil)
	return p
}

func (p *project) refuses(j *job, script, text string) {
	p.t.Helper()
	if j.run(script); j.ok || !strings.Contains(j.output.String(), text) {
		p.t.Errorf("%s should fail with %q:\n%s", script, text, j.output.String())
	}
}

// A plan is reviewed only if it belongs to the last commit of a request from this repository into
// the target branch.
func TestPipelines_otherRequests(t *testing.T) {
	for name, tamper := range map[string]func(*change, *run){
		"another repository": func(c *change, r *run) { c.From, r.From = "mallory/tenant", "mallory/tenant" },
		"another branch":     func(c *change, _ *run) { c.Base = "topic" },
		"another commit":     func(c *change, _ *run) { c.Head = "f00" },
		"another workflow":   func(c *change, r *run) { r.Workflow = "evil" },
		"a failed run":       func(_ *change, r *run) { r.OK = false },
		"a changed base":     func(c *change, _ *run) { c.Retargeted = "2027-06-01T00:00:00Z" },
	} {
		for _, v := range vendors {
			t.Run(name+" on "+v.name, func(t *testing.T) {
				p := bare(t, v)
				head := p.commit("", nil)
				p.forge.pushed(1, head)
				made := p.forge.ran(map[string]string{"github": "idm-plan", "gitlab": "plan"}[v.name], 1, head, true,
					map[string]string{planFile: "x"})
				tamper(p.forge.changes[0], made)
				j := p.vendor.reviewJob(p, made)
				j.run("idmctl pipeline request")
				if _, err := os.Stat(filepath.Join(j.folder, "in/tenant.plan")); j.ok || err == nil {
					t.Errorf("it is reviewed:\n%s", j.output.String())
				}
			})
		}
	}
}

// A commit is not reviewed if another open or closed request with a different base contains it,
// because it is unclear which of them was planned. Another request with the same base is harmless.
func TestPipelines_sameCommit(t *testing.T) {
	for _, v := range vendors {
		for name, tc := range map[string]struct {
			other  change
			refuse string
		}{
			"an open request with another base":  {change{Base: "topic"}, "has another"},
			"a closed request with another base": {change{Base: "topic", Closed: true}, "has another"},
			"a closed request with the same one": {change{Closed: true}, ""},
		} {
			t.Run(name+" on "+v.name, func(t *testing.T) {
				p := bare(t, v)
				head := p.commit("", nil)
				p.forge.pushed(1, head)
				tc.other.Number, tc.other.Head = 2, head
				p.forge.changes = append(p.forge.changes, &tc.other)
				made := p.forge.ran(map[string]string{"github": "idm-plan", "gitlab": "plan"}[v.name], 1, head, true,
					map[string]string{planFile: "x"})
				j := p.vendor.reviewJob(p, made)
				if tc.refuse != "" {
					p.refuses(j, "idmctl pipeline request", tc.refuse)
				} else if !j.run("idmctl pipeline request").ok {
					t.Error(j.output.String())
				}
			})
		}
	}
}

// GitLab's merged results pipelines run for a temporary merge. Neither the review nor the apply
// accepts their plans, and both errors name the setting.
func TestPipelines_mergedResults(t *testing.T) {
	const setting = `Switch off "Enable merged results pipelines"`
	for _, ref := range []string{"merge", "train"} {
		t.Run(ref, func(t *testing.T) {
			p := bare(t, vendors[1])
			head, merge := p.commit("", nil), p.commit("", nil)
			p.forge.pushed(1, head)
			made := p.forge.ran("plan", 1, merge, true, map[string]string{planFile: "x"})
			made.Ref = ref
			p.forge.ran("review", 1, merge, true, map[string]string{"base/" + planFile: "x", "base/out/reviewed": "plan-" + digest})
			j := p.vendor.reviewJob(p, made)
			p.refuses(j, "idmctl pipeline request", setting)
			if _, err := os.Stat(filepath.Join(j.folder, "in/tenant.plan")); err == nil {
				t.Error("the plan was downloaded")
			}
			p.forge.merged(1, p.main)
			p.refuses(p.job(p.main, "idm-production"), "idmctl pipeline approved", setting)
		})
	}
}

// givenBy returns the approvals of a row: by people, whose texts are those of the row, or the line
// that approves the plan. DIGEST stands for the digest of the plan. The approvals of "early" people
// are older than the review.
func givenBy(row acctest.Row) (all []given) {
	for i, login := range row.Texts("by") {
		by := person{id: 99, login: login}
		if k := slices.IndexFunc(people, func(p person) bool { return p.login == login }); k >= 0 {
			by = people[k]
		}
		if id := row.Number("id"); id > 0 {
			by.id = id
		}
		text := "approve " + digest
		if texts := row.Texts("texts"); i < len(texts) {
			text = strings.ReplaceAll(texts[i], "DIGEST", digest)
		}
		all = append(all, given{by, text, slices.Contains(row.Texts("early"), login)})
	}
	return all
}

// An approval of the plan of a request, and of a manually started plan, counts or does not.
func TestPipelines_approvals(t *testing.T) {
	for _, row := range acctest.Table(t, "testdata/tables/approvals.hcl") {
		if row.Type != "approval" {
			continue
		}
		one := givenBy(row)[0]
		for _, v := range vendors {
			for _, byHand := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s on %s by hand %t", row.Name, v.name, byHand), func(t *testing.T) {
					if v.name == "gitlab" && one.by.id == reviewer.id && one.by.login != reviewer.login {
						t.Skip("GitLab knows people by their number")
					}
					p := bare(t, v)
					p.counts(t, p.approvedPlan(byHand, "access-"+digest, one), row.Arguments["counts"] != nil)
				})
			}
		}
	}
}

// counts checks whether a job applies its plan.
func (p *project) counts(t *testing.T, j *job, want bool) {
	t.Helper()
	if j.run("idmctl pipeline approved"); j.ok != want {
		t.Errorf("the apply goes on: %t, want %t\n%s", j.ok, want, j.output.String())
	}
}

// The rules of a pipeline are in its files. People who may start a job may also set its variables.
func TestPipelines_rulesInFiles(t *testing.T) {
	for _, v := range vendors {
		t.Run(v.name, func(t *testing.T) {
			p := bare(t, v)
			j := p.approvedPlan(true, "access-"+digest)
			j.environment["APPROVALS"], j.environment["BASE_BRANCH"] = "0", "topic"
			p.refuses(j, "idmctl pipeline approved", "0 of 1 approvals")
			p.refuses(j, "idmctl pipeline approved --approvals -1", "cannot be negative")
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
		p.forge.merged(number, p.main)
	}
	approve := func(early bool) {
		for _, one := range approvals {
			if one.early != early {
				continue
			}
			if byHand {
				p.forge.comment(head, one.by, one.text)
				continue
			}
			p.forge.changes[0].Approved = append(p.forge.changes[0].Approved,
				approval{By: one.by, Commit: head, Time: p.forge.now(), Text: one.text})
		}
	}
	for id := range 120 {
		p.forge.chatter(byHand, head, person{id: 1000 + id, login: fmt.Sprint("reader-", id)})
	}
	approve(true)
	j := p.job(p.main, "idm-production")
	if p.vendor.name == "github" {
		p.forge.ran("idm-plan", number, head, true, nil)
		made := p.forge.ran("idm-review", number, head, true, map[string]string{reviewed: ""})
		if byHand {
			j.environment["RUN_ID"] = fmt.Sprint(made.ID)
		}
	} else {
		plan := p.forge.ran("plan", number, head, true, map[string]string{planFile: "x"})
		p.forge.ran("review", number, head, true, map[string]string{"base/" + planFile: "x", "base/out/reviewed": reviewed})
		j.environment["CI_PIPELINE_SOURCE"] = "push"
		if byHand {
			j.environment["CI_PIPELINE_SOURCE"], j.environment["CI_PIPELINE_ID"] = "web", fmt.Sprint(plan.ID)
		}
	}
	approve(false)
	return j
}

// Rules of the policy file name groups that must approve a plan. Each group needs a member among
// the counting approvals, and a person whose membership the vendor does not show is not a member.
func TestPipelines_groups(t *testing.T) {
	for _, row := range acctest.Table(t, "testdata/tables/approvals.hcl") {
		if row.Type != "groups" {
			continue
		}
		approvals := givenBy(row)
		for _, v := range vendors {
			for _, byHand := range []bool{false, true} {
				// The same code checks the groups of a manually started plan.
				if byHand && len(approvals) != 1 {
					continue
				}
				t.Run(fmt.Sprintf("%s on %s by hand %t", row.Name, v.name, byHand), func(t *testing.T) {
					p := bare(t, v)
					j := p.approvedPlan(byHand, "access-"+digest+row.Text("of"), approvals...)
					j.environment["GROUPS_TOKEN"] = groupsToken
					p.counts(t, j, row.Arguments["counts"] != nil)
				})
			}
		}
	}
}

// Without the token for groups, and for names without a group, nothing is approved. The number of
// approvals does not replace a group.
func TestPipelines_groupsUnread(t *testing.T) {
	for name, tc := range map[string]struct{ reviewed, token, approvals, want string }{
		"no token":           {"access-" + digest + "+security", "", "1", "by a member of the group security"},
		"another token":      {"access-" + digest + "+security", "x", "1", "by a member of the group security"},
		"no other approvals": {"access-" + digest + "+owners", groupsToken, "0", "by a member of the group owners"},
		"a plan with groups": {"plan-" + digest + "+security", groupsToken, "1", ""},
		"an empty name":      {"access-" + digest + "+", groupsToken, "1", ""},
		"a query":            {"access-" + digest + "+security?x=1", groupsToken, "1", ""},
		"two lines":          {"access-" + digest + "+security\naccess-" + digest, groupsToken, "1", ""},
	} {
		for _, v := range vendors {
			t.Run(name+" on "+v.name, func(t *testing.T) {
				p := bare(t, v)
				j := p.approvedPlan(false, tc.reviewed, given{by: reviewer, text: "approve " + digest})
				j.environment["GROUPS_TOKEN"] = tc.token
				p.refuses(j, "idmctl pipeline approved --approvals "+tc.approvals, tc.want)
			})
		}
	}
}

// The plans of these runs are not used.
func TestPipelines_otherReviews(t *testing.T) {
	const plan = "plan-" + digest
	for name, tc := range map[string]struct {
		runs []run
		want string
	}{
		"none":                  {nil, "did not succeed"},
		"the newest one failed": {[]run{{OK: true, Kept: map[string]string{plan: ""}}, {}}, "did not succeed"},
		"of another event":      {[]run{{OK: true, Event: "pull_request", Kept: map[string]string{plan: ""}}}, "did not succeed"},
		"without a plan":        {[]run{{OK: true, Kept: map[string]string{"review": ""}}}, "no plan"},
		"with two plans": {[]run{{OK: true, Kept: map[string]string{plan: "", "plan-" + strings.Repeat("a", 64): ""}}},
			"more than one"},
		"with a name of its own":  {[]run{{OK: true, Kept: map[string]string{plan + "/../x": ""}}}, "no plan"},
		"access without approval": {[]run{{OK: true, Kept: map[string]string{"access-" + digest: ""}}}, "0 of 1 approvals"},
	} {
		t.Run(name, func(t *testing.T) {
			p := bare(t, vendors[0])
			head := p.commit("", nil)
			p.forge.pushed(1, head)
			p.forge.merged(1, p.main)
			p.forge.ran("idm-plan", 1, head, true, nil)
			for _, made := range tc.runs {
				p.forge.ran("idm-review", 1, head, made.OK, made.Kept).Event = made.Event
			}
			p.refuses(p.job(p.main, "idm-production"), "idmctl pipeline approved", tc.want)
		})
	}
}

// Plans in the repository are never applied, and a link in place of a folder is not followed.
func TestPipelines_plansOfTheRepository(t *testing.T) {
	for _, v := range vendors {
		t.Run(v.name, func(t *testing.T) {
			p := bare(t, v)
			elsewhere := t.TempDir()
			kept := filepath.Join(elsewhere, "tenant.plan")
			if err := os.WriteFile(kept, []byte("x"), 0o600); err != nil {
				t.Fatal(err)
			}
			j := p.job(p.main, "idm-production")
			for _, name := range []string{"in", "out"} {
				if err := os.Symlink(elsewhere, filepath.Join(j.folder, name)); err != nil {
					t.Fatal(err)
				}
			}
			p.forge.pushed(1, "f00")
			p.refuses(j, "idmctl pipeline approved", "no plan of it was reviewed")
			j.environment["PLAN_RUN_ID"], j.environment["CI_MERGE_REQUEST_IID"] = "1", "1"
			j.run("idmctl pipeline request")
			for _, name := range []string{"in", "out"} {
				if left, err := os.ReadDir(filepath.Join(j.folder, name)); err != nil || len(left) > 0 {
					t.Errorf("%s holds %v, %v", name, left, err)
				}
			}
			if _, err := os.Stat(kept); err != nil {
				t.Error(err)
			}
			p.refuses(j, "idmctl pipeline review", "no plan in in")
			if err := os.Symlink(kept, filepath.Join(j.folder, "in/tenant.plan")); err != nil {
				t.Fatal(err)
			}
			p.refuses(j, "idmctl pipeline review", "no plan in in")
		})
	}
}

// The applied plan is the reviewed plan.
func TestPipelines_otherPlan(t *testing.T) {
	for name, tc := range map[string]struct{ digest, want string }{
		"another plan":     {digest, "is not the reviewed one"},
		"no digest":        {"", "not known which plan"},
		"no real digest":   {"*", "not known which plan"},
		"a digest to many": {digest + "\n" + digest, "not known which plan"},
	} {
		t.Run(name, func(t *testing.T) {
			p := bare(t, vendors[0])
			j := p.job(p.main, "idm-production")
			if err := os.Mkdir(filepath.Join(j.folder, "out"), 0o700); err != nil {
				t.Fatal(err)
			}
			j.write(planFile, "another plan")
			j.environment["DIGEST"] = tc.digest
			p.refuses(j, "idmctl pipeline apply", tc.want)
		})
	}
}
