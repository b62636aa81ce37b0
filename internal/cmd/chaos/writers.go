package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

// writers is the campaign in which two configurations and a script change the same objects.
type writers struct {
	service *service
	history *history
	script  *script
	random  *rand.Rand
	both    []*writer

	rounds, planned, made, conflicts, warnings int
	// lost lists edits that were neither written nor rejected with an error that names the
	// conflict.
	lost []string
}

// writer is one of the configurations, with its own state.
type writer struct {
	name   string
	work   *workspace
	tenant *tenantgen.Tenant
	// edits contains the changes of its plan, and addresses the addresses of their objects.
	read, edits, addresses map[cell]string
}

// shared is small, so that the writers often change the same objects.
var shared = tenantgen.Size{Units: 6, Profiles: 4, Catalog: 1}

func newWriters(ctx context.Context, s settings) (*writers, error) {
	w := &writers{history: newHistory(), random: rand.New(rand.NewPCG(s.seed, 3))}
	var err error
	if w.service, err = newService(); err != nil {
		return nil, err
	}
	for _, name := range []string{"first", "second"} {
		url, err := w.service.listen(ctx, w.history.in(name))
		if err != nil {
			return nil, err
		}
		work, err := newWorkspace(s, name, url)
		if err != nil {
			return nil, err
		}
		// Both tenants start with the same random numbers, so they are equal.
		t := &tenantgen.Tenant{Chosen: true}
		t.Grow(rand.New(rand.NewPCG(s.seed, 4)), shared)
		t.Bare()
		w.both = append(w.both, &writer{name: name, work: work, tenant: t})
	}
	url, err := w.service.listen(ctx, w.history.in("script"))
	w.script = &script{url: url, history: w.history, random: rand.New(rand.NewPCG(s.seed, 5))}
	return w, err
}

func runWriters(ctx context.Context, s settings, progress func(string, ...any)) (table, tenantgen.Findings, error) {
	w, err := newWriters(ctx, s)
	if err != nil {
		return table{}, tenantgen.Findings{}, err
	}
	defer w.service.stop()
	err = w.adopt(ctx)
	for w.rounds < s.rounds && err == nil {
		if err = w.round(ctx); err == nil {
			progress("writers: round %d of %d, %d of %d edits made, %d conflicts", w.rounds, s.rounds, w.made, w.planned, w.conflicts)
		}
	}
	return w.table(), tenantgen.Findings{Lost: slices.Concat(w.lost, w.history.unseen)}, err
}

// adopt creates the tenant with the first configuration and imports it into the second one.
func (w *writers) adopt(ctx context.Context) error {
	ids := w.both[0].tenant.Assignments()
	for _, e := range w.both[0].tenant.Edited() {
		ids[e.Resource+"."+e.Key] = e.ImportID()
	}
	blocks, err := tenantgen.Imports(ids)
	if err != nil {
		return err
	}
	if err := w.both[1].work.write("imports.tf.json", blocks); err != nil {
		return err
	}
	for _, writer := range w.both {
		if err := writer.work.configure(writer.tenant); err != nil {
			return err
		}
		if o, err := writer.work.apply(ctx); err != nil || o.exit != 0 {
			return errors.Join(err, errors.New(o.text()))
		}
		writer.tenant.Apart = true
	}
	w.history.values, err = w.held()
	return err
}

// held returns the values in the simulator.
func (w *writers) held() (map[cell]string, error) {
	objects, err := w.service.objects()
	values := map[cell]string{}
	for _, o := range objects {
		kind := tenantgen.WritableOf(func(w *tenantgen.Writable) bool { return w.Kind == o.Kind })
		if kind == nil {
			continue
		}
		for _, name := range kind.Names() {
			values[cell{kind.Collection + "/" + o.ExtID, tenantgen.APIName(name)}] = o.Values[name]
		}
	}
	return values, err
}

// round lets both writers plan and the script edit, and then lets all three write at the same time.
func (w *writers) round(ctx context.Context) error {
	now := w.history.now()
	for _, writer := range w.both {
		for _, e := range writer.tenant.Edited() {
			e.Take(func(attribute string) string { return now[cell{e.Object(), attribute}] })
		}
		for range 6 {
			writer.vary(w.random, w.rounds)
		}
		if err := writer.plan(ctx, w.history); err != nil {
			return err
		}
	}
	cells := slices.SortedFunc(maps.Keys(w.both[0].read), func(a, b cell) int {
		return strings.Compare(a.object+a.attribute, b.object+b.attribute)
	})
	edit := func(n int) error {
		for range n {
			if err := w.script.edit(ctx, cells[w.script.random.IntN(len(cells))]); err != nil {
				return err
			}
		}
		return nil
	}
	if err := edit(2); err != nil {
		return err
	}
	outcomes, failures := [2]outcome{}, [3]error{}
	var all sync.WaitGroup
	for i, writer := range w.both {
		all.Go(func() { outcomes[i], failures[i] = writer.work.run(ctx, "apply", "-json", "writer.tfplan") })
	}
	all.Go(func() { failures[2] = edit(4) })
	all.Wait()
	if err := errors.Join(failures[:]...); err != nil {
		return err
	}
	for i, writer := range w.both {
		w.judge(writer, outcomes[i])
	}
	w.rounds++
	return w.compare()
}

// judge checks every planned edit: either the service accepted it, or an error for the object names
// an attribute that another writer changed after the plan.
func (w *writers) judge(writer *writer, o outcome) {
	taken, now := w.history.taken(writer.name), w.history.now()
	for at, value := range writer.edits {
		w.planned++
		if sent, ok := taken[at]; ok && sent == value {
			w.made++
			continue
		}
		if w.named(writer, o, at, now) {
			w.conflicts++
			continue
		}
		w.lost = append(w.lost, fmt.Sprintf("%s sent %q for %v; no error says that it was not done: %s", writer.name, value, at,
			o.text()))
	}
	for _, d := range o.of("warning") {
		if d.Summary == "Changed outside of Terraform" {
			w.warnings++
		}
	}
}

// named reports whether an error for the object of a cell names an attribute that has changed since
// the plan.
func (w *writers) named(writer *writer, o outcome, at cell, now map[cell]string) bool {
	for _, d := range o.of("error") {
		if d.Address != writer.addresses[at] {
			continue
		}
		for _, name := range tenantgen.AllNames() {
			other := cell{at.object, tenantgen.APIName(name)}
			outer, _, _ := strings.Cut(name, ".")
			if now[other] != writer.read[other] && strings.Contains(d.Detail, outer) {
				return true
			}
		}
	}
	return false
}

// compare compares the recorded values with the values in the simulator.
func (w *writers) compare() error {
	held, err := w.held()
	if err != nil {
		return err
	}
	for at, value := range w.history.now() {
		if held[at] != value {
			w.lost = append(w.lost, fmt.Sprintf("%v is %q, but the last edit set it to %q", at, held[at], value))
		}
	}
	return nil
}

func (w *writers) table() table {
	t := table{title: "Two writers and a script"}
	t.count("rounds", w.rounds)
	t.count("edits planned by the writers", w.planned)
	t.count("— performed", w.made)
	t.count("— rejected with an error that names the remote change", w.conflicts)
	t.count("edits by the script", w.script.edits)
	t.count("409 responses", w.history.refused)
	t.count("warnings that name a remote change that was kept", w.warnings)
	t.count("edits lost without an error", len(w.lost))
	t.count("overwritten values that the plan had not read", len(w.history.unseen))
	return t
}
