package e2e

import (
	"net/http"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
)

// transcript collects the output of a job.
type transcript struct {
	mu    sync.Mutex
	more  *sync.Cond
	text  strings.Builder
	ended bool
}

func newTranscript() *transcript {
	t := &transcript{}
	t.more = sync.NewCond(&t.mu)
	return t
}

// Write appends to the output.
func (t *transcript) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	defer t.more.Broadcast()
	return t.text.Write(p)
}

// String returns the output so far.
func (t *transcript) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.String()
}

func (t *transcript) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.ended = true
	t.more.Broadcast()
}

// shows waits until the output contains a text, and reports whether that happened before the end.
func (t *transcript) shows(text string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for !strings.Contains(t.text.String(), text) && !t.ended {
		t.more.Wait()
	}
	return strings.Contains(t.text.String(), text)
}

// Two applies run at the same time. While the first one writes, the state's lock rejects a second
// one without a lock timeout, and a second one with a lock timeout finds its plan stale. A waiting
// plan shows the tenant after the first apply.
func TestPipelines_twoAtOnce(t *testing.T) {
	t.Parallel()
	needs(t, "bash")
	p := newProject(t, vendors[0], startPostgres(t))
	head := p.commit("", nil)
	review, reviewed := p.review(1, head)
	p.must(review)

	writing, release := p.hold()
	apply := func(job *job) <-chan bool {
		job.environment["DIGEST"] = review.outputs["reviewed"][len("access-"):]
		job.write(planFile, reviewed.Kept[review.outputs["reviewed"]])
		return p.alone(job, "idmctl pipeline apply")
	}
	first := p.runnerOf(head, "5m")
	firstDone := apply(first)
	<-writing

	impatient := p.runnerOf(head, "0s")
	if <-apply(impatient) || !strings.Contains(impatient.output.String(), "Error acquiring the state lock") ||
		!strings.Contains(impatient.output.String(), "run this job again") {
		t.Errorf("an apply during another one is not refused:\n%s", impatient.output.String())
	}
	patient, planning := p.runnerOf(head, "5m"), p.runnerOf(head, "5m")
	patientDone, planningDone := apply(patient), p.alone(planning, "idmctl pipeline plan")
	for _, waiting := range []*job{patient, planning} {
		if !waiting.output.shows("Acquiring state lock") {
			t.Fatalf("it does not wait for the lock:\n%s", waiting.output.String())
		}
	}
	if writes := p.writes(); writes != 0 {
		t.Errorf("%d writes ran during the first apply", writes)
	}
	release()

	if !<-firstDone {
		t.Errorf("the apply that had the lock failed:\n%s", first.output.String())
	}
	if <-patientDone || !strings.Contains(patient.output.String(), "Saved plan is stale") {
		t.Errorf("the plan of the apply that waited is not refused as stale:\n%s", patient.output.String())
	}
	if !<-planningDone || !strings.Contains(planning.output.String(), "No changes") {
		t.Errorf("the plan that waited does not see the result of the apply:\n%s", planning.output.String())
	}
	p.nothingDoubled(head)
}

// hold blocks the first write to the service until release is called; the channel is closed when
// the write arrives.
func (p *project) hold() (writing <-chan struct{}, release func()) {
	came, free := make(chan struct{}), make(chan struct{})
	var held atomic.Bool
	gate := func(r *http.Request) {
		// Other writes are forwarded, so that they are detected instead of waiting forever.
		if r.Method != http.MethodGet && held.CompareAndSwap(false, true) {
			close(came)
			<-free
		}
	}
	p.gate.Store(&gate)
	release = sync.OnceFunc(func() { close(free) })
	p.t.Cleanup(release)
	return came, release
}

// runnerOf returns a separate runner with a copy of the commit and the production environment.
func (p *project) runnerOf(commit, wait string) *job {
	p.t.Helper()
	j := p.job(commit, "idm-production")
	j.environment["LOCK_TIMEOUT"] = wait
	return j
}

// alone runs a script concurrently and finally reports whether it succeeded.
func (p *project) alone(j *job, script string) <-chan bool {
	done := make(chan bool, 1)
	command := j.command(script)
	go func() {
		defer j.output.end()
		done <- command.Run() == nil
	}()
	return done
}

// nothingDoubled compares the requests, the objects in the service and the state with the
// configuration: each object exists exactly once.
func (p *project) nothingDoubled(commit string) {
	p.t.Helper()
	const made, adopted = 4, 9
	if writes := p.writes(); writes != made {
		p.t.Errorf("%d writes for %d objects: %v", writes, made, p.service.Requests())
	}
	if added := p.added(); added != 2 {
		p.t.Errorf("%d units were added, want 2", added)
	}
	after := p.runnerOf(commit, "0s")
	if !<-p.alone(after, "idmctl pipeline plan") || !strings.Contains(after.output.String(), "No changes") {
		p.t.Errorf("the state is not what was applied:\n%s", after.output.String())
	}
	list := exec.Command("bash", "-c", `"$CLI" -chdir=tenant state list`)
	list.Dir, list.Env = after.folder, after.command("").Env
	if out, err := list.CombinedOutput(); err != nil || strings.Count(string(out), "\n") != made+adopted {
		p.t.Errorf("the state holds:\n%s %v", out, err)
	}
}
