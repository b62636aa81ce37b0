package drift

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// Ending is a declared object or grant whose validity has ended, or ends soon.
type Ending struct {
	Address string `json:"address"`
	Name    string `json:"name,omitempty"`
	// Key is the key of a grant of an authoritative resource; "" for an object with its own
	// resource.
	Key string `json:"key,omitempty"`
	// Until is the end of the validity, in RFC 3339.
	Until string `json:"until"`
	// Ended reports that the validity has ended.
	Ended bool `json:"ended,omitempty"`
}

// FindEnding lists objects that have ended, or end within some time. A plan does not show them,
// because the end is declared.
func (r *Report) FindEnding(within time.Duration, now time.Time) {
	r.Ending = []Ending{}
	for _, change := range r.plan.Changes {
		row := objecttype.ByTypeName(change.Type)
		if row == nil || change.Before == nil || change.After == nil {
			continue
		}
		e := Ending{Address: change.Address, Name: name(change.Before)}
		r.ends(e, change.Before, within, now)
		grants := change.Before.Map(row.Gives.Attr)
		for _, key := range grants.Keys() {
			e.Key = key
			r.ends(e, grants.Map(key), within, now)
		}
	}
	slices.SortStableFunc(r.Ending, func(a, b Ending) int { return cmp.Compare(a.Until, b.Until) })
}

func (r *Report) ends(e Ending, values plan.Values, within time.Duration, now time.Time) {
	to, _ := values.Map("validity").Known("to")
	end, err := time.Parse(time.RFC3339, to)
	if err != nil || !end.Before(now.Add(within)) {
		return
	}
	e.Until, e.Ended = end.UTC().Format(time.RFC3339), !end.After(now)
	r.Ending = append(r.Ending, e)
}

// text describes an end for a person.
func (e Ending) text() report.Text {
	verb := " ends on "
	if e.Ended {
		verb = " ended on "
	}
	return report.Text{}.Code(strings.TrimSpace(e.Address + " " + e.Key)).Plain(" " + strings.TrimSpace(e.Name+verb+moment(e.Until)))
}

// endingSection lists the objects that have ended or end soon, the earliest end first.
func (r *Report) endingSection() report.Section {
	var list report.List
	for _, e := range r.Ending {
		list.Items = append(list.Items, report.Item{Mark: report.Mark{Kind: report.Changed}, Text: e.text()})
	}
	return report.SectionOf("Ended, or ends soon",
		"The configuration declares this end. Extend the validity, or remove the object from the configuration.", list)
}
