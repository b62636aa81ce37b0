package e2e

import (
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

// A plan is reviewed only when it is that of the last commit of a request of the repository into
// the branch that is applied.
func TestPipelines_otherRequests(t *testing.T) {
	for name, tamper := range map[string]func(*change, *run){
		"another repository": func(c *change, r *run) { c.From, r.From = "mallory/tenant", "mallory/tenant" },
		"another branch":     func(c *change, _ *run) { c.Base = "topic" },
		"another commit":     func(c *change, _ *run) { c.Head = "f00" },
		"another workflow":   func(c *change, r *run) { r.Workflow = "evil" },
		"a failed run":       func(_ *change, r *run) { r.OK = false },
	} {
		for _, v := range vendors {
			t.Run(name+" on "+v.name, func(t *testing.T) {
				p := bare(t, v)
				head := p.commit("", nil)
				p.forge.pushed(1, head)
				made := p.forge.ran(map[string]string{"github": "idm-plan", "gitlab": "plan"}[v.name], 1, head, true, map[string]string{planFile: "x"})
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

// The runs that a plan is not taken from.
func TestPipelines_otherReviews(t *testing.T) {
	const plan = "plan-" + digest
	for name, tc := range map[string]struct {
		runs []run
		want string
	}{
		"none":                    {nil, "did not succeed"},
		"the newest one failed":   {[]run{{OK: true, Kept: map[string]string{plan: ""}}, {}}, "did not succeed"},
		"of another event":        {[]run{{OK: true, Event: "pull_request", Kept: map[string]string{plan: ""}}}, "did not succeed"},
		"without a plan":          {[]run{{OK: true, Kept: map[string]string{"review": ""}}}, "no plan"},
		"with two plans":          {[]run{{OK: true, Kept: map[string]string{plan: "", "plan-" + strings.Repeat("a", 64): ""}}}, "more than one"},
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
			p.refuses(p.job(p.main, ""), "scripts/reviewed.sh", tc.want)
		})
	}
}

// What is in the repository is never applied, and a link in the place of a folder leads nowhere.
func TestPipelines_plansOfTheRepository(t *testing.T) {
	for _, v := range vendors {
		t.Run(v.name, func(t *testing.T) {
			p := bare(t, v)
			elsewhere := t.TempDir()
			kept := filepath.Join(elsewhere, "tenant.plan")
			if err := os.WriteFile(kept, []byte("x"), 0o600); err != nil {
				t.Fatal(err)
			}
			j := p.job(p.main, "")
			for _, name := range []string{"in", "out"} {
				if err := os.Symlink(elsewhere, filepath.Join(j.folder, name)); err != nil {
					t.Fatal(err)
				}
			}
			p.forge.pushed(1, "f00")
			p.refuses(j, "scripts/reviewed.sh", "nobody has reviewed")
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
			j := p.job(p.main, "")
			if err := os.Mkdir(filepath.Join(j.folder, "out"), 0o700); err != nil {
				t.Fatal(err)
			}
			j.write(planFile, "another plan")
			j.environment["DIGEST"] = tc.digest
			p.refuses(j, "scripts/apply.sh", tc.want)
		})
	}
}
