package plancheck

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/terraform-plugin-framework/diag"
	"github.com/hashicorp/terraform-plugin-framework/path"
	"github.com/hashicorp/terraform-plugin-framework/resource"

	"github.com/identity-iac/terraform-provider-idm/internal/objecttype"
)

// The provider never learns that a plan has ended: a CLI does not announce it. A question that a
// later object may answer, such as a parent unit that does not exist yet, stays open until no
// object has been planned for a while.

// questionPoll is the interval at which open questions are checked again. After planQuiet without a
// planned object they are final. A CLI that has waited for a call makes the next one within nextCall.
const (
	questionPoll = 10 * time.Millisecond
	planQuiet    = 2 * time.Second
	nextCall     = 500 * time.Millisecond
)

// The number of calls that wait at the same time: one for the frequent questions, and several for
// those whose report needs the address of its own resource, of which some are common after a killed
// run. They leave the CLI enough parallelism to plan the objects that answer them.
const (
	oneWaits    = 1
	someWait    = 4
	severalWait = 8
)

// openQuestions are the open questions of a run.
type openQuestions struct {
	mu sync.Mutex
	// passed holds the unanswered questions that a waiting call asks on behalf of others.
	passed []question
	// waiting counts the calls that wait for answers.
	waiting int
	// busy counts the running calls that plan an object, and last is the time of the last one.
	busy int
	last time.Time
	// over is set once no object has been planned for a while, and ended is when a wait last ended so.
	over  bool
	ended time.Time
	// parallel is set once two calls have run at the same time. serial is set if the CLI makes a call
	// right after such a wait and has made none during it: with -parallelism=1, nothing can answer a
	// question while a call waits, so later calls do not wait.
	parallel, serial bool
}

// question is checked until it is answered. If it never is, a waiting call reports it.
type question struct {
	open   func() bool
	report func(*Planned)
	// by is the change that a passed question is about.
	by *Planned
	// unsure is set if the report would be a guess before the rest of the plan is known. own is set if
	// it is reported at its own resource, even if that is too early because enough calls wait.
	unsure, own bool
}

// Busy records a call that plans an object, until the returned function is called.
func (r *Run) Busy() (done func()) {
	note := func(n int) {
		r.questions.mu.Lock()
		defer r.questions.mu.Unlock()
		o := &r.questions
		o.parallel = o.parallel || n > 0 && o.busy > 0
		o.serial = !o.parallel && (o.serial || n > 0 && o.over && time.Since(o.ended) < nextCall)
		o.busy, o.last, o.over = o.busy+n, time.Now(), o.over && n < 0
	}
	note(1)
	return func() { note(-1) }
}

// ask keeps a question open until another object in the plan answers it. The call waits for the
// answer if fewer than limit calls wait; otherwise one of these reports the question.
func (p *Planned) ask(limit int, q question) {
	questions := &p.run.questions
	serial := questions.isSerial()
	switch now := serial || q.own && questions.full(limit); {
	case serial && q.unsure:
		return
	case now && q.open() && !p.run.writing():
		q.report(p)
		return
	case now:
		return
	}
	if !questions.wait(p, limit, q) {
		return
	}
	for {
		unanswered, final := questions.settle(q, p.ctx.Err() != nil || p.run.writing())
		for _, other := range unanswered {
			other.reportAt(p)
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

func (o *openQuestions) isSerial() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.serial
}

// full reports whether enough calls wait.
func (o *openQuestions) full(limit int) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.waiting >= limit
}

// wait reports whether a call waits, because fewer than limit do. Otherwise it passes the question on
// with a copy of the change, whose call ends.
func (o *openQuestions) wait(p *Planned, limit int, q question) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.waiting < limit {
		o.waiting++
		return true
	}
	by := *p
	by.resp = &resource.ModifyPlanResponse{Plan: p.resp.Plan}
	q.by = &by
	o.passed = append(o.passed, q)
	return false
}

// settle drops answered questions, and reports whether a waiting call may end. It returns the
// questions that will not be answered, or none once the run ends or writes.
func (o *openQuestions) settle(own question, ends bool) (unanswered []question, final bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	isOpen := func(q question) bool { return !ends && q.open() }
	o.passed = slices.DeleteFunc(o.passed, func(q question) bool { return !isOpen(q) })
	o.over = o.over || o.busy <= o.waiting && time.Since(o.last) >= planQuiet
	waits := isOpen(own)
	switch {
	case !o.over && (waits || len(o.passed) > 0 && o.waiting == 1):
		return nil, false
	case o.over:
		unanswered, o.passed, o.ended = o.passed, nil, time.Now()
	}
	if waits {
		unanswered = append(unanswered, own)
	}
	o.waiting--
	return unanswered, true
}

// reportAt reports a question in the response of a waiting call. Of a passed question, the report
// says which resource it is about, and has no path.
func (q question) reportAt(p *Planned) {
	if q.by == nil {
		q.report(p)
		return
	}
	q.by.ctx = p.ctx
	q.report(q.by)
	about := "\n\nThis message concerns a different resource: " + q.by.identified() + "."
	for _, d := range q.by.resp.Diagnostics {
		elsewhere := diag.Diagnostic(diag.NewWarningDiagnostic(d.Summary(), d.Detail()+about))
		if d.Severity() == diag.SeverityError {
			elsewhere = diag.NewErrorDiagnostic(d.Summary(), d.Detail()+about)
		}
		p.resp.Diagnostics.Append(elsewhere)
	}
}

// identified describes a resource by its type, and the known parts of the key and the name of its
// object.
func (p *Planned) identified() string {
	var texts []string
	for _, name := range slices.Compact(append(slices.Clone(p.of.Type.Key), "name")) {
		if text := p.Text(name); text != "" && name != clientPart {
			texts = append(texts, fmt.Sprintf("%s = %q", name, text))
		}
	}
	if len(texts) == 0 {
		return "idm_" + p.of.Type.Name
	}
	return "idm_" + p.of.Type.Name + " with " + strings.Join(texts, ", ")
}

// RefuseCycle refuses a unit that would be below itself after the plan, and reports whether that is
// already certain: a unit in the cycle that is planned later may leave it.
func (p *Planned) RefuseCycle(at path.Path, client, unit string) bool {
	cycle, sure := p.Catalog.InCycle(p.ctx, client, unit)
	switch {
	case cycle && sure:
		p.refuseCycle(at, unit)
	case cycle && !p.Creates():
		p.run.mayCycle.Store(true)
		open := func() bool { cycle, _ := p.Catalog.InCycle(p.ctx, client, unit); return cycle }
		p.ask(severalWait, question{open: open, report: func(last *Planned) { last.reportCycle(at, client, unit) }})
	}
	return cycle && sure
}

// reportCycle refuses a cycle whose units are all planned by now. A CLI with one call at a time plans
// the others only after this call, so any other cycle is a warning, and the last planned unit in it
// refuses it.
func (p *Planned) reportCycle(at path.Path, client, unit string) {
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
