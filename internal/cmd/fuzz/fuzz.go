package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

const (
	// stepsPerCase is the number of configurations of a tenant.
	stepsPerCase = 4
	// maxShrinks limits the search for a smaller case.
	maxShrinks = 12
)

// fuzzCase is a tenant with quirks and a sequence of configurations.
type fuzzCase struct {
	seed   uint64
	quirks []string
	size   tenantgen.Size
	steps  int
	// collected reports that collections declare some of the objects.
	collected bool
}

func newFuzzCase(seed uint64) fuzzCase {
	r := rand.New(rand.NewPCG(seed, 0))
	var names []string
	for _, quirk := range sim.Quirks() {
		names = append(names, quirk.Name)
	}
	c := fuzzCase{seed: seed, quirks: tenantgen.Quirks(r, seed, names),
		size: tenantgen.Size{Units: 2 + r.IntN(5), Profiles: 1 + r.IntN(3), Catalog: 1 + r.IntN(2)}, steps: stepsPerCase}
	// A collection whose external IDs the service assigns ends its first apply with an error.
	c.collected = seed%2 == 0 && !tenantgen.For(c.quirks).Assigned
	return c
}

func (c fuzzCase) String() string {
	return fmt.Sprintf("case %d: quirks %v, %d units, %d profiles, %d of each other kind, %d configurations, collections: %v", c.seed,
		c.quirks, c.size.Units, c.size.Profiles, c.size.Catalog, c.steps, c.collected)
}

// fuzzer counts what random tenants go through.
type fuzzer struct {
	settings
	cases, steps, writes, replaced, imported, repaired int
	// targeted counts the applies with -target, and refused those with an error.
	targeted, refused int
}

// search plays cases until they have the given number of configurations or a finding.
func (s settings) search(ctx context.Context, out io.Writer, progress func(string, ...any)) error {
	f, start := &fuzzer{settings: s}, time.Now()
	var found []string
	var err error
	for seed := s.seed; f.steps < s.steps && err == nil && len(found) == 0; seed++ {
		c := newFuzzCase(seed)
		if found, err = f.play(ctx, c); err == nil && len(found) > 0 {
			c, found = f.shrink(ctx, c, found)
			err = fmt.Errorf("%s:\n%s", c, strings.Join(found, "\n"))
		}
		progress("fuzz: %d steps, %d writes, %s", f.steps, f.writes, c)
	}
	f.report(out, time.Since(start))
	return errors.Join(err, context.Cause(ctx))
}

// shrink searches for a smaller case with findings.
func (f *fuzzer) shrink(ctx context.Context, c fuzzCase, found []string) (fuzzCase, []string) {
	tries := 0
	try := func(smaller fuzzCase) bool {
		if tries++; tries > maxShrinks {
			return false
		}
		got, err := f.play(ctx, smaller)
		if err == nil && len(got) > 0 {
			c, found = smaller, got
			return true
		}
		return false
	}
	for c.steps > 1 {
		smaller := c
		if smaller.steps--; !try(smaller) {
			break
		}
	}
	for _, less := range []tenantgen.Size{{Units: 1}, {Units: 2, Profiles: 1}, {Units: 1, Catalog: 1}} {
		smaller := c
		if smaller.size = less; try(smaller) {
			break
		}
	}
	for _, quirk := range slices.Clone(c.quirks) {
		smaller := c
		smaller.quirks = slices.DeleteFunc(slices.Clone(c.quirks), func(other string) bool { return other == quirk })
		try(smaller)
	}
	return c, found
}

// trial is one run of a case.
type trial struct {
	*fuzzer
	fuzzCase
	service  *service
	url      string
	work     *workspace
	tenant   *tenantgen.Tenant
	random   *rand.Rand
	initial  []tenantgen.Object
	findings []string
	// forced lists the addresses that the next apply replaces.
	forced []string
	// remaining reports that units have left a tree and still exist: the next apply deletes them.
	remaining bool
	// failure is the reason why the CLI could not run.
	failure error
}

// play runs a case up to the first step with findings. An error means that the campaign cannot
// continue.
func (f *fuzzer) play(ctx context.Context, c fuzzCase) ([]string, error) {
	f.cases++
	server, err := newService(c.quirks...)
	if err != nil {
		return nil, err
	}
	defer server.stop()
	t := &trial{fuzzer: f, fuzzCase: c, service: server, tenant: tenantgen.For(c.quirks), random: rand.New(rand.NewPCG(c.seed, 1))}
	if t.url, err = server.listen(ctx); err != nil {
		return t.findings, err
	}
	if t.work, err = newWorkspace(f.settings, fmt.Sprintf("fuzz-%d", f.cases), t.url); err != nil {
		return t.findings, err
	}
	if t.initial, err = server.objects(); err != nil {
		return t.findings, err
	}
	before, err := tenantgen.Comparable(server.sim.State())
	if err != nil {
		return t.findings, err
	}
	if err := errors.Join(t.play(ctx), t.failure); err != nil || len(t.findings) > 0 {
		return t.findings, err
	}
	if !t.passes(ctx, "destroy", "apply", "-json", "-destroy", "-auto-approve") {
		return t.findings, t.failure
	}
	after, err := tenantgen.Comparable(server.sim.State())
	if err != nil {
		return t.findings, err
	}
	if after != before {
		left, err := server.objects()
		t.findings = append(t.findings, tenantgen.Check(nil, left, t.initial, nil)...)
		if len(t.findings) == 0 {
			t.find("after everything is destroyed, the service differs")
		}
		return t.findings, err
	}
	return t.findings, nil
}

func (t *trial) find(format string, args ...any) {
	t.findings = append(t.findings, fmt.Sprintf(format, args...))
}

// passes runs the CLI and records a failure as a finding.
func (t *trial) passes(ctx context.Context, what string, args ...string) bool {
	o, err := t.work.run(ctx, args...)
	switch {
	case err != nil:
		t.failure = err
	case o.exit != 0:
		t.find("%s ends with %d: %s", what, o.exit, o.text())
	}
	for _, d := range o.of("warning") {
		if slices.Contains(falseAlarms, d.Summary) && (d.Summary != loginTaken || !t.tenant.HandsLogin(d.Address)) {
			t.find("%s warns: %s: %s: %s", what, d.Address, d.Summary, d.Detail)
		}
		t.remaining = t.remaining || d.Summary == "Still in use"
	}
	t.writes += o.planned
	return err == nil && o.exit == 0
}

func (t *trial) play(ctx context.Context) error {
	if t.collected {
		t.tenant.Collect(rand.New(rand.NewPCG(t.seed, 2)))
	}
	t.tenant.Grow(t.random, t.size)
	for step := range t.fuzzCase.steps {
		if err := t.step(ctx, step); err != nil || len(t.findings) > 0 {
			return err
		}
		t.fuzzer.steps++
		if step == t.fuzzCase.steps-1 {
			return t.importAll(ctx)
		}
		t.tenant.Mutate(t.random, t.size)
		t.forced = slices.DeleteFunc(t.tenant.Replace(t.random), func(address string) bool { return !t.tenant.Declares(address) })
	}
	return nil
}

// step applies one configuration, checks the service, and repairs a manual change. The triggers
// of its replacements are in the configuration for this apply only.
func (t *trial) step(ctx context.Context, step int) error {
	before, err := t.service.objects()
	if err != nil {
		return err
	}
	t.service.sim.ClearRequests()
	resources := tenantgen.Obscure(t.random, t.tenant.Resources(), step)
	if err := t.work.declare(resources); err != nil {
		return err
	}
	what := fmt.Sprintf("the apply of configuration %d", step+1)
	if !t.apply(ctx, what, &before) || !t.dissolve(ctx, what) {
		return t.failure
	}
	if err := t.work.declare(tenantgen.Settled(resources)); err != nil {
		return err
	}
	if err := t.check(ctx, before, what); err != nil || len(t.findings) > 0 {
		return err
	}
	t.tenant.Settle()
	return t.repair(ctx)
}

// dissolve applies once more if units that have left a tree are still in use.
func (t *trial) dissolve(ctx context.Context, what string) bool {
	remaining := t.remaining
	t.remaining = false
	return !remaining || t.passes(ctx, "the second one for "+what, "apply", "-json", "-auto-approve")
}

// repair changes something manually. The next plan must show the change, and its apply must revert
// it.
func (t *trial) repair(ctx context.Context) error {
	what := t.changeManually()
	before, err := t.service.objects()
	if err != nil || what == "" {
		return err
	}
	t.service.sim.ClearRequests()
	o, err := t.work.run(ctx, "plan", "-json", "-detailed-exitcode")
	if err != nil || o.exit != 2 {
		t.find("the plan after the manual change %q ends with %d: %s", what, o.exit, o.text())
		return err
	}
	if !t.passes(ctx, fmt.Sprintf("the repair of %q", what), "apply", "-json", "-auto-approve") {
		return nil
	}
	t.repaired++
	return t.check(ctx, before, fmt.Sprintf("the repair of %q", what))
}

// check compares the service with the configuration. The next plan must be empty.
func (t *trial) check(ctx context.Context, before []tenantgen.Object, what string) error {
	after, err := t.service.objects()
	if err != nil {
		return err
	}
	desired := slices.Concat(t.initial, t.tenant.Desired())
	t.findings = append(t.findings, tenantgen.Check(before, after, desired, t.service.requests())...)
	t.replaced += tenantgen.Replaced(before, after, desired)
	if err := t.work.settled(ctx); err != nil {
		t.find("%s: %v", what, err)
	}
	return nil
}

// importAll imports every object into an empty state. The same configuration must then change
// nothing. Passwords are write-only, so an import cannot know them.
func (t *trial) importAll(ctx context.Context) error {
	shown, err := t.work.run(ctx, "show", "-json")
	if err != nil || shown.exit != 0 {
		return errors.Join(err, errors.New(shown.text()))
	}
	ids, err := importIDs(shown.document)
	if err != nil {
		return err
	}
	blocks, err := tenantgen.Imports(ids)
	if err != nil {
		return err
	}
	resources := slices.DeleteFunc(t.tenant.Resources(), func(r tenantgen.Resource) bool {
		return tenantgen.WriteOnly(r.Type) || objecttype.ByTypeName(r.Type).Class == objecttype.Collection && ids[r.Address()] == ""
	})
	work, err := newWorkspace(t.settings, fmt.Sprintf("fuzz-%d-imported", t.cases), t.url)
	if err != nil {
		return err
	}
	if err := errors.Join(work.declare(resources), work.write("imports.tf.json", blocks)); err != nil {
		return err
	}
	o, err := work.run(ctx, "apply", "-json", "-auto-approve")
	switch {
	case err != nil:
		return err
	case o.exit != 0 || o.planned > unlike(resources):
		t.find("the import of %d objects ends with %d, and changes %d: %s", len(ids), o.exit, o.planned, o.text())
	default:
		t.imported += len(ids)
	}
	if err := work.settled(ctx); err != nil {
		t.find("the import: %v", err)
	}
	return nil
}

// unlike counts the resources that an import leaves with a change: clients, because an imported one
// has deletion_protection, and collections with arguments that an import does not read.
func unlike(resources []tenantgen.Resource) (count int) {
	for _, r := range resources {
		text, err := json.Marshal(r.Arguments)
		of := objecttype.ByTypeName(r.Type)
		unread := func(argument string) bool { return err != nil || bytes.Contains(text, []byte(argument)) }
		if of == objecttype.Client ||
			of.Class == objecttype.Collection && (unread("properties") || slices.ContainsFunc(of.Left, unread)) {
			count++
		}
	}
	return count
}

// importIDs returns the import IDs of the objects in a state, by address. An empty collection has
// none.
func importIDs(state []byte) (map[string]string, error) {
	var document struct {
		Values struct {
			Root struct {
				Resources []struct {
					Address, Type string
					Values        struct {
						ID     string
						ExtIDs map[string]string `json:"ext_ids"`
					}
				}
			} `json:"root_module"`
		}
	}
	if err := json.Unmarshal(state, &document); err != nil {
		return nil, fmt.Errorf("the state: %w", err)
	}
	ids := map[string]string{}
	for _, r := range document.Values.Root.Resources {
		if strings.HasPrefix(r.Type, "idm_") && !tenantgen.WriteOnly(r.Type) {
			ids[r.Address] = r.Values.ID
			separator := "/"
			for key, extID := range r.Values.ExtIDs {
				ids[r.Address] += separator + key + "=" + extID
				separator = ","
			}
			if r.Values.ExtIDs != nil && len(r.Values.ExtIDs) == 0 {
				delete(ids, r.Address)
			}
		}
	}
	return ids, nil
}

func (f *fuzzer) report(out io.Writer, took time.Duration) {
	fmt.Fprintf(out, "\n| Random tenants | |\n|---|--:|\n")
	for _, row := range []struct {
		name  string
		count any
	}{
		{"tenants", f.cases}, {"configurations", f.steps}, {"planned writes", f.writes},
		{"objects replaced under another ID", f.replaced}, {"applies with -target before that of everything", f.targeted},
		{"— refused without the other changes", f.refused}, {"manual changes, all repaired", f.repaired},
		{"objects imported into an empty state without a change", f.imported}, {"wall time", took.Round(time.Second)},
	} {
		fmt.Fprintf(out, "| %s | %v |\n", row.name, row.count)
	}
}
