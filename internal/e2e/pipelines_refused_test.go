package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const digest = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

// bare is a project without a service or a state, for what is refused before either is asked.
func bare(t *testing.T, v vendor) *project {
	t.Helper()
	needs(t, "bash", "curl", "jq")
	p := &project{t: t, vendor: v, forge: newForge(t, v.api), commits: map[string]string{}}
	p.takeTokens()
	p.runner = map[string]string{"PATH": os.Getenv("PATH"), "HOME": t.TempDir(), "CLI": "false", "CI_PIPELINE_SOURCE": "push"}
	p.main = p.commit("", nil)
	return p
}

func (p *project) refuses(j *job, script, text string) {
	p.t.Helper()
	if j.run(script); j.ok || !strings.Contains(j.output.String(), text) {
		p.t.Errorf("%s should fail with %q:\n%s", script, text, j.output.String())
	}
}

// A plan is reviewed only if it is of the last commit of a request of the repository into the
// branch that is applied.
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
				j.run("scripts/request.sh")
				if _, err := os.Stat(filepath.Join(j.folder, "in/tenant.plan")); j.ok || err == nil {
					t.Errorf("it is reviewed:\n%s", j.output.String())
				}
			})
		}
	}
}

// A commit that another request has with another base is not reviewed, be that request open or
// closed: it is not known which of them was planned. One with the same base does no harm.
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
					p.refuses(j, "scripts/request.sh", tc.refuse)
				} else if !j.run("scripts/request.sh").ok {
					t.Error(j.output.String())
				}
			})
		}
	}
}

// Approvals that do not count, of a request and of a plan that was made by hand.
func TestPipelines_approvals(t *testing.T) {
	const line = "approve " + digest
	for name, tc := range map[string]struct {
		by    person
		text  string
		early bool
		ok    bool
	}{
		"the reviewer":           {by: reviewer, text: line, ok: true},
		"with other words":       {by: reviewer, text: "Read it.\r\n    " + line + "\r\n", ok: true},
		"the author":             {by: author, text: line},
		"a reader":               {by: reader, text: line},
		"a bot":                  {by: robot, text: line},
		"a stranger":             {by: person{id: 99, login: "eve"}, text: line},
		"a strange name":         {by: person{id: 51, login: "rita/../x"}, text: line},
		"without a plan":         {by: reviewer, text: "Looks right."},
		"of another plan":        {by: reviewer, text: "approve " + strings.Repeat("a", 64)},
		"of a plan like it":      {by: reviewer, text: line + "0"},
		"a quotation":            {by: reviewer, text: "> " + line + "\nNot like this."},
		"before the review":      {by: reviewer, text: line, early: true},
		"an empty text":          {by: reviewer},
		"a text with a line end": {by: reviewer, text: "\n" + line + "\n", ok: true},
	} {
		for _, v := range vendors {
			for _, byHand := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s on %s by hand %t", name, v.name, byHand), func(t *testing.T) {
					if v.name == "gitlab" && tc.by.id == reviewer.id && tc.by.login != reviewer.login {
						t.Skip("GitLab knows people by their number")
					}
					p := bare(t, v)
					j := p.approvedPlan(v, byHand, tc.early, tc.by, tc.text)
					if j.run("scripts/reviewed.sh"); j.ok != tc.ok {
						t.Errorf("the apply goes on: %t, want %t\n%s", j.ok, tc.ok, j.output.String())
					}
				})
			}
		}
	}
}

// approvedPlan is the job that applies a reviewed plan, which gives access and has one approval.
func (p *project) approvedPlan(v vendor, byHand, early bool, by person, text string) *job {
	head, number := p.main, 0
	if !byHand {
		head, number = p.commit("", nil), 1
		p.forge.pushed(number, head)
		p.forge.merged(number, p.main)
	}
	approve := func() {
		if byHand {
			p.forge.comment(head, by, text)
			return
		}
		p.forge.changes[0].Approved = append(p.forge.changes[0].Approved, approval{By: by, Commit: head, Time: p.forge.now(), Text: text})
	}
	if early {
		approve()
	}
	j := p.job(p.main, "idm-production")
	const reviewed = "access-" + digest
	if v.name == "github" {
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
	if !early {
		approve()
	}
	return j
}

// The runs that a plan is not taken from.
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
			for _, made := range tc.runs {
				p.forge.ran("idm-review", 1, head, made.OK, made.Kept).Event = made.Event
			}
			p.refuses(p.job(p.main, "idm-production"), "scripts/reviewed.sh", tc.want)
		})
	}
}

// Plans in the repository are never applied, and a link in the place of a folder leads nowhere.
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
			p.refuses(j, "scripts/reviewed.sh", "no plan of it was reviewed")
			j.environment["PLAN_RUN_ID"], j.environment["CI_MERGE_REQUEST_IID"] = "1", "1"
			j.run("scripts/request.sh")
			for _, name := range []string{"in", "out"} {
				if left, err := os.ReadDir(filepath.Join(j.folder, name)); err != nil || len(left) > 0 {
					t.Errorf("%s holds %v, %v", name, left, err)
				}
			}
			if _, err := os.Stat(kept); err != nil {
				t.Error(err)
			}
			p.refuses(j, "scripts/review.sh", "no plan in in")
			if err := os.Symlink(kept, filepath.Join(j.folder, "in/tenant.plan")); err != nil {
				t.Fatal(err)
			}
			p.refuses(j, "scripts/review.sh", "no plan in in")
		})
	}
}

// The plan that is applied is the one that the review was of.
func TestPipelines_otherPlan(t *testing.T) {
	for name, tc := range map[string]struct{ digest, want string }{
		"another plan":     {digest, "another one than the review was of"},
		"no digest":        {"", "No such file"},
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
			p.refuses(j, "scripts/apply.sh", tc.want)
		})
	}
}
