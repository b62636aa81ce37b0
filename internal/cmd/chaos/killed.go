package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

const (
	// maxAfterKill limits the applies after a killed one. Each import reaches one level further
	// down the tree of units.
	maxAfterKill = 15
	// linger is the time that a provider without its CLI may run before it is killed as well.
	linger = 200 * time.Millisecond
)

// killed is the campaign with applies that are killed while they run.
type killed struct {
	service *service
	wire    *tripwire
	work    *workspace
	tenant  *tenantgen.Tenant
	size    tenantgen.Size
	random  *rand.Rand
	initial []tenantgen.Object

	runs, converged, writes, applies, imported, locks, torn int
	what                                                    map[string]int
	found                                                   tenantgen.Findings
}

// tripwire kills the apply at a given request, before or after the simulator processes it.
type tripwire struct {
	mu   sync.Mutex
	left int
	late bool
	kill func() error
	err  error
}

func (t *tripwire) in(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.mu.Lock()
		t.left--
		hit := t.left == 0
		t.mu.Unlock()
		if hit && !t.late {
			t.err = t.kill()
		}
		next.ServeHTTP(w, r)
		if hit && t.late {
			t.err = t.kill()
		}
	})
}

func newKilled(ctx context.Context, s settings) (*killed, error) {
	k := &killed{
		wire: &tripwire{}, tenant: &tenantgen.Tenant{Chosen: true}, size: halved(s.size),
		random: rand.New(rand.NewPCG(s.seed, 2)), what: map[string]int{},
	}
	var err error
	if k.service, err = newService(); err != nil {
		return nil, err
	}
	url, err := k.service.listen(ctx, k.wire.in)
	if err != nil {
		return nil, err
	}
	if k.work, err = newWorkspace(s, "killed", url); err != nil {
		return nil, err
	}
	k.initial, err = k.service.objects()
	return k, err
}

func runKilled(ctx context.Context, s settings, progress func(string, ...any)) (table, tenantgen.Findings, error) {
	k, err := newKilled(ctx, s)
	if err != nil {
		return table{}, tenantgen.Findings{}, err
	}
	defer k.service.stop()
	k.tenant.Grow(k.random, halved(k.size))
	for k.runs < s.kills && err == nil {
		if err = k.round(ctx); err == nil {
			progress("kills: run %d of %d, %d imported so far", k.runs, s.kills, k.imported)
		}
		k.tenant.Mutate(k.random, k.size)
	}
	return k.table(), k.found, err
}

// round plans, kills the apply of the plan at a random request, and applies again until the next
// plan is empty.
func (k *killed) round(ctx context.Context) error {
	before, err := k.service.objects()
	if err != nil {
		return err
	}
	k.service.sim.ClearRequests()
	if err := k.work.configure(k.tenant); err != nil {
		return err
	}
	planned, err := k.work.run(ctx, "plan", "-json", "-out=killed.tfplan")
	if err != nil || planned.exit != 0 {
		return errors.Join(err, fmt.Errorf("the plan ends with %d: %s", planned.exit, planned.text()))
	}
	if err := k.killApply(ctx, planned.planned); err != nil {
		return err
	}
	if err := k.converge(ctx); err != nil {
		return err
	}
	k.converged++
	after, err := k.service.objects()
	if err != nil {
		return err
	}
	k.found.Add(tenantgen.Check(before, after, slices.Concat(k.initial, k.tenant.Desired()), k.service.requests()))
	return k.work.settled(ctx)
}

func (k *killed) killApply(ctx context.Context, writes int) error {
	what := []string{killCLI, killProvider, killBoth}[k.runs%3]
	k.wire.mu.Lock()
	// An apply sends more requests than writes, so this request always occurs.
	k.wire.left, k.wire.late, k.wire.err = 1+k.random.IntN(max(1, writes)), k.random.IntN(2) == 0, nil
	k.wire.kill = func() error { return k.work.kill(what) }
	k.wire.mu.Unlock()
	ran, err := k.work.runKilled(ctx, "apply", "-json", "killed.tfplan")
	if err != nil {
		return err
	}
	k.service.idle()
	k.wire.mu.Lock()
	defer k.wire.mu.Unlock()
	if k.wire.left > 0 || k.wire.err != nil || ran.exit == 0 {
		return errors.Join(k.wire.err, fmt.Errorf("the apply of %d writes was not killed, and ended with %d", writes, ran.exit))
	}
	if _, err := os.Stat(filepath.Join(k.work.folder, ".terraform.tfstate.lock.info")); err == nil {
		k.locks++
	}
	torn, err := k.work.mendState()
	if err != nil {
		return err
	}
	if torn {
		k.torn++
	}
	k.runs++
	k.writes += writes
	k.what[what]++
	return nil
}

// converge applies until the plan is empty. If an error suggests an import block, converge adds the
// block.
func (k *killed) converge(ctx context.Context) error {
	const file = "imports.tf.json"
	for n := 1; ; n++ {
		o, err := k.work.apply(ctx)
		if err != nil {
			return err
		}
		k.applies++
		if o.exit == 0 {
			// The import blocks are no longer needed.
			if err := os.Remove(filepath.Join(k.work.folder, file)); !errors.Is(err, os.ErrNotExist) {
				return err
			}
			return nil
		}
		ids := o.imports()
		if n == maxAfterKill || len(ids) < len(o.of("error")) {
			return fmt.Errorf("not done after %d applies: %s", n, o.text())
		}
		k.imported += len(ids)
		blocks, err := tenantgen.Imports(ids)
		if err != nil {
			return err
		}
		if err := k.work.write(file, blocks); err != nil {
			return err
		}
	}
}

func (k *killed) table() table {
	t := table{title: "Killed applies"}
	t.count("applies killed", k.runs)
	for _, what := range []string{killCLI, killProvider, killBoth} {
		t.count("— "+what, k.what[what])
	}
	t.count("writes planned by these applies", k.writes)
	t.count("converged", k.converged)
	t.count("applies until convergence, in total", k.applies)
	t.count("unrecorded objects adopted with the import block of the error", k.imported)
	t.count("lock files left by a kill, none of which stopped the next apply", k.locks)
	t.count("truncated state files of the CLI, restored from its backup", k.torn)
	t.findings(k.found)
	return t
}

// halved halves a size, because this campaign needs fewer objects than the one with faults.
func halved(s tenantgen.Size) tenantgen.Size {
	return tenantgen.Size{Units: s.Units / 2, Profiles: s.Profiles / 2, Catalog: s.Catalog / 2}
}
