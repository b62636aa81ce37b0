package policy

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsimple"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/suggest"
)

// TestSuffix is the suffix of files of tests.
const TestSuffix = ".test.hcl"

// testFile is a file of tests.
type testFile struct {
	// Policy is the policy file, relative to the test file.
	Policy string  `hcl:"policy,optional"`
	Tests  []*test `hcl:"test,block"`
}

// test is a single test.
type test struct {
	Name string `hcl:"name,label"`
	// At is the time of the evaluation; the default is now.
	At string `hcl:"at,optional"`
	// Snapshot is a file of idmctl snapshot, relative to the test file, instead of Tenant. Client
	// is the client in it that the change applies to.
	Snapshot string   `hcl:"snapshot,optional"`
	Client   string   `hcl:"client,optional"`
	Tenant   *objects `hcl:"tenant,block"`
	Change   *objects `hcl:"change,block"`
	// Only are the invariants that the test is about; the default is all of the policy.
	Only   []string  `hcl:"only,optional"`
	Expect []*expect `hcl:"expect,block"`
	Range  hcl.Range `hcl:",def_range"`
}

// expect is an expected violation. Omitted arguments match any value, except the exception, and new,
// which a test with a change omits for the violations that the change causes.
type expect struct {
	Invariant string  `hcl:"invariant,label"`
	Subject   *string `hcl:"subject,optional"`
	New       *bool   `hcl:"new,optional"`
	// Exception is the exception that permits the violation.
	Exception string    `hcl:"exception,optional"`
	Range     hcl.Range `hcl:",def_range"`
}

// TestResult is the result of a test. Failures contain the file and the line.
type TestResult struct {
	File, Name string
	Failures   []string
}

// RunTests runs the tests of a file. policy replaces the policy file that the test file names,
// unless it is "".
func RunTests(name, policy string, now time.Time) ([]TestResult, error) {
	var f testFile
	if err := hclsimple.DecodeFile(name, nil, &f); err != nil {
		return nil, FirstProblem(name, err)
	}
	if policy == "" && f.Policy != "" {
		policy = relativeTo(name, f.Policy)
	}
	switch {
	case policy == "":
		return nil, fmt.Errorf("%s: name the policy file with policy, or with --policy", name)
	case len(f.Tests) == 0:
		return nil, fmt.Errorf(`%s: the file has no test: write test "NAME" { … }`, name)
	}
	rules, err := Parse(policy)
	if err != nil {
		return nil, err
	}
	var results []TestResult
	for _, t := range f.Tests {
		failures, err := t.run(name, rules, now)
		if err != nil {
			return nil, err
		}
		results = append(results, TestResult{name, t.Name, failures})
	}
	return results, nil
}

// relativeTo resolves a path relative to a file.
func relativeTo(file, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(file), path)
}

// at returns an error with its line.
func at(place hcl.Range, format string, args ...any) error {
	return fmt.Errorf("%s, line %d: %s", place.Filename, place.Start.Line, fmt.Sprintf(format, args...))
}

func (t *test) run(name string, rules *Policy, now time.Time) ([]string, error) {
	if t.At != "" {
		moment, err := time.Parse(time.RFC3339, t.At)
		if err != nil {
			return nil, at(t.Range, "at is %q, which is not a time such as 2026-12-31T00:00:00Z", t.At)
		}
		now = moment
	}
	if err := t.known(rules); err != nil {
		return nil, err
	}
	b, err := t.start(name)
	if err != nil {
		return nil, err
	}
	before := b.read()
	after, change := before, Change{}
	if t.Change != nil {
		if err := b.apply(t.Change, true); err != nil {
			return nil, err
		}
		after, change.Before = b.read(), before
	}
	found, err := rules.Check(after, change, now)
	if err != nil {
		return nil, fmt.Errorf("test %q: %w", t.Name, err)
	}
	return t.compare(found), nil
}

// known returns an error for an expectation that can never be met.
func (t *test) known(rules *Policy) error {
	var names, exceptions []string
	for _, i := range rules.Invariants {
		names = append(names, i.Name)
	}
	for _, e := range rules.Exceptions {
		exceptions = append(exceptions, e.Name)
	}
	for _, name := range t.Only {
		if !slices.Contains(names, name) {
			return at(t.Range, "the policy has no invariant %q. %s", name, suggest.Offer(name, names))
		}
	}
	for _, e := range t.Expect {
		switch {
		case len(t.Only) > 0 && !slices.Contains(t.Only, e.Invariant):
			return at(e.Range, "the test is only about %s: add %q to only", strings.Join(t.Only, ", "), e.Invariant)
		case !slices.Contains(names, e.Invariant):
			return at(e.Range, "the policy has no invariant %q. %s", e.Invariant, suggest.Offer(e.Invariant, names))
		case e.Exception != "" && !slices.Contains(exceptions, e.Exception):
			return at(e.Range, "the policy has no exception %q. %s", e.Exception, suggest.Offer(e.Exception, exceptions))
		}
	}
	return nil
}

// start returns the tenant before the change.
func (t *test) start(name string) (*builder, error) {
	switch {
	case (t.Snapshot == "") == (t.Tenant == nil):
		return nil, at(t.Range, "give the test %q either a tenant block or a snapshot", t.Name)
	case t.Snapshot != "":
		return open(relativeTo(name, t.Snapshot), t.Client, t.Range)
	}
	b := newBuilder(t.Client)
	return b, b.apply(t.Tenant, false)
}

// compare returns the failures: unexpected violations, and missing expected ones. A violation that
// was there before the change fails no test.
func (t *test) compare(found []Violation) []string {
	var failures []string
	met := make([]bool, len(t.Expect))
	for _, v := range found {
		counts := t.Change == nil || v.New
		i := slices.IndexFunc(t.Expect, func(e *expect) bool { return e.fits(v) && (counts || e.New != nil) })
		switch {
		case i < 0 && !counts, len(t.Only) > 0 && !slices.Contains(t.Only, v.Invariant):
			continue
		case i < 0:
			failures = append(failures, at(t.Range, "not expected: %s", v.Sentence()).Error())
			continue
		}
		met[i] = true
	}
	for i, e := range t.Expect {
		if !met[i] {
			failures = append(failures, at(e.Range, "expected, and missing: %s", e).Error())
		}
	}
	return failures
}

func (e *expect) fits(v Violation) bool {
	return e.Invariant == v.Invariant && e.Exception == v.Exception && (e.Subject == nil || *e.Subject == v.UserExtID) &&
		(e.New == nil || *e.New == v.New)
}

// String describes the expectation.
func (e *expect) String() string {
	text := "a violation of " + e.Invariant
	if e.New != nil && *e.New {
		text = "a new violation of " + e.Invariant
	}
	if e.Subject != nil {
		text += " by " + *e.Subject
	}
	if e.Exception != "" {
		text += " that the exception " + e.Exception + " lets pass"
	}
	return text
}
