package rehearsal

import (
	"regexp"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/accessquery"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// Version is the version of the JSON format of a Result.
const Version = "3.0"

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
	// PlanRequests and ApplyRequests are the numbers of requests while planning and applying; Writes is
	// the number of the apply's requests other than reads.
	PlanRequests  int `json:"plan_requests"`
	ApplyRequests int `json:"apply_requests"`
	Writes        int `json:"writes"`
	// Access holds what people gain and lose, net over all paths, and the grants without an effect
	// that the apply adds or removes.
	Access []accessquery.Row `json:"access"`
	// Limits lists what the rehearsal cannot determine for the plan and its configuration.
	Limits []string `json:"limits"`
	// Copy describes the copy of the service.
	Copy Copy `json:"copy"`
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
		f := Failure{Phase: phase, Address: d.Address, Summary: d.Summary, Detail: d.Detail}
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

// GoesThrough reports whether the apply succeeded.
func (r *Result) GoesThrough() bool { return len(r.Failures) == 0 }

// newResult returns a result whose lists are empty rather than nil.
func newResult(file string) *Result {
	return &Result{
		FormatVersion: Version, Plan: file, Failures: []Failure{}, Warnings: []Failure{}, Done: []Step{}, Untried: []Step{},
		Deviations: []Deviation{}, Access: []accessquery.Row{}, Limits: []string{},
	}
}
