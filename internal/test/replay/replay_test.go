package replay

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/cryptotest"
	"testing/synctest"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
	"github.com/identity-iac/terraform-provider-idm/internal/test/tenantgen"
)

var (
	seeds   = flag.Uint64("seeds", 50, "seeds to run; `make campaign` runs 10,000")
	first   = flag.Uint64("first", 1, "the first seed")
	smaller = flag.Bool("shrink", true, "look for a smaller case of a finding")
)

// maxApplies limits how often a configuration is applied until no apply fails.
const maxApplies = 30

// maxShrinks limits the search for a smaller case of a finding.
const maxShrinks = 60

// TestMain raises the garbage collection target, because most garbage belongs to a single seed, and
// takes one core: on virtual time one seed runs after the other, and a second core only collects
// garbage.
func TestMain(m *testing.M) {
	debug.SetGCPercent(400)
	runtime.GOMAXPROCS(1)
	os.Exit(m.Run())
}

// scenario contains all inputs of a run.
type scenario struct {
	Seed   uint64
	Quirks []string
	Size   tenantgen.Size
	Rounds int
	// Rate is the percentage of exchanges with a fault. Healed contains the numbers of faults that
	// are omitted.
	Rate   int
	Healed map[int]bool
	// Edits is the number of edits by another writer in each round.
	Edits int
	// Collected reports that collections declare some of the objects.
	Collected bool
}

func newScenario(seed uint64) scenario {
	r := rand.New(rand.NewPCG(seed, 0))
	s := scenario{Seed: seed, Size: tenantgen.Size{Units: 1 + r.IntN(3), Profiles: r.IntN(2), Catalog: r.IntN(2)}, Rounds: 2}
	var names []string
	for _, quirk := range sim.Quirks() {
		names = append(names, quirk.Name)
	}
	s.Quirks = tenantgen.Quirks(r, seed, names)
	s.Rate = []int{0, 5, 10, 15}[r.IntN(4)]
	s.Edits = []int{0, 0, 3}[r.IntN(3)]
	// Elements without a chosen ID that no state records cannot be found again.
	s.Collected = seed%2 == 0 && (!tenantgen.For(s.Quirks).Assigned || s.Rate == 0 && s.Edits == 0)
	if s.Collected {
		s.Size.Units, s.Size.Profiles = 3+r.IntN(3), 1+r.IntN(2)
	}
	return s
}

// result is the outcome of a run.
type result struct {
	findings, log, hits []string
}

// run executes a scenario.
func run(t *testing.T, s scenario) (out result) {
	t.Helper()
	inScenario(t, s, func(p *player) {
		p.play()
		out = result{slices.Concat(p.findings, p.wire.findings, p.world.lost), p.wire.log, p.wire.hits}
	})
	return out
}

// inScenario calls play with the service, the wire and the empty world of a scenario.
func inScenario(t *testing.T, s scenario, play func(p *player)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		cryptotest.SetGlobalRandom(t, s.Seed)
		server, err := sim.New(sim.Options{Seed: sim.DemoSeed(), Quirks: s.Quirks, Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		p := &player{scenario: s, server: server, diagnosed: map[string]bool{}, deleted: map[string]bool{}, adopting: map[string]bool{},
			accepted: map[string]bool{},
			wire:     newWire(s.Seed, server, 0, s.Healed),
			world:    &world{t: t, seed: s.Seed, state: map[string]*acctest.Instance{}, declared: map[string]tenantgen.Resource{}}}
		p.wire.before, p.wire.after = p.watch, p.accept
		p.world.tainted = func(object acctest.Values) {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.deleted[fmt.Sprint(object["ext_id"])] = true
		}
		p.world.wire = p.wire
		p.world.exists = func(extID string) bool {
			return slices.ContainsFunc(p.objects(), func(o tenantgen.Object) bool { return o.ExtID == extID })
		}
		p.world.service = acctest.InProcess(server, p.wire)
		play(p)
	})
}

// player executes one scenario.
type player struct {
	scenario
	server   *sim.Server
	wire     *wire
	world    *world
	findings []string
	edits    int
	// deleted are the external IDs of the objects that an error asked to delete, and of tainted ones.
	mu      sync.Mutex
	deleted map[string]bool
	// diagnosed are the addresses of the errors and warnings in the applies of the round.
	diagnosed map[string]bool
	// adopting are the addresses of the collections that adopt existing objects in this round.
	adopting map[string]bool
	// accepted contains the external IDs of objects with the edited values that the service has accepted
	// from this run's applies.
	accepted map[string]bool
	// killed reports that the state has lost the collections, as after a kill.
	killed bool
}

func (p *player) play() {
	initial, before := p.objects(), p.comparable()
	tenant := tenantgen.For(p.Quirks)
	tenant.Hostile = true
	random := rand.New(rand.NewPCG(p.Seed, 1))
	if p.Collected {
		tenant.Collect(rand.New(rand.NewPCG(p.Seed, 3)))
	}
	tenant.Grow(random, p.Size)
	for range p.Rounds {
		p.round(tenant, initial)
		if len(p.findings) > 0 {
			return
		}
		tenant.Mutate(random, p.Size)
		p.world.forced = slices.DeleteFunc(tenant.Replace(random), func(address string) bool { return p.world.state[address] == nil })
	}
	tenant.Settle()
	p.converge(nil)
	if after := p.comparable(); after != before {
		p.find("after everything is destroyed: %v", acctest.Equal(before, after))
	}
}

func (p *player) find(format string, args ...any) {
	p.findings = append(p.findings, fmt.Sprintf(format, args...))
}

// round applies a tenant until no apply fails, and compares the service with it.
func (p *player) round(tenant *tenantgen.Tenant, initial []tenantgen.Object) {
	before := p.objects()
	p.server.ClearRequests()
	p.diagnosed, p.adopting = map[string]bool{}, map[string]bool{}
	resources := tenant.Resources()
	if p.cutOff(resources); len(p.findings) > 0 {
		return
	}
	resources = p.converge(resources)
	if len(p.findings) > 0 {
		return
	}
	p.findings = append(p.findings, tenantgen.Check(before, p.objects(), slices.Concat(initial, tenant.Desired()), p.requests())...)
	p.findings = append(p.findings, tenantgen.DoubleRotations(p.objects(), p.requests(), p.diagnosed)...)
	p.findings = append(p.findings, p.world.settled(tenantgen.Settled(resources))...)
}

// converge applies resources until no apply fails, and returns them as they were applied at last.
func (p *player) converge(resources []tenantgen.Resource) []tenantgen.Resource {
	p.wire.rate = p.Rate
	done := make(chan struct{})
	go func() {
		defer close(done)
		p.edit(resources)
	}()
	for n := 1; ; n++ {
		// An error has already reported the lost response.
		clear(p.wire.lost)
		diags := p.world.apply(resources)
		p.judge(diags)
		for _, d := range diags {
			address, _, _ := strings.Cut(d.Summary, ": ")
			p.diagnosed[address] = true
		}
		complete := !diags.HasError() && !p.world.remains()
		if complete && !p.kill() {
			break
		}
		if complete || diags.HasError() && p.untaint(diags) {
			n = 0
			continue
		}
		adopting := len(p.adopting)
		if resources = p.adoptElements(resources, diags); p.killed && len(p.adopting) > adopting {
			n = 0
			continue
		}
		// Two applies dissolve units, whatever else they change.
		if !diags.HasError() && n < 2 {
			continue
		}
		if p.Rate == 0 && p.Edits == 0 || n == maxApplies {
			p.find("%d applies end with errors or leave objects: %s", n, diags)
			break
		}
		p.adopt(diags)
	}
	<-done
	p.wire.rate = 0
	if p.Edits > 0 && len(p.findings) == 0 {
		if diags := p.world.apply(resources); diags.HasError() {
			p.find("an apply after the edits of another writer: %s", diags)
		}
	}
	return resources
}

func (p *player) objects() []tenantgen.Object {
	objects, err := tenantgen.Found(p.server.State())
	if err != nil {
		p.world.t.Fatal(err)
	}
	return objects
}

func (p *player) comparable() string {
	state, err := tenantgen.Comparable(p.server.State())
	if err != nil {
		p.world.t.Fatal(err)
	}
	return state
}

// requests returns the requests of the round, except for deletes that an error asked for.
func (p *player) requests() []tenantgen.Request {
	var all []tenantgen.Request
	for _, r := range p.server.Requests() {
		if r.Method != http.MethodDelete || !p.deleted[path.Base(r.Path)] {
			all = append(all, tenantgen.Request{Method: r.Method, Path: r.Path, Status: r.Status})
		}
	}
	return all
}

// direct sends a request of another writer, without faults.
func (p *player) direct(method, at string, body any) (int, map[string]any) {
	content, err := json.Marshal(body)
	if err != nil {
		p.world.t.Fatal(err)
	}
	r := httptest.NewRequest(method, "http://127.0.0.1"+at, bytes.NewReader(content))
	r.Header.Set("Authorization", "Bearer demo-admin-token")
	r.Header.Set("Content-Type", "application/json")
	response := httptest.NewRecorder()
	p.server.ServeHTTP(response, r)
	var object map[string]any
	_ = json.Unmarshal(response.Body.Bytes(), &object)
	return response.Code, object
}

// edited are the attributes that the other writer edits.
var edited = map[string]string{"idm_unit": "location", "idm_profile": "remarks", "idm_policy": "description", "idm_role": "description"}

// edit changes objects directly while a configuration is applied.
func (p *player) edit(resources []tenantgen.Resource) {
	random, kept := rand.New(rand.NewPCG(p.Seed, 2)), tenantgen.For(p.Quirks).Kept
	for range p.Edits {
		time.Sleep(upTo(random, time.Second)) //nolint:forbidigo // The time is virtual.
		if len(resources) == 0 {
			return
		}
		var objects []editable
		r := resources[random.IntN(len(resources))]
		if objects = p.world.based(r.Address()); len(objects) == 0 {
			continue
		}
		one := objects[random.IntN(len(objects))]
		attribute, of := edited[one.of.TypeName()], one.of
		at := tenantgen.PathOf(of.Collection + "/" + one.extID)
		status, object := p.direct(http.MethodGet, at, nil)
		if status != http.StatusOK || kept && object[attribute] == nil {
			continue
		}
		p.edits++
		p.direct(http.MethodPatch, at, map[string]any{"version": object["version"], attribute: fmt.Sprintf("by hand %d", p.edits)})
	}
}

// watch examines each request before the simulator executes it: a PATCH must not overwrite a value
// that its plan has not read.
func (p *player) watch(r *http.Request, body []byte) {
	if r.Method != http.MethodPatch {
		return
	}
	var sent map[string]any
	if json.Unmarshal(body, &sent) != nil {
		return
	}
	_, now := p.direct(http.MethodGet, r.URL.Path, nil)
	if version, ok := sent["version"]; ok && version != now["version"] {
		if p.Edits == 0 {
			p.find("%s %s is sent with the version %v, and only this run has changed it to %v", r.Method, r.URL.Path, version,
				now["version"])
		}
		return
	}
	id, _ := now["extId"].(string)
	for address := range p.world.base {
		for _, one := range p.world.based(address) {
			attribute := edited[one.of.TypeName()]
			held, _ := now[attribute].(string)
			wanted, set := sent[attribute].(string)
			if one.extID == id && set && strings.HasPrefix(held, "by hand") && held != one.value && held != wanted {
				p.find("%s overwrites %q, which its plan has not read, with %q", address, held, wanted)
			}
		}
	}
}

// Despite faults and edits by another writer, every configuration is reached, and no object is
// created twice, lost, overwritten without being planned, or wrongly deleted.
func TestReplay(t *testing.T) {
	for seed := *first; seed < *first+*seeds; seed++ {
		s := newScenario(seed)
		if out := run(t, s); len(out.findings) > 0 {
			if *smaller {
				s, out = shrink(t, s, out)
			}
			t.Fatalf("seed %d: %s", seed, describe(s, out))
		}
	}
}

// These seeds found a defect: several creates of one object lost their responses on a service that
// assigns the external IDs.
func TestReplay_foundBefore(t *testing.T) {
	for _, seed := range []uint64{1403, 1952} {
		s := newScenario(seed)
		s.Collected = false
		if out := run(t, s); len(out.findings) > 0 {
			t.Errorf("seed %d: %s", seed, describe(s, out))
		}
	}
}

// The same seed gives the same log, also if the service assigns the external IDs and responses are
// lost.
func TestReplay_sameLog(t *testing.T) {
	chosen := []uint64{}
	for seed := *first; seed < *first+max(5, *seeds/20); seed++ {
		chosen = append(chosen, seed)
	}
	for seed := *first; len(chosen) == int(max(5, *seeds/20)); seed++ {
		if s := newScenario(seed); s.Rate > 0 && tenantgen.For(s.Quirks).Assigned {
			chosen = append(chosen, seed)
		}
	}
	for _, seed := range chosen {
		one, other := run(t, newScenario(seed)), run(t, newScenario(seed))
		if err := acctest.Equal(one.log, other.log); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if len(one.log) == 0 {
			t.Fatalf("seed %d sends nothing", seed)
		}
	}
}

// shrink searches for a smaller scenario with a finding: with fewer rounds, objects, quirks, edits
// and faults. It omits as many faults at once as possible.
func shrink(t *testing.T, s scenario, out result) (scenario, result) {
	t.Helper()
	tries := 0
	try := func(smaller scenario) bool {
		if tries++; tries > maxShrinks {
			return false
		}
		got := run(t, smaller)
		if len(got.findings) > 0 {
			s, out = smaller, got
		}
		return len(got.findings) > 0
	}
	for smaller := s; smaller.Rounds > 1; {
		if smaller.Rounds--; !try(smaller) {
			break
		}
	}
	for _, less := range []tenantgen.Size{{}, {Units: 1}, {Units: 1, Profiles: 1}, {Units: 1, Catalog: 1}} {
		smaller := s
		if smaller.Size = less; try(smaller) {
			break
		}
	}
	for _, quirk := range slices.Clone(s.Quirks) {
		smaller := s
		smaller.Quirks = slices.DeleteFunc(slices.Clone(s.Quirks), func(other string) bool { return other == quirk })
		try(smaller)
	}
	if smaller := s; s.Edits > 0 {
		smaller.Edits = 0
		try(smaller)
	}
	for size := len(out.hits); size > 0; size /= 2 {
		for from := 0; from < len(out.hits); from += size {
			smaller := s
			smaller.Healed = map[int]bool{}
			maps.Copy(smaller.Healed, s.Healed)
			for n := range size {
				smaller.Healed[from+n] = true
			}
			if len(smaller.Healed) > len(s.Healed) {
				try(smaller)
			}
		}
	}
	return s, out
}

func describe(s scenario, out result) string {
	hits := slices.DeleteFunc(slices.Clone(out.hits), func(hit string) bool { return strings.HasSuffix(hit, ": ") })
	return fmt.Sprintf("%s\n\nquirks %v, %d units, %d profiles, %d of each other kind, %d rounds, %d edits by another writer\n\n"+
		"faults:\n%s\n\nrequests:\n%s", strings.Join(out.findings, "\n"), s.Quirks, s.Size.Units, s.Size.Profiles, s.Size.Catalog,
		s.Rounds, s.Edits, strings.Join(hits, "\n"), strings.Join(out.log, "\n"))
}
