package e2e

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

const (
	forgeToken = "forge-token-4711"
	forgeUser  = 41
	otherUser  = 7
)

// forge stands in for GitHub or GitLab: it keeps what their pipelines write, behind the part of the API that they call.
type forge struct {
	url string

	mu       sync.Mutex
	comments []*posted
	issues   []*posted
	changes  []*change
	runs     []*run
	refused  []string
}

// posted is a comment of a change, or an issue with the comments on it.
type posted struct {
	Number, Change, Author int
	Title, Body            string
	Labels                 []string
	Closed                 bool
	Notes                  []string
}

// change is a pull or merge request. Merge is the commit that its merge made.
type change struct {
	Number      int
	Head, Merge string
}

// run is a review: of a change, or started by hand.
type run struct {
	ID, Change int
	Head       string
	OK         bool
	Kept       map[string]map[string]string
}

func newForge(t *testing.T, api func(*forge) http.Handler) *forge {
	t.Helper()
	f := &forge{}
	handler := api(f)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		defer f.mu.Unlock()
		if r.Header.Get("Authorization") != "Bearer "+forgeToken {
			w.WriteHeader(http.StatusUnauthorized)
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
	// What others write is no business of the pipeline's, even if it looks the same; it also fills the first pages.
	for i := range 120 {
		f.comments = append(f.comments, &posted{Number: i + 1, Change: 1, Author: otherUser, Body: "<!-- idmctl-review of tenant --> <!-- idmctl review of tenant -->"})
	}
	f.issues = append(f.issues, &posted{Number: 1, Author: otherUser, Labels: []string{"idm-drift"}, Body: "<!-- idmctl-drift of tenant --> <!-- idmctl drift of tenant -->"})
	return f
}

// own are the comments and the issues that the pipelines wrote.
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

// pushed records the head of a change, which may be new.
func (f *forge) pushed(number int, head string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if known := f.change(number); known != nil {
		known.Head = head
	} else if number > 0 {
		f.changes = append(f.changes, &change{Number: number, Head: head})
	}
}

// ran records a review.
func (f *forge) ran(number int, head string, j *job) *run {
	f.mu.Lock()
	defer f.mu.Unlock()
	made := &run{ID: 500 + len(f.runs), Change: number, Head: head, OK: j.ok, Kept: j.kept}
	f.runs = append(f.runs, made)
	return made
}

// merged records the commit that the merge of a change made.
func (f *forge) merged(number int, commit string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.change(number).Merge = commit
}

// artefact is what a run kept under a name.
func (f *forge) artefact(id int, name string) map[string]string {
	f.mu.Lock()
	defer f.mu.Unlock()
	if found := f.run(id); found != nil {
		return found.Kept[name]
	}
	return nil
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

// pageOf answers with the part of a list that the query asks for.
func pageOf[T any](w http.ResponseWriter, r *http.Request, all []T) {
	size, _ := strconv.Atoi(r.FormValue("per_page"))
	number, _ := strconv.Atoi(r.FormValue("page"))
	if size == 0 {
		size = 20
	}
	from := min(len(all), max(0, number-1)*size)
	answer(w, http.StatusOK, append([]T{}, all[from:min(len(all), from+size)]...))
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// body is what a request sends, with the fields that are known; another one is refused.
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
		answer(w, http.StatusUnprocessableEntity, map[string]string{"message": fmt.Sprint(err)})
		return b, false
	}
	return b, true
}

// edit changes the object of a list whose number the path has, or answers that there is none.
func edit(w http.ResponseWriter, r *http.Request, all []*posted, how func(*posted, body), show func(*posted) any) {
	number, _ := strconv.Atoi(r.PathValue("id"))
	i := slices.IndexFunc(all, func(p *posted) bool { return p.Number == number })
	if i < 0 {
		answer(w, http.StatusNotFound, map[string]string{"message": "Not Found"})
		return
	}
	if b, ok := decode(w, r); ok {
		how(all[i], b)
		answer(w, http.StatusOK, show(all[i]))
	}
}

// with are the objects of a list for which a test holds, as the API shows them.
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

// github is the part of GitHub's REST API.
func github(f *forge) http.Handler {
	comment := func(p *posted) any {
		return object{"id": p.Number, "body": p.Body, "user": object{"login": login(p.Author)}}
	}
	issue := func(p *posted) any {
		return object{"number": p.Number, "title": p.Title, "body": p.Body, "user": object{"login": login(p.Author)}}
	}
	event := func(r *run) string {
		if r.Change == 0 {
			return "workflow_dispatch"
		}
		return "pull_request"
	}
	shown := func(r *run) any {
		conclusion := map[bool]string{true: "success", false: "failure"}[r.OK]
		return object{"id": r.ID, "event": event(r), "head_sha": r.Head, "conclusion": conclusion, "path": ".github/workflows/idm-review.yml"}
	}
	mux := http.NewServeMux()
	handle := func(pattern string, handler http.HandlerFunc) {
		method, path, _ := strings.Cut(pattern, " ")
		mux.HandleFunc(method+" /repos/acme/tenant"+path, handler)
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
		answer(w, http.StatusCreated, object{})
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
			f.issues = append(f.issues, &posted{Number: 1000 + len(f.issues), Author: forgeUser, Title: b.Title, Body: b.Body, Labels: labels})
			answer(w, http.StatusCreated, object{})
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
	handle("GET /commits/{sha}/pulls", func(w http.ResponseWriter, r *http.Request) {
		pageOf(w, r, with(f.changes, func(c *change) bool { return c.Merge == r.PathValue("sha") || c.Head == r.PathValue("sha") }, func(c *change) any {
			return object{"number": c.Number, "merged_at": "2027-01-01T00:00:00Z", "merge_commit_sha": c.Merge, "head": object{"sha": c.Head}}
		}))
	})
	handle("GET /actions/workflows/idm-review.yml/runs", func(w http.ResponseWriter, r *http.Request) {
		found := with(f.runs, func(one *run) bool { return one.Head == r.FormValue("head_sha") && event(one) == r.FormValue("event") }, shown)
		slices.Reverse(found)
		answer(w, http.StatusOK, object{"total_count": len(found), "workflow_runs": found})
	})
	handle("GET /actions/runs/{id}", func(w http.ResponseWriter, r *http.Request) {
		id, _ := strconv.Atoi(r.PathValue("id"))
		if found := f.run(id); found != nil {
			answer(w, http.StatusOK, shown(found))
			return
		}
		answer(w, http.StatusNotFound, object{"message": "Not Found"})
	})
	return mux
}

// gitlab is the part of GitLab's REST API. The job of a pipeline has ten times its number.
func gitlab(f *forge) http.Handler {
	note := func(p *posted) any { return object{"id": p.Number, "body": p.Body, "author": object{"id": p.Author}} }
	issue := func(p *posted) any {
		return object{"iid": p.Number, "title": p.Title, "description": p.Body, "author": object{"id": p.Author}}
	}
	mux := http.NewServeMux()
	handle := func(pattern string, handler http.HandlerFunc) {
		method, path, _ := strings.Cut(pattern, " ")
		mux.HandleFunc(method+" /projects/99"+path, handler)
	}
	mux.HandleFunc("GET /user", func(w http.ResponseWriter, _ *http.Request) { answer(w, http.StatusOK, object{"id": forgeUser}) })
	handle("GET /merge_requests/{number}/notes", func(w http.ResponseWriter, r *http.Request) {
		pageOf(w, r, with(f.comments, func(p *posted) bool { return strconv.Itoa(p.Change) == r.PathValue("number") }, note))
	})
	handle("POST /merge_requests/{number}/notes", func(w http.ResponseWriter, r *http.Request) {
		if b, ok := decode(w, r); ok {
			number, _ := strconv.Atoi(r.PathValue("number"))
			f.comments = append(f.comments, &posted{Number: len(f.comments) + 1, Change: number, Author: forgeUser, Body: b.Body})
			answer(w, http.StatusCreated, object{})
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
			f.issues = append(f.issues, &posted{Number: 1000 + len(f.issues), Author: forgeUser, Title: b.Title, Body: b.Description, Labels: strings.Split(labels, ",")})
			answer(w, http.StatusCreated, object{})
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
	handle("GET /repository/commits/{sha}/merge_requests", func(w http.ResponseWriter, r *http.Request) {
		pageOf(w, r, with(f.changes, func(c *change) bool { return c.Merge == r.PathValue("sha") || c.Head == r.PathValue("sha") }, func(c *change) any {
			return object{"iid": c.Number, "state": "merged", "merge_commit_sha": c.Merge, "squash_commit_sha": nil, "sha": c.Head}
		}))
	})
	handle("GET /merge_requests/{number}/pipelines", func(w http.ResponseWriter, r *http.Request) {
		pageOf(w, r, with(f.runs, func(one *run) bool { return strconv.Itoa(one.Change) == r.PathValue("number") }, func(one *run) any {
			return object{"id": one.ID, "sha": one.Head, "source": "merge_request_event"}
		}))
	})
	handle("GET /pipelines/{id}/jobs", func(w http.ResponseWriter, r *http.Request) {
		pageOf(w, r, with(f.runs, func(one *run) bool { return strconv.Itoa(one.ID) == r.PathValue("id") }, func(one *run) any {
			return object{"id": 10 * one.ID, "name": "review", "status": map[bool]string{true: "success", false: "failed"}[one.OK]}
		}))
	})
	handle("GET /jobs/{id}/artifacts/{path...}", func(w http.ResponseWriter, r *http.Request) {
		id, _ := strconv.Atoi(r.PathValue("id"))
		if found := f.run(id / 10); found != nil {
			if content, kept := found.Kept["review"][r.PathValue("path")]; kept {
				_, _ = w.Write([]byte(content))
				return
			}
		}
		answer(w, http.StatusNotFound, object{"message": "404 Not Found"})
	})
	return mux
}
