package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/rings"
)

const (
	south = `resource "idm_unit" "south" {
  ext_id             = "acme-sales-south"
  parent_unit_ext_id = "acme-hq"
  name               = "Sales South"
  profileless        = false
}
`
	west = `resource "idm_unit" "west" {
  ext_id             = "acme-sales-west"
  parent_unit_ext_id = "acme-hq"
  name               = "Sales West"
  profileless        = false
}
`
	global = `resource "idm_authorization" "global" {
  profile_ext_id = idm_profile.ben.ext_id
  role_ext_id    = "crm-admin"
  client_global  = true
}
`
)

// The unchanged pipelines of each vendor, from the first request to the repair of a manual change.
func TestPipelines(t *testing.T) {
	t.Parallel()
	needs(t, "bash")
	server := startPostgres(t)
	for _, v := range vendors {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			if v.name != "github" {
				rings.Campaign(t, "it repeats the test for the other vendor")
			}
			p := newProject(t, v, server)
			main := p.reviewsAndApplies()
			main = p.overtaken(main)
			p.looksForDrift(main)
			p.keepsSecrets()
			if len(p.forge.refused) > 0 {
				t.Errorf("the vendor's API refused: %v", p.forge.refused)
			}
		})
	}
}

// reviewsAndApplies creates the whole tenant with one request, which is pushed to twice.
func (p *project) reviewsAndApplies() string {
	t := p.t
	first := p.commit("", nil)
	review, _ := p.review(1, first)
	p.must(review)
	comments, _ := p.forge.own()
	if len(comments) != 1 || comments[0].Change != 1 || !strings.Contains(comments[0].Body, "acme-sales-north") ||
		!strings.Contains(comments[0].Body, first) {
		t.Fatalf("after the first push: %+v", comments)
	}
	second := p.commit(first, map[string]string{"tenant/south.tf": south})
	review, _ = p.review(1, second)
	p.must(review)
	comments, _ = p.forge.own()
	if len(comments) != 1 || !strings.Contains(comments[0].Body, "acme-sales-south") || !strings.Contains(comments[0].Body, second) ||
		strings.Contains(comments[0].Body, first) {
		t.Errorf("the second push does not change the comment of the first: %+v", comments)
	}
	if page := review.kept("out/review.html")["out/review.html"]; !strings.Contains(page, "acme-sales-south") ||
		!strings.Contains(page, "<html") {
		t.Errorf("the page that is kept: %q", page)
	}
	if p.writes() > 0 {
		t.Errorf("the reviews wrote to the service: %v", p.service.Requests())
	}
	merged := p.commit(second, nil)
	// The plan grants access. An approval that is older than its review does not count, nor does an
	// approval of an older plan.
	p.mustFail(p.merge(1, merged), "0 of 1 approvals", "newer than its review")
	p.forge.change(1).Merge = ""
	p.main = first
	p.forge.approve(1, reviewer)
	review, _ = p.review(1, second)
	p.must(review)
	p.mustFail(p.merge(1, merged), "0 of 1 approvals")
	p.forge.approve(1, author)
	p.mustFail(p.merge(1, merged), "0 of 1 approvals")
	p.forge.approve(1, reviewer)
	p.must(p.merge(1, merged))
	if added := p.added(); added != 3 {
		t.Errorf("%d units were added, want 3", added)
	}
	return merged
}

// ledElsewhere reviews a request that directs the provider, and with it the token of the apply, to
// another address. The address is another name of the same service, so that only the review stops
// the plan.
func (p *project) ledElsewhere(main string) {
	const argument = `client_ext_id = "acme"`
	another := argument + "\n  base_url = \"" + strings.Replace(p.url, "127.0.0.1", "localhost", 1) + `"`
	leads := strings.Replace(p.file(main, "tenant/terraform.tf"), argument, another, 1)
	review, _ := p.review(5, p.commit(main, map[string]string{"tenant/terraform.tf": leads}))
	if output := review.output.String(); review.ok || !strings.Contains(output, "not about the service at IDM_BASE_URL") ||
		review.kept(planFile)[planFile] != "" {
		p.t.Errorf("a request that leads the provider elsewhere is not refused, or its plan is kept:\n%s", output)
	}
}

// overtaken merges two requests whose plans are based on the same state: the second plan is stale
// and started again manually. A further plan breaks a rule.
func (p *project) overtaken(main string) string {
	t := p.t
	west, renamed := p.commit(main, map[string]string{"tenant/west.tf": west}),
		p.commit(main, map[string]string{"tenant/south.tf": strings.Replace(south, "Sales South", "South", 1)})
	for number, head := range map[int]string{2: west, 3: renamed} {
		review, _ := p.review(number, head)
		p.must(review)
	}
	if comments, _ := p.forge.own(); len(comments) != 3 {
		t.Errorf("three requests have %d comments", len(comments))
	}
	broken, _ := p.review(4, p.commit(main, map[string]string{"tenant/global.tf": global}))
	comments, _ := p.forge.own()
	if broken.ok || len(comments) != 4 || !strings.Contains(comments[3].Body, "crm-admin") ||
		!strings.Contains(comments[3].Body, "A rule failed") {
		t.Errorf("a rule that fails must fail the job after the comment: ok %v, %d comments\n%s", broken.ok, len(comments),
			broken.output.String())
	}
	if page := broken.kept("out/review.html")["out/review.html"]; !strings.Contains(page, "crm-admin") ||
		broken.kept(planFile)[planFile] != "" {
		t.Error("the page of a review with a failing rule is not kept, or its plan is")
	}
	p.ledElsewhere(main)

	p.must(p.merge(2, p.commit(west, nil)))
	main = p.commit(renamed, map[string]string{"tenant/west.tf": p.file(west, "tenant/west.tf")})
	before := p.writes()
	p.mustFail(p.merge(3, main), "Saved plan is stale", "start the review by hand")
	p.mustFail(p.merge(4, p.commit(main, nil)), "did not succeed")
	p.mustFail(p.vendor.apply(p, p.commit(main, nil), nil), "no plan of it was reviewed")
	if p.writes() != before {
		t.Errorf("an apply that was refused wrote to the service")
	}

	p.main = main
	again, byHand := p.review(0, main)
	p.must(again)
	p.must(p.vendor.apply(p, main, byHand))
	if state := string(p.service.State()); p.added() != 4 || strings.Contains(state, `"Sales South"`) ||
		!strings.Contains(state, `"South"`) {
		t.Errorf("after the plan made by hand %d units were added, want 4", p.added())
	}
	return main
}

// looksForDrift runs the drift job four times: without drift, after a manual change, with the same
// change again, and without drift.
func (p *project) looksForDrift(main string) {
	night := func(wanted, open int) posted {
		p.t.Helper()
		p.must(p.job(main, "idm-drift").run("idmctl pipeline drift"))
		_, issues := p.forge.own()
		now := 0
		for _, issue := range issues {
			if !issue.Closed {
				now++
			}
		}
		if len(issues) != wanted || now != open {
			p.t.Fatalf("there are %d issues, %d of them open; want %d and %d: %+v", len(issues), now, wanted, open, issues)
		}
		if wanted == 0 {
			return posted{}
		}
		return issues[0]
	}
	before := p.writes()
	main = p.accepting(main)
	night(0, 0)
	p.rename("acme-sales-west", "Far West")
	if issue := night(1, 1); !strings.Contains(issue.Body, "Far West") || len(issue.Labels) != 1 {
		p.t.Errorf("the issue does not say what was changed: %+v", issue)
	}
	p.rename("acme-sales-west", "Wild West")
	p.byHand(http.MethodPost, "units/", `{"extId": "acme-shadow", "parentUnitExtId": "acme-hq", "name": "Shadow", "profileless": false}`)
	if issue := night(1, 1); !strings.Contains(issue.Body, "Wild West") || strings.Contains(issue.Body, "Far West") ||
		!strings.Contains(issue.Body, "acme-shadow") {
		p.t.Errorf("the second night does not bring the issue up to date: %s", issue.Body)
	}
	p.byHand(http.MethodDelete, "units/acme-shadow", "")
	repair, reviewed := p.review(0, main)
	p.must(repair)
	p.must(p.vendor.apply(p, main, reviewed))
	if issue := night(1, 0); len(issue.Notes) != 1 {
		p.t.Errorf("the issue is closed without a word: %+v", issue)
	}
	const byHand, repaired = 4, 1
	if p.writes() != before+byHand+repaired {
		p.t.Errorf("the nights wrote to the service: %v", p.service.Requests())
	}
}

// accepting commits the file with the objects of the tenant that no state contains.
func (p *project) accepting(main string) string {
	p.t.Helper()
	j := p.job(main, "idm-drift")
	p.must(j.run(`cd tenant && cli="${CLI:-terraform}" && "$cli" init -input=false -no-color && ` +
		`{ idmctl drift --cli "$cli" --write-accepted accepted.yaml || test $? = 2; }`))
	return p.commit(main, j.kept("tenant/accepted.yaml"))
}

// keepsSecrets searches the output, posts and artifacts of the jobs for secrets that the vendor
// masks.
func (p *project) keepsSecrets() {
	places := map[string]string{"what the jobs print": p.printed}
	comments, issues := p.forge.own()
	for _, one := range append(comments, issues...) {
		places["a comment or an issue"] += one.Body
	}
	for _, made := range p.forge.Runs {
		for name, content := range made.Kept {
			places[name] += unpacked(p.t, content)
		}
	}
	for place, text := range places {
		for _, secret := range []string{forgeToken, statePassword, readerPassword, "demo-reader-token", "demo-admin-token"} {
			if strings.Contains(text, secret) {
				p.t.Errorf("%s appears in %s", secret, place)
			}
		}
	}
	if !strings.Contains(places["what the jobs print"], "Apply complete!") {
		p.t.Error("the jobs print nothing, so that nothing is proven")
	}
}

func (p *project) must(j *job) {
	p.t.Helper()
	if !j.ok {
		p.t.Fatalf("the job failed\n%s", j.output.String())
	}
}

func (p *project) mustFail(j *job, texts ...string) {
	p.t.Helper()
	for _, text := range texts {
		if j.ok || !strings.Contains(j.output.String(), text) {
			p.t.Errorf("the job should fail with %q: ok %v\n%s", text, j.ok, j.output.String())
		}
	}
}

// writes counts the requests that changed the service.
func (p *project) writes() int {
	count := 0
	for _, request := range p.service.Requests() {
		if request.Method != http.MethodGet {
			count++
		}
	}
	return count
}

// added returns the number of units in addition to the demo tenant.
func (p *project) added() int {
	p.t.Helper()
	var state struct{ Units []json.RawMessage }
	decodeJSON(p.t, p.service.State(), &state)
	const atFirst = 2
	return len(state.Units) - atFirst
}

func (p *project) rename(unit, name string) {
	p.t.Helper()
	p.byHand(http.MethodPatch, "units/"+unit, fmt.Sprintf(`{"name": %q}`, name))
}

// byHand changes the service outside of the configuration.
func (p *project) byHand(method, path, body string) {
	p.t.Helper()
	request, err := http.NewRequestWithContext(p.t.Context(), method, p.url+"/core/v1/acme/"+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	request.Header.Set("Authorization", "Bearer demo-admin-token")
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		p.t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode >= http.StatusBadRequest {
		p.t.Fatalf("%s %s: %s", method, path, response.Status)
	}
}
