package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/ext/userfunc"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
	ctyjson "github.com/zclconf/go-cty/cty/json"
)

const (
	forgeToken = "forge-token-4711"
	forgeUser  = 41
	otherUser  = 7
)

// person is a user of the forge. Role is GitLab's number of the role: 20 can read, 30 and above can
// write.
type person struct {
	ID    int
	Login string
	Bot   bool
	Role  int
}

var (
	author   = person{ID: 50, Login: "anna", Role: 30}
	reviewer = person{ID: 51, Login: "rita", Role: 30}
	people   = []person{author, reviewer, {ID: 52, Login: "ron", Role: 20}, {ID: 53, Login: "robot", Bot: true, Role: 40},
		{ID: 54, Login: "wim", Role: 30}}
)

// groupsToken may read the members of groups; the other tokens may not.
const groupsToken = "forge-groups-token-4711"

// access contains the permissions of a GitLab token.
type access struct {
	role  int
	scope string
}

// forgeRoles maps the roles to GitLab's numbers.
var forgeRoles = map[string]int{"Guest": 10, "Reporter": 20, "Developer": 30, "Maintainer": 40}

// forge simulates GitHub or GitLab: the part of the API that the pipelines call, in testdata/forge.
type forge struct {
	t   *testing.T
	url string

	mu sync.Mutex
	forgeState
	refused []string
	seconds int
	// tokens contains the tokens of GitLab's environments; if it is empty, a single token has all
	// permissions.
	tokens map[string]access
	// context has the functions and the variables of the routes, which are those of the state held.
	context *hcl.EvalContext
	held    string
}

// forgeState is what the routes read and change. OnCommits are the comments on commits.
type forgeState struct {
	People           []person
	Comments, Issues []*posted
	Changes          []*change
	Runs             []*run
	OnCommits        map[string][]approval
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

// newForge starts the API of a vendor.
func newForge(t *testing.T, vendor string) *forge {
	t.Helper()
	f := &forge{t: t, tokens: map[string]access{},
		forgeState: forgeState{People: people, Comments: []*posted{}, OnCommits: map[string][]approval{}},
		context:    &hcl.EvalContext{Variables: map[string]cty.Value{}}}
	f.context.Functions = maps.Clone(texts)
	mux := http.NewServeMux()
	for _, name := range []string{"both", vendor} {
		content, err := os.ReadFile(filepath.Join("testdata", "forge", name+".hcl"))
		if err != nil {
			t.Fatal(err)
		}
		body := parse(t, string(content))
		functions, _, diags := userfunc.DecodeUserFunctions(body, "function", func() *hcl.EvalContext { return f.context })
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		maps.Copy(f.context.Functions, functions)
		for name, attribute := range body.Attributes {
			f.context.Variables[name], _ = attribute.Expr.Value(nil)
		}
		for _, block := range body.Blocks {
			if block.Type == "route" {
				mux.HandleFunc(block.Labels[0], func(w http.ResponseWriter, r *http.Request) { f.answer(w, r, block) })
			}
		}
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		defer f.mu.Unlock()
		recorder := httptest.NewRecorder()
		if recorder.Code = f.denied(r); recorder.Code == http.StatusOK {
			mux.ServeHTTP(recorder, r)
		}
		if recorder.Code >= http.StatusBadRequest {
			f.refused = append(f.refused, fmt.Sprint(r.Method, " ", r.URL, ": ", recorder.Code))
		}
		w.WriteHeader(recorder.Code)
		_, _ = w.Write(recorder.Body.Bytes())
	}))
	t.Cleanup(server.Close)
	f.url = server.URL
	return f
}

var wildcard = regexp.MustCompile(`\{(\w+)`)

// answer answers a request as a route says.
func (f *forge) answer(w http.ResponseWriter, r *http.Request, route *hclsyntax.Block) {
	known := f.context.Variables
	state, err := json.Marshal(f.forgeState)
	if err != nil {
		f.t.Error(err)
	}
	if string(state) != f.held {
		var decoded ctyjson.SimpleJSONValue
		if err := decoded.UnmarshalJSON(state); err != nil {
			f.t.Error(err)
		}
		maps.Copy(known, decoded.AsValueMap())
		f.held = string(state)
	}
	for _, name := range wildcard.FindAllStringSubmatch(route.Labels[0], -1) {
		known[name[1]] = cty.StringVal(r.PathValue(name[1]))
		if number, err := strconv.Atoi(r.PathValue(name[1])); err == nil {
			known[name[1]] = cty.NumberIntVal(int64(number))
		}
	}
	query := map[string]cty.Value{}
	for name, values := range r.URL.Query() {
		query[name] = cty.StringVal(values[0])
	}
	_, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	known["query"], known["token"] = cty.ObjectVal(query), cty.StringVal(token)
	if takes := f.value(route, "takes"); takes != cty.NilVal && !f.takes(r, takes) {
		w.WriteHeader(http.StatusUnprocessableEntity)
		return
	}
	f.respond(w, r, route)
	if set := f.value(route, "set"); set != cty.NilVal {
		changed, err := ctyjson.Marshal(set, set.Type())
		if err == nil {
			err = json.Unmarshal(changed, &f.forgeState)
		}
		if err != nil {
			f.t.Error(err)
		}
	}
}

// takes decodes the body of a request, and reports whether it has no other members than these.
func (f *forge) takes(r *http.Request, members cty.Value) bool {
	var body map[string]ctyjson.SimpleJSONValue
	if err := json.NewDecoder(r.Body).Decode(&body); err != nil || r.Header.Get("Content-Type") != "application/json" {
		return false
	}
	decoded := map[string]cty.Value{}
	for name, value := range body {
		if !slices.ContainsFunc(members.AsValueSlice(), func(v cty.Value) bool { return v.AsString() == name }) {
			return false
		}
		decoded[name] = value.Value
	}
	f.context.Variables["body"] = cty.ObjectVal(decoded)
	return true
}

// value evaluates an attribute of a route; cty.NilVal for none, and for null.
func (f *forge) value(route *hclsyntax.Block, name string) cty.Value {
	attribute, ok := route.Body.Attributes[name]
	if !ok {
		return cty.NilVal
	}
	value, diags := attribute.Expr.Value(f.context)
	if diags.HasErrors() {
		f.t.Errorf("%s: %v", route.Labels[0], diags)
	}
	if value.IsNull() {
		return cty.NilVal
	}
	return value
}

// respond sends the answer of a route: the status, and what the attribute with the answer says.
func (f *forge) respond(w http.ResponseWriter, r *http.Request, route *hclsyntax.Block) {
	answer := f.value(route, "answer")
	code := http.StatusOK
	if status := f.value(route, "status"); status != cty.NilVal {
		number, _ := status.AsBigFloat().Int64()
		code = int(number)
	}
	if list := f.value(route, "list"); list != cty.NilVal {
		size, _ := strconv.Atoi(r.FormValue("per_page"))
		number, _ := strconv.Atoi(r.FormValue("page"))
		if size == 0 {
			size = 20
		}
		all := list.AsValueSlice()
		from := min(len(all), max(0, number-1)*size)
		answer = cty.TupleVal(all[from:min(len(all), from+size)])
	}
	if artifact := f.value(route, "artifact"); artifact != cty.NilVal {
		id, _ := artifact.GetAttr("run").AsBigFloat().Int64()
		if made := f.run(int(id)); made != nil {
			if content, kept := made.Kept[artifact.GetAttr("path").AsString()]; kept {
				_, _ = w.Write([]byte(content))
				return
			}
		}
	}
	if text := f.value(route, "text"); text != cty.NilVal {
		_, _ = w.Write([]byte(text.AsString()))
		return
	}
	if answer == cty.NilVal && code == http.StatusOK {
		code = http.StatusNotFound
	}
	w.WriteHeader(code)
	if answer != cty.NilVal {
		_ = json.NewEncoder(w).Encode(ctyjson.SimpleJSONValue{Value: answer})
	}
}

// denied returns the status of a request by its token.
func (f *forge) denied(r *http.Request) int {
	token, _ := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	can, limited := f.tokens[token]
	ofGroups := strings.HasPrefix(r.URL.Path, "/orgs/") || strings.HasPrefix(r.URL.Path, "/groups/")
	switch {
	case ofGroups && token == groupsToken:
		return http.StatusOK
	case ofGroups:
		return http.StatusForbidden
	case !limited && (token != forgeToken || len(f.tokens) > 0):
		return http.StatusUnauthorized
	case !limited:
		return http.StatusOK
	case can.scope != "api" && (can.scope != "read_api" || r.Method != http.MethodGet):
		return http.StatusForbidden
	case strings.Contains(r.URL.Path, "/artifacts/") && can.role < forgeRoles["Developer"]:
		// The pipeline keeps its artifacts with "access: developer".
		return http.StatusForbidden
	case can.role < forgeRoles["Reporter"]:
		return http.StatusForbidden
	}
	return http.StatusOK
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
	return of(f.Comments), of(f.Issues)
}

// pushed records the head of a new or existing change.
func (f *forge) pushed(number int, head string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if known := f.change(number); known != nil {
		known.Head = head
	} else if number > 0 {
		f.Changes = append(f.Changes, &change{Number: number, Head: head, Approved: []approval{}})
	}
}

// ran records a run of a workflow, or a job of a pipeline.
func (f *forge) ran(workflow string, number int, head string, ok bool, kept map[string]string) *run {
	f.mu.Lock()
	defer f.mu.Unlock()
	made := &run{ID: 500 + len(f.Runs), Workflow: workflow, Change: number, Head: head, OK: ok, Kept: map[string]string{},
		Began: f.now(), Time: f.now()}
	maps.Copy(made.Kept, kept)
	f.Runs = append(f.Runs, made)
	return made
}

// approves records that a person approves a commit with a text: of a change, or of none.
func (f *forge) approves(number int, commit string, by person, text string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	one := approval{By: by, Commit: commit, Time: f.now(), Text: text}
	if of := f.change(number); of != nil {
		of.Approved = append(of.Approved, one)
	} else {
		f.OnCommits[commit] = append(f.OnCommits[commit], one)
	}
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
	f.approves(number, f.change(number).Head, by, text)
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

func (f *forge) change(number int) *change {
	return first(f.Changes, func(c *change) bool { return c.Number == number })
}

func (f *forge) run(id int) *run { return first(f.Runs, func(r *run) bool { return r.ID == id }) }

func first[T any](all []*T, test func(*T) bool) *T {
	if i := slices.IndexFunc(all, test); i >= 0 {
		return all[i]
	}
	return nil
}
