package e2e

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/rings"
)

// attempt tries to get a plan applied without an approval of this plan, or of a request that does
// not count.
type attempt struct {
	do   func(p *project, reviewed *run)
	want string
	// request reports whether the attempt needs a request.
	request bool
}

const notApproved = "0 of 1 approvals"

// attempts are those that need a real plan, or a request that changes after its review:
// TestPipelines_approvals and the tests of other requests and reviews have the others.
var attempts = map[string]attempt{
	"without an approval":   {do: func(*project, *run) {}, want: notApproved},
	"approved and replaced": {do: func(p *project, r *run) { p.approved(r); p.replace(r, "x", "") }, want: "is not the reviewed one"},
	"replaced with its digest": {do: func(p *project, r *run) { p.approved(r); p.replace(r, "x", "access-"+sha("x")) },
		want: notApproved},
	"replaced as harmless": {do: func(p *project, r *run) { p.replace(r, "x", "plan-"+p.digestIn(r)) },
		want: "is not the reviewed one"},
	"renamed as harmless": {do: func(p *project, r *run) { p.replace(r, p.keptPlan(r), "plan-"+digest) },
		want: "is not the reviewed one"},
	"approved, and pushed again": {do: func(p *project, r *run) { p.approved(r); p.forge.pushed(r.Change, strings.Repeat("e", 40)) },
		request: true, want: "plan again"},
	"approved for another branch": {do: func(p *project, r *run) { p.approved(r); p.forge.change(r.Change).Base = "topic" },
		request: true, want: "no plan of it was reviewed"},
	"approved for another repository": {do: func(p *project, r *run) { p.approved(r); p.forge.change(r.Change).From = "mallory/tenant" },
		request: true, want: "no plan of it was reviewed"},
}

func sha(content string) string {
	sum := sha256.Sum256([]byte(content))
	return hex.EncodeToString(sum[:])
}

// approves records that a person approves a plan with a digest.
func (p *project) approves(r *run, by person, digest string) {
	one := approval{By: by, Commit: r.Head, Time: p.forge.now(), Text: "approve " + digest}
	if r.Change == 0 {
		p.forge.onCommits[r.Head] = append(p.forge.onCommits[r.Head], one)
		return
	}
	changed := p.forge.change(r.Change)
	changed.Approved = append(changed.Approved, one)
}

func (p *project) approved(r *run) { p.approves(r, reviewer, p.digestIn(r)) }

// keptPlan returns the plan that a review has kept, and digestIn the digest in its file name.
func (p *project) keptPlan(r *run) string {
	_, content := p.artifact(r)
	return content
}

func (p *project) digestIn(r *run) string {
	name, _ := p.artifact(r)
	_, digest, _ := strings.Cut(name, "-")
	return digest
}

func (p *project) artifact(r *run) (name, plan string) {
	p.t.Helper()
	if p.vendor.name == "gitlab" {
		return strings.TrimSpace(r.Kept["base/out/reviewed"]), r.Kept["base/"+planFile]
	}
	for name, content := range r.Kept {
		if strings.HasPrefix(name, "access-") {
			return name, content
		}
	}
	p.t.Fatalf("the review keeps no plan that needs an approval: %q", slices.Collect(maps.Keys(r.Kept)))
	return "", ""
}

// replace replaces the plan that a review has kept and, unless name is "", its name.
func (p *project) replace(r *run, plan, name string) {
	p.t.Helper()
	old, _ := p.artifact(r)
	if name == "" {
		name = old
	}
	if p.vendor.name == "gitlab" {
		r.Kept["base/out/reviewed"], r.Kept["base/"+planFile] = name+"\n", plan
		return
	}
	delete(r.Kept, old)
	r.Kept[name] = plan
}

// saved saves the requests and runs of the forge, and returns a function that restores them.
func (f *forge) saved() func() {
	changes, runs, comments := slices.Clone(f.changes), slices.Clone(f.runs), maps.Clone(f.onCommits)
	wereChanges, wereRuns := make([]change, len(changes)), make([]run, len(runs))
	for i, c := range changes {
		wereChanges[i] = *c
	}
	for i, r := range runs {
		wereRuns[i] = *r
		wereRuns[i].Kept = maps.Clone(r.Kept)
	}
	return func() {
		f.changes, f.runs, f.onCommits = changes, runs, comments
		for i := range changes {
			*changes[i] = wereChanges[i]
		}
		for i := range runs {
			*runs[i] = wereRuns[i]
		}
	}
}

// refusesAttempts tries to apply a reviewed plan in each way that must fail, and checks that the
// service does not change at all.
func (p *project) refusesAttempts(reviewed *run, apply func() *job) {
	p.t.Helper()
	before := p.service.State()
	for name, test := range attempts {
		if test.request && reviewed.Change == 0 {
			continue
		}
		restore := p.forge.saved()
		test.do(p, reviewed)
		j := apply()
		if output := j.output.String(); j.ok || !strings.Contains(output, test.want) {
			p.t.Errorf("%s: the job should fail with %q: ok %v\n%s", name, test.want, j.ok, output)
		}
		if !bytes.Equal(before, p.service.State()) {
			p.t.Fatalf("%s: the service has changed\n%s", name, j.output.String())
		}
		restore()
	}
}

// appliesWithinBounds applies the approved plan, and checks that the final state of the service is
// within the bounds of its review and of a review of its JSON.
func (p *project) appliesWithinBounds(review *job, reviewed *run, apply func() *job) {
	p.t.Helper()
	before := factsOf(p.t, p.service.State())
	p.must(review.run(`"$CLI" -chdir=tenant show -json ../out/tenant.plan >plan.json
idmctl review plan.json --output json --out json.json`))
	reports := review.kept("out/review.json", "json.json")
	text := approvalIn(review.output.String())
	if reviewed.Change > 0 {
		comments, _ := p.forge.own()
		text = approvalIn(comments[len(comments)-1].Body)
	}
	_, shown, _ := strings.Cut(strings.TrimSpace(text), "approve ")
	if plan := sha(p.keptPlan(reviewed)); shown != plan || shown != p.digestIn(reviewed) {
		p.t.Fatalf("the report asks to approve %q, and the plan is %s", shown, plan)
	}
	p.approves(reviewed, reviewer, shown)
	j := apply()
	p.must(j)
	if applied := sha(j.kept(planFile)[planFile]); applied != shown {
		p.t.Errorf("the plan %s was applied, and %s approved", applied, shown)
	}
	end := final{before, factsOf(p.t, p.service.State())}
	if gained, _ := end.difference(); len(gained) == 0 || len(reports) != 2 {
		p.t.Errorf("the apply gives %q, and there are %d reports", gained, len(reports))
	}
	for name, report := range reports {
		decodeReview(p.t, report).bounds().contain(p.t, name, end, true)
	}
}

// Only the approved plan is applied, and its effect matches its review. No attempt to apply another
// plan changes the service.
func TestPipelines_finalState(t *testing.T) {
	t.Parallel()
	needs(t, "bash")
	server := startPostgres(t)
	for _, v := range vendors {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			if v.name != "gitlab" {
				rings.Campaign(t, "it repeats the test for the other vendor")
			}
			p := newProject(t, v, server)
			head := p.commit("", nil)
			review, reviewed := p.review(1, head)
			p.must(review)
			p.main = p.commit(head, nil)
			p.forge.merged(1, p.main)
			apply := func() *job { return p.vendor.apply(p, p.main, nil) }
			p.refusesAttempts(reviewed, apply)
			p.appliesWithinBounds(review, reviewed, apply)

			p.byHand(http.MethodDelete, "profiles/p-ben-sales/authorizations/a-ben-crm", "")
			review, reviewed = p.review(0, p.main)
			p.must(review)
			apply = func() *job { return p.vendor.apply(p, p.main, reviewed) }
			p.refusesAttempts(reviewed, apply)
			p.appliesWithinBounds(review, reviewed, apply)
		})
	}
}
