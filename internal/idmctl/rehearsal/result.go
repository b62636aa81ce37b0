package rehearsal

import (
	"cmp"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/accessquery"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// Version is the version of the JSON format of a Result.
const Version = "2.0"

// Result is the result of a rehearsal, and defines its JSON format.
type Result struct {
	FormatVersion string `json:"format_version"`
	Plan          string `json:"plan"`
	// Digest is the SHA-256 of the saved plan.
	Digest     string `json:"sha256"`
	CLIVersion string `json:"cli_version"`
	// Failures holds the errors in the order of the run.
	Failures []Failure `json:"failures"`
	// Warnings holds the warnings of the provider and the CLI.
	Warnings []Failure `json:"warnings"`
	// Done holds the successful changes, Untried those that did not start because an earlier change
	// failed.
	Done    []Step `json:"done"`
	Untried []Step `json:"untried"`
	// Deviations are the differences between the plan on the copy and the saved plan.
	Deviations []Deviation `json:"deviations"`
	// PlanRequests is the number of requests while planning; Requests counts the requests of the apply
	// by method and object.
	PlanRequests int       `json:"plan_requests"`
	Requests     []Request `json:"requests"`
	// Writes is the number of the apply's requests other than reads.
	Writes       int     `json:"writes"`
	PlanSeconds  float64 `json:"plan_seconds"`
	ApplySeconds float64 `json:"apply_seconds"`
	// Latency is the delay of each response of the copy.
	Latency string `json:"latency"`
	// Access holds what people gain and lose, net over all paths, and the grants without an effect
	// that the apply adds or removes.
	Access []accessquery.Row `json:"access"`
	// Review compares the changes of access with the review of the plan.
	Review []Disagreement `json:"review"`
	// Limits lists what the rehearsal cannot determine for the plan and its configuration.
	Limits []string `json:"limits"`
	// Copy describes the copy of the service.
	Copy Copy `json:"copy"`

	// State is the content of the copy after the apply, as a seed; nil for an earlier rehearsal.
	State []byte `json:"-"`

	// before and after are the facts of the copy.
	before, after *tenant.Facts
}

// Copy describes the copy of the service that a rehearsal used.
type Copy struct {
	// Source is the address of the service, or the file of the snapshot.
	Source  string   `json:"source"`
	Age     string   `json:"age,omitempty"`
	Clients []string `json:"clients"`
	Quirks  []string `json:"quirks"`
	// Caller describes the caller whose permissions the apply had.
	Caller string `json:"caller"`
	// Incomplete lists the parts that could not be read, and that the copy may lack.
	Incomplete []string `json:"incomplete"`
}

// Step is a change of one object.
type Step struct {
	Address string `json:"address"`
	Action  string `json:"action"`
}

// Phase is the part of the rehearsal in which an error occurred.
type Phase string

const (
	inPlan  Phase = "plan"
	inApply Phase = "apply"
)

// Failure is an error, or a warning, of the provider or of the CLI.
type Failure struct {
	Phase   Phase  `json:"phase"`
	Cause   Cause  `json:"cause"`
	Address string `json:"address,omitempty"`
	Summary string `json:"summary"`
	Detail  string `json:"detail"`
}

// Cause is the cause of an error.
type Cause string

// The causes of errors.
const (
	// MissingRight: the caller lacks a permission, or its data room does not cover the object.
	MissingRight Cause = "missing right"
	// Taken: an ID or a name is already used.
	Taken Cause = "taken"
	// MissingReference: a referenced object does not exist.
	MissingReference Cause = "missing reference"
	// Dependency: another object must be deleted or created first.
	Dependency Cause = "dependency"
	// Conflict: another writer changed the object after the plan.
	Conflict Cause = "conflict"
	// OtherCause is any other cause.
	OtherCause Cause = "other"
)

// causes maps the codes of the service and the words of the provider to causes, the most reliable
// first.
var causes = []struct {
	cause Cause
	words *regexp.Regexp
}{
	{MissingRight, regexp.MustCompile(`: 403\b|insufficientRights|Missing permission|[Pp]ermission denied|dataRoom`)},
	{Conflict,
		regexp.MustCompile(`optimisticLocking|Another writer changed|changed by another writer|[Cc]onflict|changed since the plan|outside Terraform since`)},
	{Dependency,
		regexp.MustCompile(`(?i)depend|still (has|have|holds)|in use|not empty|has children|has profiles|errors\.\w*(InUse|NotEmpty|Assigned|Children)`)},
	{Taken, regexp.MustCompile(`(?i)duplicate|already exists|exists already|is taken|has this|\w*Exists\b`)},
	{MissingReference, regexp.MustCompile(`(?i)noRecord|does not (exist|have)|: 404\b|no such|not found`)},
}

func causeOf(text string) Cause {
	for _, c := range causes {
		if c.words.MatchString(text) {
			return c.cause
		}
	}
	return OtherCause
}

// ownWarning is OpenTofu's warning about the state of the copy. A configuration that a rehearsal
// does not override never produces it.
const ownWarning = "Unencrypted method configured"

// failures extracts the diagnostics from the output of the CLI.
func (r *Result) failures(phase Phase, found []event) {
	for _, e := range found {
		d := e.Diagnostic
		if e.Type != "diagnostic" || d == nil || d.Severity == "warning" && d.Summary == ownWarning {
			continue
		}
		f := Failure{Phase: phase, Address: d.Address, Summary: d.Summary, Detail: withAddress(d.Detail, d.Address)}
		f.Cause = causeOf(d.Summary + "\n" + d.Detail)
		list := &r.Warnings
		if d.Severity == "error" {
			list = &r.Failures
		}
		same := func(other Failure) bool {
			return other.Address == f.Address && other.Summary == f.Summary && other.Detail == f.Detail
		}
		if !slices.ContainsFunc(*list, same) {
			*list = append(*list, f)
		}
	}
}

// placeholder matches the example address in the import block of an error.
var placeholder = regexp.MustCompile(`to = (\w+\.)example # use the address shown after "with"`)

// withAddress replaces the example address in an error's import block, if the block is for an
// object of the same type.
func withAddress(detail, address string) string {
	found := placeholder.FindStringSubmatch(detail)
	if found == nil || !strings.Contains("."+address, "."+found[1]) {
		return detail
	}
	return strings.Replace(detail, found[0], "to = "+address, 1)
}

// outcome determines how far each planned change came.
func (r *Result) outcome(planned *plan.Plan, found []event) {
	r.locate(planned, found)
	started, done := map[string]bool{}, map[string]int{}
	for _, e := range found {
		switch e.Type {
		case "apply_start":
			started[e.Hook.Resource.Addr] = true
		case "apply_complete":
			started[e.Hook.Resource.Addr] = true
			done[e.Hook.Resource.Addr]++
		}
	}
	for _, change := range planned.Changes {
		step, steps := Step{change.Address, string(change.Action)}, 1
		if change.Action == plan.Replace {
			steps = 2 // the delete and the create
		}
		switch {
		case !change.Action.Changes():
		case done[change.Instance] >= steps:
			r.Done = append(r.Done, step)
		case !started[change.Instance]:
			r.Untried = append(r.Untried, step)
		}
	}
}

// locate finds the addresses of errors that the CLI reports without one, as for a destroy.
func (r *Result) locate(planned *plan.Plan, found []event) {
	errored := map[string]bool{}
	for _, e := range found {
		if e.Type == "apply_errored" {
			errored[e.Hook.Resource.Addr] = true
		}
	}
	for _, f := range r.Failures {
		delete(errored, f.Address)
	}
	for i := range r.Failures {
		f := &r.Failures[i]
		if f.Address != "" {
			continue
		}
		object, _, _ := strings.Cut(f.Detail, "\n")
		for _, change := range planned.Changes {
			extID, _ := change.Before["ext_id"].(string)
			if errored[change.Instance] && (len(errored) == 1 || extID != "" && strings.HasSuffix(object, "/"+extID)) {
				f.Address = change.Instance
				delete(errored, change.Instance)
				break
			}
		}
	}
}

// Deviation is a change that differs between the two plans, or that only one of them has.
type Deviation struct {
	Address string `json:"address"`
	// Planned is the action in the saved plan, Now the action in the plan on the copy; "" for none.
	Planned string `json:"planned"`
	Now     string `json:"now"`
}

// compare records the differences between the plan on the copy and the saved one.
func (r *run) compare(now *plan.Plan) {
	actions := map[string][2]string{}
	for i, p := range []*plan.Plan{r.plan, now} {
		for _, change := range p.Changes {
			pair := actions[change.Address]
			if pair[i] = string(change.Action); change.Action == plan.NoOp {
				pair[i] = ""
			}
			actions[change.Address] = pair
		}
	}
	for address, pair := range actions {
		if pair[0] != pair[1] {
			r.result.Deviations = append(r.result.Deviations, Deviation{address, pair[0], pair[1]})
		}
	}
	slices.SortFunc(r.result.Deviations, func(a, b Deviation) int { return strings.Compare(a.Address, b.Address) })
}

// Request counts the requests of one kind, and those that were refused.
type Request struct {
	Method  string `json:"method"`
	Object  string `json:"object"`
	Count   int    `json:"count"`
	Refused int    `json:"refused"`
}

// requests counts the requests of the apply, writes first.
func (r *Result) requests(all []sim.Request) {
	for _, sent := range all {
		one := Request{Method: sent.Method, Object: objectOf(sent.Path), Count: 1}
		if sent.Status >= http.StatusBadRequest {
			one.Refused = 1
		}
		if sent.Method != http.MethodGet {
			r.Writes++
		}
		r.addRequest(one)
	}
	slices.SortFunc(r.Requests, Request.compare)
}

// addRequest adds to the count of requests of a kind.
func (r *Result) addRequest(sent Request) {
	same := func(other Request) bool { return other.Method == sent.Method && other.Object == sent.Object }
	if at := slices.IndexFunc(r.Requests, same); at >= 0 {
		r.Requests[at].Count += sent.Count
		r.Requests[at].Refused += sent.Refused
	} else {
		r.Requests = append(r.Requests, sent)
	}
}

// compare orders writes first.
func (r Request) compare(other Request) int {
	if read := r.Method == http.MethodGet; read != (other.Method == http.MethodGet) {
		if read {
			return 1
		}
		return -1
	}
	return strings.Compare(r.Object+r.Method, other.Object+other.Method)
}

// objectOf returns a path without its API and its external IDs.
func objectOf(path string) string {
	path, _, _ = strings.Cut(path, "?")
	elements := strings.Split(strings.Trim(path, "/"), "/")
	var parts []string
	word := false
	for i, element := range elements {
		switch {
		case i == 2 && (elements[0] == "auth" || elements[0] == "core" && !clientless[element]),
			word && collections[elements[i-1]] && !pathWords[element]:
			word = false
		case i >= 2:
			parts = append(parts, element)
			fallthrough
		default:
			word = true
		}
	}
	return cmp.Or(strings.Join(parts, "/"), "other")
}

// collections contains the path elements that precede an external ID. clientless contains the
// collections of the core API that are not below a client. pathWords contains the elements that an
// external ID may be replaced by.
var (
	collections, clientless = paths()
	pathWords               = map[string]bool{"count": true, "login": true}
)

func paths() (collections, clientless map[string]bool) {
	// These two elements relate two objects.
	collections, clientless = map[string]bool{"children": true, "unit": true}, map[string]bool{}
	for _, t := range objecttype.All() {
		if t.Collection != "" {
			collections[t.Collection], clientless[t.Collection] = true, !t.OfClient()
		}
	}
	return collections, clientless
}

// GoesThrough reports whether the apply succeeded.
func (r *Result) GoesThrough() bool { return len(r.Failures) == 0 }

// newResult returns a result whose lists are empty rather than nil.
func newResult(file string) *Result {
	return &Result{
		FormatVersion: Version, Plan: file, Failures: []Failure{}, Warnings: []Failure{}, Done: []Step{}, Untried: []Step{},
		Deviations: []Deviation{}, Requests: []Request{}, Access: []accessquery.Row{}, Review: []Disagreement{},
		Limits: []string{},
	}
}
