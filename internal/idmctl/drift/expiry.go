package drift

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/report"
)

// Ending is a declared object or grant whose validity has ended, or ends soon.
type Ending struct {
	Address string `json:"address"`
	Type    string `json:"type"`
	ID      string `json:"id,omitempty"`
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
		e := Ending{Address: change.Address, Type: change.Type, ID: knownText(change.Before, "id"), Name: name(change.Before)}
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

// endingSection lists the objects that have ended or end soon, the earliest end first.
func (r *Report) endingSection() report.Section {
	table := report.Table{Head: []string{"Object", "Name", "Until"}}
	for _, e := range r.Ending {
		object := report.Text{}.Code(e.Address)
		if e.Key != "" {
			object = object.Plain(" ").Code(e.Key)
		}
		mark := report.Mark{Kind: report.Changed, Word: "ends"}
		if e.Ended {
			mark = report.Mark{Kind: report.Removed, Word: "ended"}
		}
		table.Rows = append(table.Rows, report.Row{Mark: mark, Cells: []report.Text{object, report.T(e.Name), report.T(moment(e.Until))}})
	}
	return report.SectionOf("Ended, or ends soon",
		"The configuration declares this end. Extend the validity, or remove the object from the configuration.", table.Trim())
}

// endingLead counts the objects that have ended or end soon.
func (r *Report) endingLead() string {
	ended := 0
	for _, e := range r.Ending {
		if e.Ended {
			ended++
		}
	}
	return fmt.Sprintf("%s ended, %d end soon",
		report.CountOf(ended, "declared validity has", "declared validities have"), len(r.Ending)-ended)
}
