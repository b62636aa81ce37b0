package plancheck

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/path"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
)

// The provider never learns that a plan has ended: a CLI does not announce it. A question that a
// later object may answer, such as a parent unit that does not exist yet, stays open until no
// object has been planned for a while.

// questionPoll is the interval at which open questions are checked again. After planQuiet without a
// planned object they are final.
const (
	questionPoll = 10 * time.Millisecond
	planQuiet    = 2 * time.Second
)

// openQuestions are the open questions of a run.
type openQuestions struct {
	mu sync.Mutex
	// all holds the questions that no planned object has answered.
	all []question
	// asking is set while a call waits for answers. Only one call waits, so that waiting calls never
	// use up the CLI's parallelism.
	asking bool
	// planning counts the running calls that plan an object, and last is the time of the last one.
	planning int
	last     time.Time
}

// question is checked until it is answered. If it never is, the waiting call reports it.
type question struct {
	open   func() bool
	report func(*Planned)
}

// Planning records a call that plans an object, until the returned function is called.
func (r *Run) Planning() (done func()) {
	note := func(n int) {
		r.questions.mu.Lock()
		defer r.questions.mu.Unlock()
		r.questions.planning += n
		r.questions.last = time.Now()
	}
	note(1)
	return func() { note(-1) }
}

// ask keeps a question open until another object in the plan answers it. The first call that asks
// waits for the answers to all questions.
func (p *Planned) ask(q question) {
	questions := &p.run.questions
	questions.mu.Lock()
	questions.all = append(questions.all, q)
	waits := !questions.asking
	questions.asking = true
	questions.mu.Unlock()
	if !waits {
		return
	}
	for {
		unanswered, final := questions.settle(p.ctx.Err() != nil || p.run.writing())
		for _, q := range unanswered {
			q.report(p)
		}
		if final {
			return
		}
		select {
		case <-p.ctx.Done():
		case <-time.After(questionPoll):
		}
	}
}

// settle drops answered questions, and reports whether the rest is final. It returns the questions
// that will not be answered, or none once the run ends or writes.
func (o *openQuestions) settle(ends bool) (unanswered []question, final bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.all = slices.DeleteFunc(o.all, func(q question) bool { return ends || !q.open() })
	if len(o.all) > 0 && (o.planning > 1 || time.Since(o.last) < planQuiet) {
		return nil, false
	}
	unanswered, o.all, o.asking = o.all, nil, false
	return unanswered, true
}

// RefuseCycle refuses a unit that would be below itself after the plan, and reports whether that is
// already certain: a unit in the cycle that is planned later may leave it.
func (p *Planned) RefuseCycle(at path.Path, client, unit string) bool {
	cycle, sure := p.Catalog.InCycle(p.ctx, client, unit)
	switch {
	case cycle && sure:
		p.refuseCycle(at, unit)
	case cycle && !p.Creates():
		open := func() bool { cycle, _ := p.Catalog.InCycle(p.ctx, client, unit); return cycle }
		p.ask(question{open: open, report: func(last *Planned) { last.reportCycle(at, client, unit) }})
	}
	return cycle && sure
}

// reportCycle refuses a cycle whose units are all planned by now. A CLI with one call at a time plans
// the others only after this call, so any other cycle is a warning, and the last planned unit in it
// refuses it.
func (p *Planned) reportCycle(at path.Path, client, unit string) {
	p.run.mayCycle.Store(true)
	if _, sure := p.Catalog.InCycle(p.ctx, client, unit); sure {
		p.refuseCycle(at, unit)
		return
	}
	p.Warn(at, "A unit below itself",
		fmt.Sprintf("The new parent of the unit %q is below it, and no unit planned so far moves out. The service refuses the move until "+
			"the parent has moved out. Choose another parent, or move that one out in an earlier apply.", unit))
}

func (p *Planned) refuseCycle(at path.Path, unit string) {
	p.Refuse(at, "A unit below itself",
		fmt.Sprintf("The parent of the unit %q is this unit, or is below it after this plan. Choose another parent, or move that one "+
			"out first.", unit))
}

// refuseClosedCycle refuses a unit that keeps its parent and closes the cycle of a unit that was
// planned earlier, and that reportCycle has warned of.
func (p *Planned) refuseClosedCycle() {
	parent := p.of.Type.Parent
	if p.of.Type != objecttype.Unit || !p.run.mayCycle.Load() || p.Text(parent) == "" || p.Changes(parent) {
		return
	}
	if p.Catalog.InPlannedCycle(p.Text(clientPart), p.Text("ext_id")) {
		p.refuseCycle(path.Root(parent), p.Text("ext_id"))
	}
}
