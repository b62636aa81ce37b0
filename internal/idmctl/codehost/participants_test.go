package codehost

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	anna = 50
	rita = 51
	wim  = 54
)

var logins = map[int]string{anna: "anna", rita: "rita", wim: "wim"}

// testCommit is a commit of a request, in the terms of both vendors.
type testCommit struct {
	author, committer int
	message           string
	// merge is a merge by the vendor: clean, edited, unsigned, or cut for a list that is not complete.
	merge string
}

// took is what each user did for a plan that rita approves.
type took struct {
	// pusher pushed the last commit, starter and restarter started attempts of the apply, planner
	// started the plan, and again planned and reviewed again.
	opener, pusher, starter, restarter, planner, again int
	commits                                            []testCommit
	byHand                                             bool
	// edited is the time at which the text of the approval was changed, "" for never.
	edited string
	// role is rita's role; denied is a path that cannot be read.
	role, denied string
	// lost reports that the vendor does not list the head.
	lost bool
}

func (c testCommit) id(i int) string { return fmt.Sprintf("%08x", 0xc0+i) }

type row = map[string]any

func (s took) github(mux map[string]any) {
	user := func(id int) any {
		if id == 0 {
			return nil
		}
		return row{"id": id, "login": logins[id], "type": "User"}
	}
	commits := []any{}
	for i, c := range s.commits {
		one := row{"sha": c.id(i), "author": user(c.author), "committer": user(c.committer), "parents": []row{{"sha": "p1"}},
			"commit": row{"message": c.message, "verification": row{"verified": false}}}
		if c.merge != "" {
			one["committer"], one["parents"] = row{"id": 9, "login": "web-flow"}, []row{{"sha": "p1"}, {"sha": "p2"}}
			one["commit"] = row{"verification": row{"verified": c.merge != "unsigned"}}
			brought := []row{{"filename": "main.tf", "sha": "1", "status": "modified"}}
			own := brought
			switch c.merge {
			case "edited":
				own = []row{{"filename": "main.tf", "sha": "2", "status": "modified"}}
			case "cut":
				own = slices.Repeat(brought, compareLimit)
			}
			mux["compare/p1...p2"], mux["compare/p1..."+c.id(i)] = row{"files": brought}, row{"files": own}
		}
		commits = append(commits, one)
		mux["commits/"+c.id(i)] = one
	}
	head := s.head()
	own := row{"full_name": "acme/tenant"}
	run := func(file, event string, id, starter, again int) row {
		return row{"id": id, "event": event, "head_sha": head, "head_branch": "main", "conclusion": "success",
			"path": ".github/workflows/" + file, "display_title": "Review of " + head, "repository": own, "head_repository": own,
			"updated_at": "2027-01-01T00:00:00Z", "actor": user(starter), "triggering_actor": user(cmp.Or(again, starter))}
	}
	event := map[bool]string{true: "workflow_dispatch", false: "pull_request"}[s.byHand]
	planner := s.pusher
	if s.byHand {
		planner = s.planner
	}
	pull := row{"number": 1, "state": "closed", "merged_at": "2027-01-01T00:00:00Z", "merge_commit_sha": "merge", "user": user(s.opener),
		"head": row{"sha": head, "repo": own}, "base": row{"ref": "main"}, "commits": len(commits)}
	if s.lost {
		commits = commits[:len(commits)-1]
	}
	mux["commits/merge/pulls"], mux["pulls/1"], mux["pulls/1/commits"] = []any{pull}, pull, commits
	mux["actions/workflows/idm-review.yml/runs"] = row{"workflow_runs": []row{run("idm-review.yml", "workflow_run", 7, s.again, 0)}}
	mux["actions/workflows/idm-plan.yml/runs"] = row{"workflow_runs": []row{run("idm-plan.yml", event, 6, planner, s.again)}}
	mux["actions/runs/7/artifacts"] = row{"artifacts": []row{{"name": "access-" + testDigest}}}
	mux["actions/runs/8"] = run("idm-apply.yml", "push", 8, s.starter, s.restarter)
	mux["pulls/1/reviews"] = []any{row{"user": user(rita), "state": "APPROVED", "commit_id": head, "body": "approve " + testDigest,
		"submitted_at": "2027-01-02T00:00:00Z", "node_id": "PRR_1"}}
	mux["commits/"+head+"/comments"] = []any{row{"user": user(rita), "body": "approve " + testDigest, "created_at": "2027-01-02T00:00:00Z",
		"updated_at": cmp.Or(s.edited, "2027-01-02T00:00:00Z")}}
	review := row{"id": "PRR_1", "lastEditedAt": nil}
	if s.edited != "" {
		review["lastEditedAt"] = s.edited
	}
	mux["graphql"] = row{"data": row{"node": review}}
	mux["collaborators/rita/permission"] = row{"permission": cmp.Or(s.role, "write"), "user": user(rita)}
}

func (s took) head() string { return s.commits[len(s.commits)-1].id(len(s.commits) - 1) }

func (s took) gitlab(mux map[string]any) {
	user := func(id int) any { return row{"id": id, "username": logins[id]} }
	address := func(id int) string {
		if id == 0 {
			return "nobody@example.com"
		}
		return logins[id] + "@example.com"
	}
	commits := []any{}
	for i, c := range s.commits {
		one := row{"id": c.id(i), "author_email": address(c.author), "committer_email": address(c.committer), "parent_ids": []string{"p1"},
			"message": c.message}
		if c.merge != "" {
			one["parent_ids"] = []string{"p1", "p2"}
			brought := row{"old_path": "main.tf", "new_path": "main.tf", "diff": "+1"}
			own := brought
			switch c.merge {
			case "edited":
				own = row{"old_path": "main.tf", "new_path": "main.tf", "diff": "+2"}
			case "cut":
				own = row{"old_path": "main.tf", "new_path": "main.tf", "diff": "+1", "collapsed": true}
			}
			mux["repository/compare?from=p1&to=p2"] = row{"diffs": []row{brought}}
			mux["repository/compare?from=p1&to="+c.id(i)] = row{"diffs": []row{own}}
			if c.merge != "unsigned" {
				mux["repository/commits/"+c.id(i)+"/signature"] = row{"verification_status": "verified_system"}
			}
		}
		commits = append(commits, one)
		mux["repository/commits/"+c.id(i)] = one
	}
	head := s.head()
	pull := row{"iid": 1, "state": "merged", "sha": head, "target_branch": "main", "source_project_id": 99, "project_id": 99,
		"merge_commit_sha": "merge", "author": user(s.opener)}
	if s.lost {
		commits = commits[:len(commits)-1]
	}
	mux["repository/commits/merge/merge_requests"], mux["merge_requests/1"], mux["merge_requests/1/commits"] = []any{pull}, pull, commits
	job := func(id int, name string, by int) row {
		return row{"id": id, "name": name, "status": "success", "finished_at": "2027-01-01T00:00:00Z", "user": user(by)}
	}
	reviewed := []any{job(70, "plan", s.again), job(71, "review", s.again)}
	apply := []any{job(80, "apply", s.starter), job(81, "apply", cmp.Or(s.restarter, s.starter))}
	mux["merge_requests/1/pipelines"] = []any{row{"id": 7, "sha": head, "source": "merge_request_event"}}
	mux["pipelines/7/jobs"], mux["pipelines/8/jobs"] = reviewed, apply
	mux["pipelines/8"] = row{"id": 8, "user": user(s.starter)}
	if s.byHand {
		mux["pipelines/8"] = row{"id": 8, "user": user(s.planner)}
		mux["pipelines/8/jobs"] = append(reviewed, apply...)
	}
	mux["jobs/71/artifacts/base/out/reviewed"] = "access-" + testDigest
	mux["jobs/71/artifacts/base/out/tenant.plan"] = "plan"
	note := func(id, by int, system bool, text string) row {
		return row{"id": id, "system": system, "body": text, "note": text, "created_at": "2027-01-02T00:00:00Z", "author": user(by)}
	}
	approved := note(3, rita, false, "approve "+testDigest)
	mux["merge_requests/1/notes"] = []any{note(1, s.pusher, true, "added 1 commit\n\n<ul>…"),
		note(2, rita, true, "approved this merge request"),
		approved}
	mux["repository/commits/"+head+"/comments"] = []any{approved}
	role := 30
	if s.role != "" {
		role = 20
	}
	mux[fmt.Sprint("members/all/", rita)] = row{"access_level": role, "state": "active"}
	// Anyone can have a name that looks like an address.
	const decoy = 60
	mux[fmt.Sprint("users/", decoy)] = row{"id": decoy, "bot": false}
	for id := range logins {
		mux[fmt.Sprint("users/", id)] = row{"id": id, "bot": false, "public_email": address(id)}
		mux["users?search="+url.QueryEscape(address(id))] = []any{user(decoy), user(id)}
	}
	mux["users?search=nobody%40example.com"] = []any{}
}

// serve serves an API: its paths below the project or the root, and one page of each list.
func (s took) serve(t *testing.T, vendor string) string {
	mux := map[string]any{}
	if vendor == "github" {
		s.github(mux)
	} else {
		s.gitlab(mux)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(r.URL.Path, "/repos/acme/tenant"), "/projects/99"), "/")
		query := r.URL.Query()
		page, _ := strconv.Atoi(query.Get("page"))
		size, _ := strconv.Atoi(query.Get("per_page"))
		for _, paging := range []string{"page", "per_page", "sort", "include_retried", "event", "branch", "head_sha"} {
			query.Del(paging)
		}
		if s.denied != "" && strings.HasSuffix(path, s.denied) {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		found, known := mux[path]
		if len(query) > 0 {
			found, known = mux[path+"?"+query.Encode()]
		}
		switch content := found.(type) {
		case string:
			_, _ = w.Write([]byte(content))
			return
		case []any:
			from := min(len(content), (max(page, 1)-1)*size)
			found = append([]any{}, content[from:min(len(content), from+size)]...)
		}
		if !known {
			w.WriteHeader(http.StatusNotFound)
		}
		_ = json.NewEncoder(w).Encode(found)
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// An approval counts only from a person who took no part, on both vendors. What cannot be read is
// the worse case.
func TestFindPlan_participants(t *testing.T) {
	many := make([]testCommit, 120)
	for i := range many {
		many[i] = testCommit{author: anna, committer: anna}
	}
	late := append(append([]testCommit{}, many...), testCommit{author: rita, committer: anna})
	const coAuthored = "x\n\nCo-authored-by: Rita <51+rita@users.noreply.github.com>\n"
	plain := []testCommit{{author: anna, committer: anna}}
	for name, tc := range map[string]struct {
		took
		want string
	}{
		"no part":                 {took{}, ""},
		"no write access":         {took{role: "read"}, "rita has no write access"},
		"opened the request":      {took{opener: rita}, "rita opened the request"},
		"wrote the commit":        {took{commits: []testCommit{{author: rita, committer: anna}}}, "rita wrote the commit 000000c0"},
		"committed it":            {took{commits: []testCommit{{author: anna, committer: rita}}}, "rita wrote the commit"},
		"wrote an earlier commit": {took{commits: []testCommit{{author: rita, committer: anna}, plain[0]}}, "rita wrote the commit"},
		"wrote commit 121":        {took{commits: late}, "rita wrote the commit"},
		"wrote a part of it": {took{commits: []testCommit{{author: anna, committer: anna, message: coAuthored}}},
			"rita wrote the commit"},
		"pushed it":         {took{pusher: rita}, "rita pushed"},
		"started the apply": {took{starter: rita}, "rita started the apply"},
		"started it again":  {took{restarter: rita}, "rita started the apply"},
		"planned again":     {took{again: rita}, ""},
		"merged the target": {took{commits: []testCommit{{author: rita, committer: rita, merge: "clean"}, plain[0]}}, ""},
		"merged, and changed": {took{commits: []testCommit{{author: rita, committer: rita, merge: "edited"}, plain[0]}},
			"rita wrote the commit"},
		"merged on a machine": {took{commits: []testCommit{{author: rita, committer: rita, merge: "unsigned"}, plain[0]}}, "!"},
		"a merge that is not shown": {took{commits: []testCommit{{author: rita, committer: rita, merge: "cut"}, plain[0]}},
			"rita wrote the commit"},
		"an unknown author":            {took{commits: []testCommit{{committer: anna}, plain[0]}}, "no known account"},
		"an unknown committer":         {took{commits: []testCommit{{author: anna}, plain[0]}}, "no known account"},
		"an unknown author of a merge": {took{commits: []testCommit{{merge: "edited"}, plain[0]}}, "no known account"},
		"commits that cannot be read":  {took{denied: "1/commits"}, "cannot be read who took part"},
		"commits that are not listed":  {took{commits: []testCommit{plain[0], plain[0]}, lost: true}, "cannot be read who took part"},
		"a deleted opener":             {took{opener: -1}, "not known who opened the request"},
		"a deleted starter":            {took{starter: -1}, "not known who started the apply"},
		"by hand":                      {took{byHand: true}, ""},
		"by hand, started the plan":    {took{byHand: true, planner: rita}, "rita started"},
		"by hand, planned again":       {took{byHand: true, again: rita}, ""},
		"by hand, started the apply":   {took{byHand: true, restarter: rita}, "rita started the apply"},
		"by hand, wrote the commit": {took{byHand: true, commits: []testCommit{{author: rita, committer: anna}}},
			"rita wrote the commit"},
		"by hand, merged the request":   {took{byHand: true, commits: []testCommit{{author: rita, committer: rita, merge: "clean"}}}, ""},
		"by hand, no write access":      {took{byHand: true, role: "read"}, "rita has no write access"},
		"by hand, an unknown author":    {took{byHand: true, commits: []testCommit{{committer: anna}}}, "no known account"},
		"by hand, a commit not to read": {took{byHand: true, denied: "commits/000000c0"}, "cannot be read who took part"},
	} {
		for _, vendor := range []string{"github", "gitlab"} {
			t.Run(name+" on "+vendor, func(t *testing.T) {
				err := tc.plan(t, vendor)
				switch {
				case tc.want == "" && err != nil:
					t.Error(err)
				case tc.want == "!" && err == nil,
					tc.want != "" && tc.want != "!" && (err == nil || !strings.Contains(err.Error(), tc.want)):
					t.Errorf("%v, want %q", err, tc.want)
				}
			})
		}
	}
}

// plan looks for the plan of a vendor.
func (s took) plan(t *testing.T, vendor string) error {
	t.Helper()
	plain := []testCommit{{author: anna, committer: anna}}
	for _, each := range []*int{&s.opener, &s.pusher, &s.planner, &s.starter, &s.again} {
		if *each = cmp.Or(*each, anna); *each < 0 {
			*each = 0
		}
	}
	if s.commits == nil {
		s.commits = plain
	}
	address := s.serve(t, vendor)
	for variable, value := range map[string]string{
		"GITHUB_API_URL": address, "GITHUB_REPOSITORY": "acme/tenant", "HEAD_SHA": "", "GITHUB_SHA": "merge",
		"GITHUB_RUN_ID": "8", "RUN_ID": "", "PLAN_RUN_ID": "", "CI_API_V4_URL": address, "CI_COMMIT_SHA": "merge",
		"CI_PIPELINE_ID": "8", "CI_PIPELINE_SOURCE": "push", "CI_PROJECT_ID": "99"} {
		t.Setenv(variable, value)
	}
	if s.byHand {
		t.Setenv("RUN_ID", "7")
		t.Setenv("CI_PIPELINE_SOURCE", "web")
		t.Setenv("GITHUB_SHA", s.head())
		t.Setenv("CI_COMMIT_SHA", s.head())
	}
	v, err := vendorOf(vendor)
	if err != nil {
		t.Fatal(err)
	}
	_, err = v.FindPlan(t.Context(), t.TempDir())
	return err
}

// On GitHub everyone with write access can change the text of another user. An approval that was
// edited does not count, nor does one of which this cannot be read.
func TestParticipants_edited(t *testing.T) {
	const later = "2027-01-02T01:00:00Z"
	for name, tc := range map[string]struct {
		took
		want string
	}{
		"a review":            {took{edited: later}, "rita gave one whose text was edited later"},
		"a comment":           {took{edited: later, byHand: true}, "rita gave one whose text was edited later"},
		"what cannot be read": {took{denied: "graphql"}, "403"},
	} {
		t.Run(name, func(t *testing.T) {
			if err := tc.plan(t, "github"); err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("%v, want %q", err, tc.want)
			}
		})
	}
}

func vendorOf(name string) (vendor, error) {
	s := Settings{Branch: "main", Approvals: 1}
	if name == "github" {
		return newGitHub(s, "token", "")
	}
	return newGitLab(s, "token", "")
}

// An address names an account only in the form that a vendor gives to its users.
func TestPrivateAddress(t *testing.T) {
	for address, want := range map[string]int64{
		"51+rita@users.noreply.github.com": 51, "51-rita@users.noreply.gitlab.com": 51, "rita@users.noreply.github.com": 0,
		"51+rita@example.com": 0, "51@users.noreply.github.com": 0, "": 0, "99999999999999999999+x@users.noreply.github.com": 0,
	} {
		if got := privateAddress(address); got != want {
			t.Errorf("%s is %d", address, got)
		}
	}
}
