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

// tampered are changes of an approved request before its apply, and the error of the apply:
// TestPipelines_approvals and the tests of other requests, reviews and plans have the other attempts.
var tampered = map[string]struct {
	with func(*change)
	want string
}{
	"pushed again":           {func(c *change) { c.Head = strings.Repeat("e", 40) }, "plan again"},
	"for another branch":     {func(c *change) { c.Base = "topic" }, "no plan of it was reviewed"},
	"for another repository": {func(c *change) { c.From = "mallory/tenant" }, "no plan of it was reviewed"},
}

func sha(content string) string {
	sum := sha256.Sum256([]byte(content))
	return hex.EncodeToString(sum[:])
}

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

// refusesTampered tries to apply the plan of a request that changed after its approval, and checks
// that the service does not change at all.
func (p *project) refusesTampered(reviewed *run, apply func() *job) {
	p.t.Helper()
	before := p.service.State()
	of := p.forge.change(reviewed.Change)
	was := *of
	p.forge.approves(reviewed.Change, reviewed.Head, reviewer, "approve "+p.digestIn(reviewed))
	for name, test := range tampered {
		test.with(of)
		j := apply()
		if output := j.output.String(); j.ok || !strings.Contains(output, test.want) {
			p.t.Errorf("%s: the job should fail with %q: ok %v\n%s", name, test.want, j.ok, output)
		}
		if !bytes.Equal(before, p.service.State()) {
			p.t.Fatalf("%s: the service has changed\n%s", name, j.output.String())
		}
		*of = was
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
	p.forge.approves(reviewed.Change, reviewed.Head, reviewer, "approve "+shown)
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

// Only the plan of the approved request is applied, and its effect matches its review.
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
			// The CLI starts the provider, and checks what is installed.
			p.runner["TF_REATTACH_PROVIDERS"] = "{}"
			head := p.commit("", nil)
			review, reviewed := p.review(1, head)
			p.must(review)
			p.main = p.commit(head, nil)
			p.forge.change(1).Merge = p.main
			apply := func() *job { return p.vendor.apply(p, p.main, nil) }
			p.refusesTampered(reviewed, apply)
			p.appliesWithinBounds(review, reviewed, apply)

			p.byHand(http.MethodDelete, "profiles/p-ben-sales/authorizations/a-ben-crm", "")
			review, reviewed = p.review(0, p.main)
			p.must(review)
			apply = func() *job { return p.vendor.apply(p, p.main, reviewed) }
			p.appliesWithinBounds(review, reviewed, apply)
		})
	}
}
