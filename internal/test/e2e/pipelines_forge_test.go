package e2e

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	// applyRun is the run of an apply on GitHub, applyPipeline its pipeline on GitLab after a merge.
	applyRun, applyPipeline = 77, 1

	forgeToken = "forge-token-4711"
	forgeUser  = 41
	otherUser  = 7
)

// person is a user of the forge.
type person struct {
	id    int
	login string
	bot   bool
	// role is GitLab's number of the role: 20 can read, 30 and above can write.
	role int
}

var (
	author   = person{id: 50, login: "anna", role: 30}
	reviewer = person{id: 51, login: "rita", role: 30}
	reader   = person{id: 52, login: "ron", role: 20}
	robot    = person{id: 53, login: "robot", bot: true, role: 40}
	writer   = person{id: 54, login: "wim", role: 30}
	people   = []person{author, reviewer, reader, robot, writer}
)

// authorAddress is the address of the author's commits.
const authorAddress = "anna@example.com"

// groupsToken may read the members of groups; the other tokens may not.
const groupsToken = "forge-groups-token-4711"

// forgeGroup is a group of people. On GitHub its members include the members of child teams, and on
// GitLab optionally the members of parent groups.
type forgeGroup struct {
	members, indirect, invited []person
	status                     int
	text                       string
}

// forgeGroups contains the groups of the forge.
var forgeGroups = map[string]forgeGroup{
	"security": {members: []person{author, reviewer, reader, robot}}, "finance": {members: []person{reviewer}},
	"owners": {members: []person{writer}}, "empty": {}, "hidden": {status: http.StatusForbidden}, "broken": {text: "<html>"},
	"invited": {invited: []person{reviewer}}, "nested": {indirect: []person{reviewer}},
}

// membership responds to a request for the membership of a person, and reports whether the person
// is a member.
func (f *forge) membership(w http.ResponseWriter, group string, is func(person) bool) (p person, state string) {
	known, exists := forgeGroups[group]
	switch {
	case !exists:
		respond(w, http.StatusNotFound, object{"message": "Not Found"})
	case known.status != 0:
		respond(w, known.status, object{"message": "Forbidden"})
	case known.text != "":
		_, _ = w.Write([]byte(known.text))
	default:
		for state, all := range map[string][]person{"active": known.members, "pending": known.invited, "indirect": known.indirect} {
			if i := slices.IndexFunc(all, is); i >= 0 {
				return all[i], state
			}
		}
		respond(w, http.StatusNotFound, object{"message": "Not Found"})
	}
	return person{}, ""
}

// gitlabMembership handles requests for direct members.
func (f *forge) gitlabMembership(w http.ResponseWriter, r *http.Request) {
	p, state := f.membership(w, r.PathValue("group"), func(p person) bool { return strconv.Itoa(p.id) == r.PathValue("id") })
	switch state {
	case "":
	case "indirect":
		respond(w, http.StatusNotFound, object{"message": "404 Not found"})
	default:
		respond(w, http.StatusOK, object{"id": p.id, "access_level": 10, "state": strings.Replace(state, "pending", "awaiting", 1)})
	}
}

// githubTeams handles requests for the teams of the organization.
func (f *forge) githubTeams(mux *http.ServeMux) {
	mux.HandleFunc("GET /orgs/acme/teams/{team}/teams", func(w http.ResponseWriter, r *http.Request) {
		children := []object{}
		if len(forgeGroups[r.PathValue("team")].indirect) > 0 {
			children = append(children, object{"slug": "child"})
		}
		respond(w, http.StatusOK, children)
	})
	mux.HandleFunc("GET /orgs/acme/teams/{team}/memberships/{login}", func(w http.ResponseWriter, r *http.Request) {
		_, state := f.membership(w, r.PathValue("team"), func(p person) bool { return p.login == r.PathValue("login") })
		if state != "" {
			respond(w, http.StatusOK, object{"role": "member", "state": strings.Replace(state, "indirect", "active", 1)})
		}
	})
}

// chatter adds a comment, or an approving review, that must not count as an approval.
func (f *forge) chatter(byHand bool, commit string, by person) {
	if byHand {
		f.comment(commit, by, "Hm.")
		return
	}
	f.changes[0].Approved = append(f.changes[0].Approved, approval{By: by, Commit: commit, Time: f.now(), Text: "Hm."})
}

func personOf(test func(person) bool) (person, bool) {
	i := slices.IndexFunc(people, test)
	if i < 0 {
		return person{}, false
	}
	return people[i], true
}

// access contains the permissions of a GitLab token.
type access struct {
	role  int
	scope string
}

// forgeRoles maps the roles to GitLab's numbers.
var forgeRoles = map[string]int{"Guest": 10, "Reporter": 20, "Developer": 30, "Maintainer": 40}

// forge simulates GitHub or GitLab: the part of the API that the pipelines call. It stores what
// they write.
type forge struct {
	url string

	mu       sync.Mutex
	comments []*posted
	issues   []*posted
	changes  []*change
	runs     []*run
	refused  []string
	seconds  int
	statuses map[string]string
	// tokens contains the tokens of GitLab's environments; if it is empty, a single token has all
	// permissions.
	tokens map[string]access
	// onCommits contains the comments on commits.
	onCommits map[string][]approval
}

// posted is a comment on a change, or an issue with its comments.
type posted struct {
	Number, Change, Author int
	Title, Body            string
	Labels                 []string
	Closed                 bool
	Notes                  []string
}

// change is a pull or merge request. Merge is the merge commit.
type change struct {
	Number      int
	Head, Merge string
	// Base and From override the base branch main and the repository of the change.
	Base, From string
	// Closed reports that it was closed without a merge, and Retargeted is the time at which its
	// base was changed.
	Closed     bool
	Retargeted string
	Approved   []approval
}

// approval is a review that approves, or a comment that names a plan.
type approval struct {
	By                 person
	Commit, Time, Text string
}

// run is a plan or a review, either for a change or started manually. In GitLab the two are jobs of
// one pipeline.
type run struct {
	ID, Change           int
	Head, Workflow, Time string
	OK                   bool
	Kept                 map[string]string
	// Event and From override the event and the repository of the run.
	Event, From string
	// Began is the start time. Ref is the last part of GitLab's ref; the default is head.
	Began, Ref string
}

// now returns a time that is later than all earlier ones.
func (f *forge) now() string {
	f.seconds++
	return time.Date(2027, 1, 1, 0, 0, f.seconds, 0, time.UTC).Format(time.RFC3339)
}

func newForge(t *testing.T, api func(*forge) http.Handler) *forge {
	t.Helper()
	f := &forge{statuses: map[string]string{}, tokens: map[string]access{}, onCommits: map[string][]approval{}}
	handler := api(f)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		defer f.mu.Unlock()
		if status := f.denied(r); status != 0 {
			f.refused = append(f.refused, fmt.Sprint(r.Method, " ", r.URL, ": ", status))
			w.WriteHeader(status)
			return
		}
		recorder := httptest.NewRecorder()
		handler.ServeHTTP(recorder, r)
		if recorder.Code >= http.StatusBadRequest {
			f.refused = append(f.refused, fmt.Sprint(r.Method, " ", r.URL, ": ", recorder.Code))
		}
		w.Header().Set("Content-Type", recorder.Header().Get("Content-Type"))
		w.WriteHeader(recorder.Code)
		_, _ = w.Write(recorder.Body.Bytes())
	}))
	t.Cleanup(server.Close)
	f.url = server.URL
	// The pipeline ignores comments of others, even if they look the same. Here they also fill the
	// first pages.
	for i := range 120 {
		f.comments = append(f.comments,
			&posted{Number: i + 1, Change: 1, Author: otherUser, Body: "<!-- idmctl-review of tenant --> <!-- idmctl review of tenant -->"})
	}
	f.issues = append(f.issues,
		&posted{Number: 1, Author: otherUser, Labels: []string{"idm-drift"},
			Body: "<!-- idmctl-drift of tenant --> <!-- idmctl drift of tenant -->"})
	return f
}

// denied returns the status of a request whose token lacks the permission; 0 for a permitted one.
func (f *forge) denied(r *http.Request) int {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	can, limited := f.tokens[token]
	ofGroups := strings.HasPrefix(r.URL.Path, "/orgs/") || strings.HasPrefix(r.URL.Path, "/groups/")
	switch {
	case ofGroups && token == groupsToken:
		return 0
	case ofGroups:
		return http.StatusForbidden
	case !limited && (token != forgeToken || len(f.tokens) > 0):
		return http.StatusUnauthorized
	case !limited:
		return 0
	case can.scope != "api" && (can.scope != "read_api" || r.Method != http.MethodGet):
		return http.StatusForbidden
	case strings.Contains(r.URL.Path, "/artifacts/") && can.role < forgeRoles["Developer"]:
		// The pipeline keeps its artifacts with "access: developer".
		return http.StatusForbidden
	case can.role < forgeRoles["Reporter"]:
		return http.StatusForbidden
	}
	return 0
}

// own returns the comments and the issues of the pipelines.
func (f *forge) own() (comments, issues []posted) {
	f.mu.Lock()
	defer f.mu.Unlock()
	of := func(all []*posted) (mine []posted) {
		for _, p := range all {
			if p.Author == forgeUser {
				mine = append(mine, *p)
			}
		}
		return mine
	}
	return of(f.comments), of(f.issues)
}

// pushed records the head of a new or existing change.
func (f *forge) pushed(number int, head string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if known := f.change(number); known != nil {
		known.Head = head
	} else if number > 0 {
		f.changes = append(f.changes, &change{Number: number, Head: head})
	}
}

// ran records a run of a workflow, or a job of a pipeline.
func (f *forge) ran(workflow string, number int, head string, ok bool, kept map[string]string) *run {
	f.mu.Lock()
	defer f.mu.Unlock()
	made := &run{ID: 500 + len(f.runs), Workflow: workflow, Change: number, Head: head, OK: ok, Kept: kept, Began: f.now(), Time: f.now()}
	f.runs = append(f.runs, made)
	return made
}

// approve records that a person approves the plan in the pipeline's comment on a change.
func (f *forge) approve(number int, by person) {
	comments, _ := f.own()
	text := ""
	for _, comment := range comments {
		if comment.Change == number {
			text = approvalIn(comment.Body)
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	changed := f.change(number)
	changed.Approved = append(changed.Approved, approval{By: by, Commit: changed.Head, Time: f.now(), Text: text})
}

// approvalIn returns the line that approves the plan of a report, surrounded by other text.
func approvalIn(report string) string {
	for line := range strings.Lines(report) {
		if line = strings.TrimSpace(line); strings.HasPrefix(line, "approve ") {
			return "Looks right.\r\n" + line + "\r\n"
		}
	}
	return "Looks right."
}

// comment records a comment on a commit.
func (f *forge) comment(commit string, by person, text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.onCommits[commit] = append(f.onCommits[commit], approval{By: by, Time: f.now(), Text: text})
}

// merged records the merge commit of a change.
func (f *forge) merged(number int, commit string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.change(number).Merge = commit
}

func (f *forge) change(number int) *change {
	for _, c := range f.changes {
		if c.Number == number {
			return c
		}
	}
	return nil
}

func (f *forge) run(id int) *run {
	for _, r := range f.runs {
		if r.ID == id {
			return r
		}
	}
	return nil
}

// pageOf returns the requested part of a list.
func pageOf[T any](w http.ResponseWriter, r *http.Request, all []T) {
	size, _ := strconv.Atoi(r.FormValue("per_page"))
	number, _ := strconv.Atoi(r.FormValue("page"))
	if size == 0 {
		size = 20
	}
	from := min(len(all), max(0, number-1)*size)
	respond(w, http.StatusOK, append([]T{}, all[from:min(len(all), from+size)]...))
}

func respond(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// body is the body of a request. Requests with other fields are rejected.
type body struct {
	Body, Title, Description, State string
	StateReason                     string `json:"state_reason"`
	StateEvent                      string `json:"state_event"`
	Labels                          json.RawMessage
}

func decode(w http.ResponseWriter, r *http.Request) (body, bool) {
	var b body
	decoder := json.NewDecoder(r.Body)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&b); err != nil || r.Header.Get("Content-Type") != "application/json" {
		respond(w, http.StatusUnprocessableEntity, map[string]string{"message": fmt.Sprint(err)})
		return b, false
	}
	return b, true
}

// edit changes the object with the number in the path, or responds that it does not exist.
func edit(w http.ResponseWriter, r *http.Request, all []*posted, how func(*posted, body), show func(*posted) any) {
	number, _ := strconv.Atoi(r.PathValue("id"))
	i := slices.IndexFunc(all, func(p *posted) bool { return p.Number == number })
	if i < 0 {
		respond(w, http.StatusNotFound, map[string]string{"message": "Not Found"})
		return
	}
	if b, ok := decode(w, r); ok {
		how(all[i], b)
		respond(w, http.StatusOK, show(all[i]))
	}
}

// with returns the matching objects of a list in the form of the API.
func with[T any](all []T, test func(T) bool, show func(T) any) []any {
	shown := []any{}
	for _, one := range all {
		if test(one) {
			shown = append(shown, show(one))
		}
	}
	return shown
}

type object = map[string]any

func login(author int) string {
	if author == forgeUser {
		return "github-actions[bot]"
	}
	return "mallory"
}

// githubIssues simulates the issues of GitHub and the comments on them and on pull requests.
func (f *forge) githubIssues(handle func(pattern string, handler http.HandlerFunc)) {
	comment := func(p *posted) any {
		return object{"id": p.Number, "body": p.Body, "user": object{"login": login(p.Author)}}
	}
	issue := func(p *posted) any {
		return object{"number": p.Number, "title": p.Title, "body": p.Body, "user": object{"login": login(p.Author)}}
	}
	handle("GET /issues/{number}/comments", func(w http.ResponseWriter, r *http.Request) {
		pageOf(w, r, with(f.comments, func(p *posted) bool { return strconv.Itoa(p.Change) == r.PathValue("number") }, comment))
	})
	handle("POST /issues/{number}/comments", func(w http.ResponseWriter, r *http.Request) {
		b, ok := decode(w, r)
		if !ok {
			return
		}
		number, _ := strconv.Atoi(r.PathValue("number"))
		for _, i := range f.issues {
			if i.Number == number {
				i.Notes = append(i.Notes, b.Body)
			}
		}
		if f.change(number) != nil {
			f.comments = append(f.comments, &posted{Number: len(f.comments) + 1, Change: number, Author: forgeUser, Body: b.Body})
		}
		respond(w, http.StatusCreated, object{})
	})
	handle("PATCH /issues/comments/{id}", func(w http.ResponseWriter, r *http.Request) {
		edit(w, r, f.comments, func(p *posted, b body) { p.Body = b.Body }, comment)
	})
	handle("GET /issues", func(w http.ResponseWriter, r *http.Request) {
		pageOf(w, r, with(f.issues, func(p *posted) bool { return !p.Closed }, issue))
	})
	handle("POST /issues", func(w http.ResponseWriter, r *http.Request) {
		if b, ok := decode(w, r); ok {
			var labels []string
			_ = json.Unmarshal(b.Labels, &labels)
			f.issues = append(f.issues, &posted{Number: 1000 + len(f.issues), Author: forgeUser, Title: b.Title, Body: b.Body,
				Labels: labels})
			respond(w, http.StatusCreated, object{})
		}
	})
	handle("PATCH /issues/{id}", func(w http.ResponseWriter, r *http.Request) {
		edit(w, r, f.issues, func(p *posted, b body) {
			p.Closed = b.State == "closed"
			if b.Body != "" {
				p.Body = b.Body
			}
		}, issue)
	})
}

// github simulates a part of GitHub's REST API.
func github(f *forge) http.Handler {
	own := object{"full_name": "acme/tenant"}
	shown := func(r *run) any {
		event, branch, conclusion := "workflow_run", "main", map[bool]string{true: "success", false: "failure"}[r.OK]
		if r.Workflow == "idm-plan" {
			event = "workflow_dispatch"
			if r.Change > 0 {
				event, branch = "pull_request", "topic"
			}
		}
		from := object{"full_name": cmp.Or(r.From, "acme/tenant")}
		return object{
			"id": r.ID, "event": cmp.Or(r.Event, event), "head_sha": r.Head, "head_branch": branch, "conclusion": conclusion,
			"updated_at": r.Time,
			"path":       ".github/workflows/" + r.Workflow + ".yml", "display_title": "Review of " + r.Head, "repository": own,
			"head_repository": from,
			"created_at":      r.Began, "actor": object{"id": author.id}, "triggering_actor": object{"id": author.id},
		}
	}
	mux := http.NewServeMux()
	handle := func(pattern string, handler http.HandlerFunc) {
		method, path, _ := strings.Cut(pattern, " ")
		mux.HandleFunc(method+" /repos/acme/tenant"+path, handler)
	}
	f.githubIssues(handle)
	pull := func(c *change) any {
		merged, state := any(nil), "open"
		if c.Merge != "" {
			merged, state = "2027-01-01T00:00:00Z", "closed"
		} else if c.Closed {
			state = "closed"
		}
		return object{
			"number": c.Number, "state": state, "merged_at": merged, "merge_commit_sha": c.Merge, "user": object{"id": author.id},
			"updated_at": "2027-01-02T00:00:00Z", "commits": 1,
			"head": object{"sha": c.Head, "repo": object{"full_name": cmp.Or(c.From, "acme/tenant")}},
			"base": object{"ref": cmp.Or(c.Base, "main")},
		}
	}
	// GitHub lists the merged and open requests of a commit, but not the closed ones.
	handle("GET /commits/{sha}/pulls", func(w http.ResponseWriter, r *http.Request) {
		pageOf(w, r, with(f.changes, func(c *change) bool {
			return c.Merge == r.PathValue("sha") || c.Head == r.PathValue("sha") && !c.Closed
		}, pull))
	})
	handle("GET /pulls", func(w http.ResponseWriter, r *http.Request) {
		pageOf(w, r, with(f.changes, func(c *change) bool { return r.FormValue("state") == "all" || !c.Closed && c.Merge == "" }, pull))
	})
	handle("GET /pulls/{number}", func(w http.ResponseWriter, r *http.Request) {
		number, _ := strconv.Atoi(r.PathValue("number"))
		respond(w, http.StatusOK, pull(f.change(number)))
	})
	handle("GET /issues/{number}/events", func(w http.ResponseWriter, r *http.Request) {
		number, _ := strconv.Atoi(r.PathValue("number"))
		events := []any{object{"event": "labeled", "created_at": "2028-01-01T00:00:00Z"}}
		if at := f.change(number).Retargeted; at != "" {
			events = append(events, object{"event": "base_ref_changed", "created_at": at})
		}
		pageOf(w, r, events)
	})
	commit := func(sha string) object {
		by := object{"id": author.id, "login": author.login}
		return object{"sha": sha, "author": by, "committer": by, "parents": []object{{"sha": "parent"}}, "commit": object{}}
	}
	handle("GET /pulls/{number}/commits", func(w http.ResponseWriter, r *http.Request) {
		number, _ := strconv.Atoi(r.PathValue("number"))
		pageOf(w, r, []object{commit(f.change(number).Head)})
	})
	handle("GET /commits/{sha}", func(w http.ResponseWriter, r *http.Request) { respond(w, http.StatusOK, commit(r.PathValue("sha"))) })
	handle("GET /actions/workflows/idm-plan.yml/runs", func(w http.ResponseWriter, r *http.Request) {
		found := with(f.runs, func(one *run) bool { return one.Workflow == "idm-plan" && one.Head == r.FormValue("head_sha") }, shown)
		respond(w, http.StatusOK, object{"total_count": len(found), "workflow_runs": found})
	})
	user := func(p person) object {
		return object{"id": p.id, "login": p.login, "type": map[bool]string{true: "Bot", false: "User"}[p.bot]}
	}
	handle("GET /commits/{sha}/comments", func(w http.ResponseWriter, r *http.Request) {
		pageOf(w, r, with(f.onCommits[r.PathValue("sha")], func(approval) bool { return true }, func(a approval) any {
			return object{"user": user(a.By), "body": a.Text, "created_at": a.Time, "updated_at": a.Time}
		}))
	})
	f.githubTeams(mux)
	handle("GET /collaborators/{login}/permission", func(w http.ResponseWriter, r *http.Request) {
		p, known := personOf(func(p person) bool { return p.login == r.PathValue("login") })
		if !known {
			respond(w, http.StatusNotFound, object{"message": "Not Found"})
			return
		}
		respond(w, http.StatusOK, object{"permission": map[bool]string{true: "write", false: "read"}[p.role >= 30], "user": user(p)})
	})
	handle("GET /actions/workflows/idm-review.yml/runs", func(w http.ResponseWriter, _ *http.Request) {
		found := with(f.runs, func(one *run) bool { return one.Workflow == "idm-review" }, shown)
		respond(w, http.StatusOK, object{"total_count": len(found), "workflow_runs": found})
	})
	handle("GET /actions/runs/{id}/artifacts", func(w http.ResponseWriter, r *http.Request) {
		id, _ := strconv.Atoi(r.PathValue("id"))
		kept := []object{}
		for name := range f.run(id).Kept {
			kept = append(kept, object{"name": name, "expired": false})
		}
		respond(w, http.StatusOK, object{"artifacts": kept})
	})
	handle("GET /pulls/{number}/reviews", func(w http.ResponseWriter, r *http.Request) {
		number, _ := strconv.Atoi(r.PathValue("number"))
		pageOf(w, r, with(f.change(number).Approved, func(approval) bool { return true }, func(a approval) any {
			return object{"user": user(a.By), "state": "APPROVED", "commit_id": a.Commit, "submitted_at": a.Time, "body": a.Text,
				"node_id": "PRR_" + a.By.login}
		}))
	})
	mux.HandleFunc("POST /graphql", func(w http.ResponseWriter, r *http.Request) {
		var asked struct{ Variables struct{ ID string } }
		_ = json.NewDecoder(r.Body).Decode(&asked)
		respond(w, http.StatusOK, object{"data": object{"node": object{"id": asked.Variables.ID, "lastEditedAt": nil}}})
	})
	handle("POST /statuses/{sha}", func(w http.ResponseWriter, r *http.Request) {
		var status struct{ Context, State string }
		_ = json.NewDecoder(r.Body).Decode(&status)
		f.statuses[r.PathValue("sha")] = status.Context + " " + status.State
		respond(w, http.StatusCreated, object{})
	})
	handle("GET /actions/runs/{id}", func(w http.ResponseWriter, r *http.Request) {
		id, _ := strconv.Atoi(r.PathValue("id"))
		if found := f.run(id); found != nil {
			respond(w, http.StatusOK, shown(found))
			return
		}
		if id == applyRun {
			respond(w, http.StatusOK, shown(&run{ID: id, Workflow: "idm-apply", Event: "push", OK: true, Began: f.now(), Time: f.now()}))
			return
		}
		respond(w, http.StatusNotFound, object{"message": "Not Found"})
	})
	return mux
}

func projectOf(from string) int {
	if from == "" {
		return 99
	}
	return 666
}

// gitlabPipeline returns the pipeline of a run. Its ID is the number of its first job.
func gitlabPipeline(r *run) any {
	ref := "main"
	if r.Change > 0 {
		ref = fmt.Sprintf("refs/merge-requests/%d/%s", r.Change, cmp.Or(r.Ref, "head"))
	}
	return object{"id": r.ID, "sha": r.Head, "ref": ref, "source": "merge_request_event", "created_at": r.Began,
		"user": object{"id": author.id}}
}

// gitlabIssues simulates the issues of GitLab and the notes on them and on merge requests.
func (f *forge) gitlabIssues(handle func(pattern string, handler http.HandlerFunc)) {
	note := func(p *posted) any { return object{"id": p.Number, "body": p.Body, "author": object{"id": p.Author}} }
	issue := func(p *posted) any {
		return object{"iid": p.Number, "title": p.Title, "description": p.Body, "author": object{"id": p.Author}}
	}
	handle("GET /merge_requests/{number}/notes", func(w http.ResponseWriter, r *http.Request) {
		number, _ := strconv.Atoi(r.PathValue("number"))
		notes := with(f.comments, func(p *posted) bool { return p.Change == number }, note)
		for i, a := range f.change(number).Approved {
			by := object{"id": a.By.id}
			notes = append(notes, object{"id": 9000 + 2*i, "system": true, "body": "approved this merge request", "created_at": a.Time,
				"author": by},
				object{"id": 9001 + 2*i, "system": false, "body": a.Text, "created_at": a.Time, "author": by})
		}
		if at := f.change(number).Retargeted; at != "" {
			notes = append(notes, object{"id": 8000, "system": true, "body": "changed target branch from `other` to `main`",
				"created_at": at,
				"author":     object{"id": author.id}})
		}
		pageOf(w, r, notes)
	})
	handle("POST /merge_requests/{number}/notes", func(w http.ResponseWriter, r *http.Request) {
		if b, ok := decode(w, r); ok {
			number, _ := strconv.Atoi(r.PathValue("number"))
			f.comments = append(f.comments, &posted{Number: len(f.comments) + 1, Change: number, Author: forgeUser, Body: b.Body})
			respond(w, http.StatusCreated, object{})
		}
	})
	handle("PUT /merge_requests/{number}/notes/{id}", func(w http.ResponseWriter, r *http.Request) {
		edit(w, r, f.comments, func(p *posted, b body) { p.Body = b.Body }, note)
	})
	handle("GET /issues", func(w http.ResponseWriter, r *http.Request) {
		pageOf(w, r, with(f.issues, func(p *posted) bool { return !p.Closed && strconv.Itoa(p.Author) == r.FormValue("author_id") }, issue))
	})
	handle("POST /issues", func(w http.ResponseWriter, r *http.Request) {
		if b, ok := decode(w, r); ok {
			var labels string
			_ = json.Unmarshal(b.Labels, &labels)
			f.issues = append(f.issues,
				&posted{Number: 1000 + len(f.issues), Author: forgeUser, Title: b.Title, Body: b.Description,
					Labels: strings.Split(labels, ",")})
			respond(w, http.StatusCreated, object{})
		}
	})
	handle("POST /issues/{id}/notes", func(w http.ResponseWriter, r *http.Request) {
		edit(w, r, f.issues, func(p *posted, b body) { p.Notes = append(p.Notes, b.Body) }, note)
	})
	handle("PUT /issues/{id}", func(w http.ResponseWriter, r *http.Request) {
		edit(w, r, f.issues, func(p *posted, b body) {
			p.Closed = b.StateEvent == "close"
			if b.Description != "" {
				p.Body = b.Description
			}
		}, issue)
	})
}

// gitlab simulates a part of GitLab's REST API. The number of a pipeline's review job is ten times
// the number of its plan job.
func gitlab(f *forge) http.Handler {
	mux := http.NewServeMux()
	handle := func(pattern string, handler http.HandlerFunc) {
		method, path, _ := strings.Cut(pattern, " ")
		mux.HandleFunc(method+" /projects/99"+path, handler)
	}
	// Each token has its own user.
	mux.HandleFunc("GET /user", func(w http.ResponseWriter, r *http.Request) {
		id := forgeUser
		if strings.HasSuffix(r.Header.Get("Authorization"), gitlabToken("idm-production")) {
			id++
		}
		respond(w, http.StatusOK, object{"id": id})
	})
	handle("GET /merge_requests/{number}", func(w http.ResponseWriter, r *http.Request) {
		number, _ := strconv.Atoi(r.PathValue("number"))
		c := f.change(number)
		respond(w,
			http.StatusOK,
			object{"state": "opened", "sha": c.Head, "target_branch": cmp.Or(c.Base, "main"), "source_project_id": projectOf(c.From),
				"project_id": 99, "author": object{"id": author.id}})
	})
	f.gitlabIssues(handle)
	handle("GET /repository/commits/{sha}/merge_requests", func(w http.ResponseWriter, r *http.Request) {
		pageOf(w,
			r, with(f.changes, func(c *change) bool { return c.Merge == r.PathValue("sha") || c.Head == r.PathValue("sha") },
				func(c *change) any {
					return object{"iid": c.Number, "state": map[bool]string{true: "merged", false: "opened"}[c.Merge != ""],
						"target_branch": cmp.Or(c.Base, "main"), "source_project_id": projectOf(c.From),
						"merge_commit_sha": c.Merge, "squash_commit_sha": nil, "sha": c.Head}
				}))
	})
	commit := func(sha string) object {
		return object{"id": sha, "parent_ids": []string{"parent"}, "author_email": authorAddress, "committer_email": authorAddress}
	}
	handle("GET /merge_requests/{number}/commits", func(w http.ResponseWriter, r *http.Request) {
		number, _ := strconv.Atoi(r.PathValue("number"))
		pageOf(w, r, []object{commit(f.change(number).Head)})
	})
	handle("GET /repository/commits/{sha}", func(w http.ResponseWriter, r *http.Request) {
		respond(w, http.StatusOK, commit(r.PathValue("sha")))
	})
	mux.HandleFunc("GET /users", func(w http.ResponseWriter, r *http.Request) {
		found := []object{}
		if r.FormValue("search") == authorAddress {
			found = append(found, object{"id": author.id})
		}
		pageOf(w, r, found)
	})
	handle("GET /repository/commits/{sha}/comments", func(w http.ResponseWriter, r *http.Request) {
		pageOf(w, r, with(f.onCommits[r.PathValue("sha")], func(approval) bool { return true }, func(a approval) any {
			return object{"author": object{"id": a.By.id}, "note": a.Text, "created_at": a.Time}
		}))
	})
	handle("GET /pipelines/{id}", func(w http.ResponseWriter, r *http.Request) {
		id, _ := strconv.Atoi(r.PathValue("id"))
		if found := f.run(id); found != nil {
			respond(w, http.StatusOK, gitlabPipeline(found))
			return
		}
		if id == applyPipeline {
			respond(w, http.StatusOK, object{"id": id, "user": object{"id": author.id}})
			return
		}
		respond(w, http.StatusNotFound, object{"message": "404 Not found"})
	})
	byID := func(show func(person) object) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			id, _ := strconv.Atoi(r.PathValue("id"))
			if p, known := personOf(func(p person) bool { return p.id == id }); known {
				respond(w, http.StatusOK, show(p))
				return
			}
			respond(w, http.StatusNotFound, object{"message": "404 Not found"})
		}
	}
	mux.HandleFunc("GET /groups/{group}/members/{id}", f.gitlabMembership)
	handle("GET /members/all/{id}", byID(func(p person) object { return object{"id": p.id, "access_level": p.role, "state": "active"} }))
	mux.HandleFunc("GET /users/{id}", byID(func(p person) object {
		address := ""
		if p.id == author.id {
			address = authorAddress
		}
		return object{"id": p.id, "bot": p.bot, "public_email": address}
	}))
	handle("GET /merge_requests/{number}/pipelines", func(w http.ResponseWriter, r *http.Request) {
		pageOf(w, r, with(f.runs, func(one *run) bool {
			return one.Workflow == "plan" && strconv.Itoa(one.Change) == r.PathValue("number")
		}, gitlabPipeline))
	})
	// The pipeline has the number of its first job; its review is the job after that.
	handle("GET /pipelines/{id}/jobs", func(w http.ResponseWriter, r *http.Request) {
		id, _ := strconv.Atoi(r.PathValue("id"))
		jobs := with(f.runs, func(one *run) bool { return one.ID == id || one.ID == id+1 && one.Workflow == "review" }, func(one *run) any {
			return object{"id": one.ID, "name": one.Workflow, "status": map[bool]string{true: "success", false: "failed"}[one.OK],
				"finished_at": one.Time}
		})
		jobs = append(jobs, object{"id": 1, "name": "apply", "status": "running", "user": object{"id": author.id}})
		pageOf(w, r, jobs)
	})
	handle("GET /jobs/{id}/artifacts/{path...}", func(w http.ResponseWriter, r *http.Request) {
		id, _ := strconv.Atoi(r.PathValue("id"))
		if found := f.run(id); found != nil {
			if content, kept := found.Kept[r.PathValue("path")]; kept {
				_, _ = w.Write([]byte(content))
				return
			}
		}
		respond(w, http.StatusNotFound, object{"message": "404 Not Found"})
	})
	return mux
}
