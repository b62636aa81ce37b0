package rehearsal

import (
	"cmp"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// Version is the version of the shape of a Result in JSON.
const Version = "1.1"

// Result is what came of a rehearsal. It is its own JSON.
type Result struct {
	FormatVersion string `json:"format_version"`
	Plan          string `json:"plan"`
	// Digest is the SHA-256 of the saved plan.
	Digest     string `json:"sha256"`
	CLIVersion string `json:"cli_version"`
	// Failures are what fails, in the order of the run.
	Failures []Failure `json:"failures"`
	// Warnings are what the provider and the CLI warn of.
	Warnings []Failure `json:"warnings"`
	// Done are the addresses whose change went through, Untried those whose turn did not come, because
	// something before them failed.
	Done    []Step `json:"done"`
	Untried []Step `json:"untried"`
	// Deviations are how the plan on the copy differs from the one that was saved.
	Deviations []Deviation `json:"deviations"`
	// PlanRequests are all requests of planning, Requests those of the apply by method and object.
	PlanRequests int       `json:"plan_requests"`
	Requests     []Request `json:"requests"`
	// Writes is how many of the apply's requests were no reads.
	Writes       int     `json:"writes"`
	PlanSeconds  float64 `json:"plan_seconds"`
	ApplySeconds float64 `json:"apply_seconds"`
	// Latency is how long the copy waited before each answer.
	Latency string `json:"latency"`
	// Access is what is granted after the apply and was not before, and the other way round.
	Access []AccessChange `json:"access"`
	// Review compares that with the review of the plan.
	Review []Disagreement `json:"review"`
	// Limits are what the rehearsal cannot tell, because of what the plan and its configuration are.
	Limits []string `json:"limits"`
	// Copy says what the rehearsal took place on.
	Copy Copy `json:"copy"`

	// State is what the copy holds afterwards, as a seed; nil for an earlier rehearsal.
	State []byte `json:"-"`

	// before and after are the facts of the copy.
	before, after *access.Tenant
}

// Copy is what a rehearsal took place on.
type Copy struct {
	// Source is the address of the service, or the file of the snapshot.
	Source  string   `json:"source"`
	Age     string   `json:"age,omitempty"`
	Clients []string `json:"clients"`
	Quirks  []string `json:"quirks"`
	// Caller says whose permissions the apply had.
	Caller string `json:"caller"`
	// Incomplete are parts that could not be read, and that the copy may be wrong about.
	Incomplete []string `json:"incomplete"`
}

// Step is what happens to one object.
type Step struct {
	Address string `json:"address"`
	Action  string `json:"action"`
}

// Phase is when something failed.
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

// Cause is why something fails.
type Cause string

// The causes.
const (
	// MissingRight: the caller may not do it, or its data room does not cover the object.
	MissingRight Cause = "missing right"
	// Taken: an id or a name is there already.
	Taken Cause = "taken"
	// MissingReference: it names something that does not exist.
	MissingReference Cause = "missing reference"
	// Dependency: something else has to go, or to be there, first.
	Dependency Cause = "dependency"
	// Conflict: somebody else changed it since the plan.
	Conflict Cause = "conflict"
	// OtherCause: none of these.
	OtherCause Cause = "other"
)

// causes are told by the codes of the service and by the words of the provider, the surest first.
var causes = []struct {
	cause Cause
	words *regexp.Regexp
}{
	{MissingRight, regexp.MustCompile(`: 403\b|insufficientRights|Missing permission|[Pp]ermission denied|dataRoom`)},
	{Conflict,
		regexp.MustCompile(`optimisticLocking|Another writer changed|changed by another writer|[Cc]onflict|changed since the plan|outside Terraform since`)},
	{Dependency,
		regexp.MustCompile(`(?i)depend|still (has|have|holds)|in use|not empty|has children|has profiles|errors\.\w*(InUse|NotEmpty|Assigned|Children)`)},
	{Taken, regexp.MustCompile(`(?i)duplicate|already exists|exists already|is there already|is taken|has this|\w*Exists\b`)},
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

// ownWarning is what OpenTofu says about the state of the copy, and never about a configuration
// that a rehearsal leaves alone.
const ownWarning = "Unencrypted method configured"

// failures takes the diagnostics out of what the CLI told.
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

// placeholder is the address in the import block of an error, which knows no address.
var placeholder = regexp.MustCompile(`to = (\w+\.)example # use the address shown after "with"`)

// withAddress puts the address of an error into its import block, if that is for an object of the
// type.
func withAddress(detail, address string) string {
	found := placeholder.FindStringSubmatch(detail)
	if found == nil || !strings.Contains("."+address, "."+found[1]) {
		return detail
	}
	return strings.Replace(detail, found[0], "to = "+address, 1)
}

// outcome says how far each planned change came.
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
		case done[change.Address] >= steps:
			r.Done = append(r.Done, step)
		case !started[change.Address]:
			r.Untried = append(r.Untried, step)
		}
	}
}

// locate finds the addresses of errors that the CLI tells without one, as it does of a destroy.
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
			if errored[change.Address] && (len(errored) == 1 || extID != "" && strings.HasSuffix(object, "/"+extID)) {
				f.Address = change.Address
				delete(errored, change.Address)
				break
			}
		}
	}
}

// Deviation is a change that one of two plans has and the other one has not, or not so.
type Deviation struct {
	Address string `json:"address"`
	// Planned is what the saved plan does, Now what a plan on the copy does; "" for nothing.
	Planned string `json:"planned"`
	Now     string `json:"now"`
}

// compare notes where the plan on the copy differs from the saved one.
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

// Request is how often one kind of request was sent, and how often it was refused.
type Request struct {
	Method  string `json:"method"`
	Object  string `json:"object"`
	Count   int    `json:"count"`
	Refused int    `json:"refused"`
}

// requests counts those of the apply, the writes first.
func (r *Result) requests(all []sim.Request) {
	index := map[[2]string]int{}
	for _, sent := range all {
		key := [2]string{sent.Method, objectOf(sent.Path)}
		at, known := index[key]
		if !known {
			at, index[key] = len(r.Requests), len(r.Requests)
			r.Requests = append(r.Requests, Request{Method: key[0], Object: key[1]})
		}
		r.Requests[at].Count++
		if sent.Status >= http.StatusBadRequest {
			r.Requests[at].Refused++
		}
		if sent.Method != http.MethodGet {
			r.Writes++
		}
	}
	slices.SortFunc(r.Requests, Request.compare)
}

// compare puts the writes first.
func (r Request) compare(other Request) int {
	if read := r.Method == http.MethodGet; read != (other.Method == http.MethodGet) {
		if read {
			return 1
		}
		return -1
	}
	return strings.Compare(r.Object+r.Method, other.Object+other.Method)
}

// count leaves out nothing.
func count(all []sim.Request) int { return len(all) }

// objectOf is a path without the external IDs in it, and without the API that it belongs to.
func objectOf(path string) string {
	path, _, _ = strings.Cut(path, "?")
	_, kind, _ := strings.Cut(idm.Kind("", path), "v1/")
	var parts []string
	for part := range strings.SplitSeq(kind, "/") {
		if part != "" && !strings.HasPrefix(part, "{") {
			parts = append(parts, part)
		}
	}
	return cmp.Or(strings.Join(parts, "/"), "other")
}

// GoesThrough reports whether nothing failed.
func (r *Result) GoesThrough() bool { return len(r.Failures) == 0 }

// newResult has lists that are empty rather than missing.
func newResult(file string) *Result {
	return &Result{
		FormatVersion: Version, Plan: file, Failures: []Failure{}, Warnings: []Failure{}, Done: []Step{}, Untried: []Step{},
		Deviations: []Deviation{}, Requests: []Request{}, Access: []AccessChange{}, Review: []Disagreement{},
		Limits: []string{},
	}
}
