// Package policytest runs the tests of a policy file: a small tenant or a snapshot, a change, and the
// violations of invariants that are expected of it.
package policytest

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsimple"

	"github.com/identity-iac/terraform-provider-idm/internal/facts"
	"github.com/identity-iac/terraform-provider-idm/internal/invariant"
	"github.com/identity-iac/terraform-provider-idm/internal/suggest"
)

// Suffix ends the names of the files with tests.
const Suffix = ".test.hcl"

// file is a file of tests.
type file struct {
	// Policy is the policy file, relative to the file of tests.
	Policy string  `hcl:"policy,optional"`
	Tests  []*test `hcl:"test,block"`
}

// test is one case.
type test struct {
	Name string `hcl:"name,label"`
	// At is the time that the facts are judged at; now without it.
	At string `hcl:"at,optional"`
	// Snapshot is a file of idmctl snapshot, relative to the file of tests, in place of Tenant. Client is
	// the one of its clients that the change is about.
	Snapshot string    `hcl:"snapshot,optional"`
	Client   string    `hcl:"client,optional"`
	Tenant   *objects  `hcl:"tenant,block"`
	Change   *objects  `hcl:"change,block"`
	Expect   []*expect `hcl:"expect,block"`
	Range    hcl.Range `hcl:",def_range"`
}

// expect is a violation that is expected. What it leaves out is not compared, except the exception.
type expect struct {
	Invariant string  `hcl:"invariant,label"`
	Subject   *string `hcl:"subject,optional"`
	New       *bool   `hcl:"new,optional"`
	// Exception is the one that lets the violation pass.
	Exception string    `hcl:"exception,optional"`
	Range     hcl.Range `hcl:",def_range"`
}

// Result is what became of a test. Failures have the file and the line.
type Result struct {
	File, Name string
	Failures   []string
}

// Run runs the tests of a file. The policy replaces the one that the file names, unless it is "".
func Run(name, policy string, now time.Time) ([]Result, error) {
	var f file
	if err := hclsimple.DecodeFile(name, nil, &f); err != nil {
		return nil, firstProblem(name, err)
	}
	if policy == "" && f.Policy != "" {
		policy = beside(name, f.Policy)
	}
	switch {
	case policy == "":
		return nil, fmt.Errorf("%s: name the policy file with policy, or with --policy", name)
	case len(f.Tests) == 0:
		return nil, fmt.Errorf(`%s: the file has no test: write test "NAME" { … }`, name)
	}
	rules, err := invariant.Parse(policy)
	if err != nil {
		return nil, err
	}
	var results []Result
	for _, t := range f.Tests {
		failures, err := t.run(name, rules, now)
		if err != nil {
			return nil, err
		}
		results = append(results, Result{name, t.Name, failures})
	}
	return results, nil
}

// beside is a path that a file names.
func beside(file, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(file), path)
}

// firstProblem is the first problem of a file, with its line.
func firstProblem(file string, err error) error {
	diagnostics := hcl.Diagnostics{}
	if !errors.As(err, &diagnostics) || len(diagnostics) == 0 {
		return fmt.Errorf("%s: %w", file, err)
	}
	text := strings.Join(strings.Fields(diagnostics[0].Summary+": "+diagnostics[0].Detail), " ")
	if diagnostics[0].Subject == nil {
		return fmt.Errorf("%s: %s", file, text)
	}
	return at(*diagnostics[0].Subject, "%s", text)
}

// at is an error at a line.
func at(place hcl.Range, format string, args ...any) error {
	return fmt.Errorf("%s, line %d: %s", place.Filename, place.Start.Line, fmt.Sprintf(format, args...))
}

func (t *test) run(name string, rules *invariant.Policy, now time.Time) ([]string, error) {
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
	before, err := b.read(t.Range)
	if err != nil {
		return nil, err
	}
	after, change := before, invariant.Change{}
	if t.Change != nil {
		if err := b.apply(t.Change, true); err != nil {
			return nil, err
		}
		if after, err = b.read(t.Range); err != nil {
			return nil, err
		}
		change.Before = before
	}
	found, err := rules.Check(after, change, now)
	if err != nil {
		return nil, fmt.Errorf("test %q: %w", t.Name, err)
	}
	return t.compare(found), nil
}

// known refuses an expectation that can never be met.
func (t *test) known(rules *invariant.Policy) error {
	var names, exceptions []string
	for _, i := range rules.Invariants {
		names = append(names, i.Name)
	}
	for _, e := range rules.Exceptions {
		exceptions = append(exceptions, e.Name)
	}
	for _, e := range t.Expect {
		switch {
		case !slices.Contains(names, e.Invariant):
			return at(e.Range, "the policy has no invariant %q. %s", e.Invariant, suggest.Offer(e.Invariant, names))
		case e.Exception != "" && !slices.Contains(exceptions, e.Exception):
			return at(e.Range, "the policy has no exception %q. %s", e.Exception, suggest.Offer(e.Exception, exceptions))
		}
	}
	return nil
}

// start is the tenant before the change.
func (t *test) start(name string) (*builder, error) {
	switch {
	case (t.Snapshot == "") == (t.Tenant == nil):
		return nil, at(t.Range, "give the test %q either a tenant block or a snapshot", t.Name)
	case t.Snapshot != "":
		return open(beside(name, t.Snapshot), t.Client, t.Range)
	}
	b := newBuilder(t.Client)
	return b, b.apply(t.Tenant, false)
}

// compare are the failures: violations that are not expected, and expected ones that are missing.
func (t *test) compare(found []invariant.Violation) []string {
	var failures []string
	met := make([]bool, len(t.Expect))
	for _, v := range found {
		i := slices.IndexFunc(t.Expect, func(e *expect) bool { return e.fits(v) })
		if i < 0 {
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

func (e *expect) fits(v invariant.Violation) bool {
	return e.Invariant == v.Invariant && e.Exception == v.Exception && (e.Subject == nil || *e.Subject == v.UserExtID) &&
		(e.New == nil || *e.New == v.New)
}

// String is the expectation in words.
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

// read are the facts of the tenant as it is now.
func (b *builder) read(place hcl.Range) (*facts.Tenant, error) {
	seed, err := b.seed()
	if err != nil {
		return nil, at(place, "%v", err)
	}
	t, err := facts.Read(seed, "")
	if err != nil {
		return nil, at(place, "%v", err)
	}
	return t, nil
}
