package accessquery

import (
	"fmt"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// The changes of a Row.
const (
	Gained  = "gained"
	Lost    = "lost"
	Longer  = "longer"
	Shorter = "shorter"
	Wider   = "wider"
	Narrow  = "narrower"
)

// Diff returns the access that people gained and lost between two states of a tenant, net over all
// paths. Both states need the same service address.
func Diff(before, after *tenant.Facts, sources [2]string, client string, now time.Time) *Answer {
	old, next := New(before, sources[0], client, now), New(after, sources[0]+" → "+sources[1], client, now)
	var rows []Row
	for _, d := range access.Compare(before.Tenant, after.Tenant, now) {
		if client != "" && d.User.Client != client {
			continue
		}
		holdings, asker := d.New, next
		if len(holdings) == 0 {
			holdings, asker = d.Old, old
		}
		if len(holdings) == 0 {
			continue
		}
		row := asker.Row(holdings[0])
		row.Change = strings.Join(changes(d), ", ")
		if len(holdings) > 1 {
			row.Reasons = append(row.Reasons, fmt.Sprintf("one of %d paths", len(holdings)))
		}
		rows = append(rows, row)
	}
	answer := next.answer("what changed", rows)
	answer.NotRead = append(append([]string{}, old.answer("", nil).NotRead...), answer.NotRead...)
	return answer
}

// changes returns the changes of a difference.
func changes(d access.Difference) []string {
	var all []string
	for _, each := range []struct {
		is   bool
		word string
	}{
		{d.Gain(), Gained}, {d.Loss(), Lost}, {d.Longer(), Longer}, {d.Shorter(), Shorter},
		{!d.Gain() && len(d.Opened()) > 0, Wider}, {!d.Loss() && len(d.Closed()) > 0, Narrow},
	} {
		if each.is {
			all = append(all, each.word)
		}
	}
	return all
}
