package plancheck

import (
	"fmt"
	"sync"

	"github.com/hashicorp/terraform-plugin-framework/path"
)

// exchanges remembers the updates in a plan that change a unique value or its scope: the key of the
// new value by the key of the old one.
type exchanges struct {
	mu sync.Mutex
	to map[string]string
}

// add records an update, and reports whether it closes a cycle in which each update waits for the
// value of the next.
func (e *exchanges) add(before, after string) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.to == nil {
		e.to = map[string]string{}
	}
	e.to[before] = after
	for range e.to {
		if after == before {
			return true
		}
		after = e.to[after]
	}
	return false
}

// refuseExchange reports updates that exchange unique values in a cycle: the service refuses each
// update while another object has the value, so no order works.
func (p *Planned) refuseExchange() {
	unique := p.unique()
	if unique.Attr == "" || p.run.writing() || p.Creates() || p.req.Plan.Raw.IsNull() || p.deletes() {
		return
	}
	from, to := p.Recorded(unique.Attr), p.Text(unique.Attr)
	if scope := p.after(unique.Scope); from == "" || to == "" || unique.Scope != "" && (scope == nil || scope.IsUnknown()) {
		return
	}
	before := p.claimKey(p.Recorded(clientPart), p.Recorded(unique.Scope), from)
	after := p.claimKey(p.Text(clientPart), p.Text(unique.Scope), to)
	if before != after && p.run.exchanges.add(before, after) {
		p.Refuse(path.Root(unique.Attr), "Unique values are exchanged",
			fmt.Sprintf("This plan gives the %[1]s %[2]q the %[3]s %[4]q, which another %[1]s gives up only in exchange, directly or in "+
				"a cycle. It is unique %[5]s, so the service refuses each change while another %[1]s has the value: no order works. "+
				"Nothing was changed. First give one of them another %[3]s in a separate apply.",
				p.of.Type.Title, p.Recorded(p.of.lastPart()), unique.Attr, to, unique.Where))
	}
}
