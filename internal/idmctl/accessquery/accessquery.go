// Package accessquery answers who has what, through which path and until when, for people who audit,
// approve or clean up access.
package accessquery

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// Version is the version of an Answer as JSON. A new field raises the second number, any other
// change the first.
const Version = "2.0"

// Answer is the answer to one question, also as JSON.
type Answer struct {
	FormatVersion string `json:"format_version"`
	// Question is the question in words, such as "who has the role crm-reader".
	Question string `json:"question"`
	// Sentence is the answer in a sentence; empty for an answer that only its rows give.
	Sentence string `json:"sentence,omitempty"`
	// Source is the origin of the facts, Time the time of the evaluation.
	Source string    `json:"source"`
	Time   time.Time `json:"time"`
	// Rows are sorted by person and role, with one row for each path.
	Rows []Row `json:"rows"`
	// NotRead describes the failed reads, whose objects may be missing in the answer.
	NotRead []string `json:"not_read"`
	// Pseudonyms reports that the names of people are invented.
	Pseudonyms bool `json:"pseudonyms,omitempty"`

	// logins reports that tables show the last logins.
	logins bool
}

// Row is a path by which a person has, had or will have access.
type Row struct {
	// Change lists the changes, such as gained; empty for questions about one state.
	Change      string `json:"change,omitempty"`
	ClientExtID string `json:"client_ext_id"`
	UserExtID   string `json:"user_ext_id"`
	LoginID     string `json:"login_id,omitempty"`
	Name        string `json:"name"`
	Technical   bool   `json:"is_technical_user"`
	// LastLogin is the last successful login; nil if none is known.
	LastLogin *time.Time `json:"last_login,omitempty"`
	// Kind is "role" or "enterprise role".
	Kind             string `json:"kind,omitempty"`
	RoleExtID        string `json:"role_ext_id,omitempty"`
	RoleName         string `json:"role_name,omitempty"`
	ApplicationExtID string `json:"application_ext_id,omitempty"`
	// Through is the enterprise role that contains the role; empty for a role that is granted
	// directly.
	Through      string `json:"through_enterprise_role_ext_id,omitempty"`
	ProfileExtID string `json:"profile_ext_id,omitempty"`
	UnitExtID    string `json:"unit_ext_id,omitempty"`
	GrantExtID   string `json:"grant_ext_id,omitempty"`
	// Rooms are the attributes of the open data rooms, such as client_global.
	Rooms []string `json:"global,omitempty"`
	// From and Until are the bounds of the effective time; nil without a bound.
	From  *time.Time `json:"from,omitempty"`
	Until *time.Time `json:"until,omitempty"`
	// Effective is yes, no or unknown.
	Effective string `json:"effective,omitempty"`
	// Reasons explain why the path has no effect, or may have none.
	Reasons []string `json:"reasons,omitempty"`
	// Declared reports whether a configuration declares the grant: yes, no, or unknown for a grant
	// that was not read or that the plan hides; empty without a plan.
	Declared string `json:"declared,omitempty"`
	// Ends are changes that would each end this path.
	Ends []string `json:"ends,omitempty"`
}

// The values of Effective and Declared.
const (
	Yes     = "yes"
	No      = "no"
	Unknown = "unknown"
)

// Asker answers questions about a tenant at a point in time.
type Asker struct {
	tenant *tenant.Facts
	view   *access.View
	source string
	now    time.Time
	client string
	// Declared reports whether a configuration declares a grant; nil without a plan.
	Declared func(grant *access.Object) access.Presence
}

// New returns an Asker. client limits it to one client; "" is all clients.
func New(t *tenant.Facts, source, client string, now time.Time) *Asker {
	return &Asker{tenant: t, view: t.View(), source: source, now: now, client: client}
}

func (a *Asker) answer(question string, rows []Row) *Answer {
	slices.SortStableFunc(rows, func(x, y Row) int {
		return cmp.Or(strings.Compare(strings.ToLower(x.Name), strings.ToLower(y.Name)), strings.Compare(x.UserExtID, y.UserExtID),
			strings.Compare(x.ClientExtID, y.ClientExtID), strings.Compare(x.RoleExtID, y.RoleExtID), strings.Compare(x.Through, y.Through),
			strings.Compare(x.ProfileExtID, y.ProfileExtID), strings.Compare(x.GrantExtID, y.GrantExtID))
	})
	if rows == nil {
		rows = []Row{}
	}
	notRead := a.tenant.Gaps
	if notRead == nil {
		notRead = []string{}
	}
	return &Answer{FormatVersion: Version, Question: question, Source: a.source, Time: a.now.UTC(), Rows: rows, NotRead: notRead,
		Pseudonyms: a.tenant.Pseudonyms}
}

// negative sets the sentence of an answer without rows.
func (a *Answer) negative(format string, args ...any) *Answer {
	if len(a.Rows) == 0 {
		a.Sentence = fmt.Sprintf(format, args...)
		if len(a.NotRead) > 0 {
			a.Sentence += " A part of the tenant could not be read."
		}
	}
	return a
}

// asked reports whether a holding belongs to the client of the question.
func (a *Asker) asked(h access.Holding) bool { return a.client == "" || h.Grant.Client == a.client }

// rows returns the rows of the holdings that match.
func (a *Asker) rows(holdings iter.Seq[access.Holding], match func(Row) bool) []Row {
	var rows []Row
	for h := range holdings {
		if !a.asked(h) {
			continue
		}
		if row := a.Row(h); match == nil || match(row) {
			rows = append(rows, row)
		}
	}
	return rows
}

// Who returns who has a role, an enterprise role or a role of an application.
func (a *Asker) Who(name string) (*Answer, error) {
	found, err := a.find(name, access.Role, access.EnterpriseRole, access.Application)
	if err != nil {
		return nil, err
	}
	what := found.ID
	var rows []Row
	if what.Kind != access.Application {
		rows = a.rows(a.view.Who(what), nil)
	} else {
		for o := range a.tenant.Objects() {
			if o.Kind == access.Role && o.Owner.May(what.ExtID) {
				rows = append(rows, a.rows(a.view.Who(o.ID), nil)...)
			}
		}
	}
	subject := fmt.Sprintf("the %s %s", what.Kind, a.label(what))
	if what.Kind == access.Application {
		return a.answer("who has a role of "+subject, rows).negative("No user has a role of %s.", subject), nil
	}
	return a.answer("who has "+subject, rows).negative("No user has %s.", subject), nil
}

// Of returns the roles of a user.
func (a *Asker) Of(name string) (*Answer, error) {
	user, err := a.find(name, access.User)
	if err != nil {
		return nil, err
	}
	who := a.label(user.ID)
	return a.answer("what "+who+" has", a.rows(a.view.Of(user.ID), nil)).negative("%s has no role.", who), nil
}

// Explain returns the paths by which a user has a role or an enterprise role, and the changes that
// would end each.
func (a *Asker) Explain(userName, roleName string) (*Answer, error) {
	user, err := a.find(userName, access.User)
	if err != nil {
		return nil, err
	}
	what, err := a.find(roleName, access.Role, access.EnterpriseRole)
	if err != nil {
		return nil, err
	}
	var rows []Row
	for h := range a.view.Of(user.ID) {
		if id := h.What(); a.asked(h) && (id == what.ID || id.Any() && id.Kind == what.Kind) {
			row := a.Row(h)
			row.Ends = a.ends(h)
			rows = append(rows, row)
		}
	}
	who, subject := a.label(user.ID), fmt.Sprintf("the %s %s", what.Kind, a.label(what.ID))
	answer := a.answer(fmt.Sprintf("why %s has %s", who, subject), rows)
	effective := func(is string) bool { return slices.ContainsFunc(rows, func(r Row) bool { return r.Effective == is }) }
	switch {
	case len(rows) == 0:
		return answer.negative("%s does not have %s: no grant gives it.", who, subject), nil
	case effective(Yes):
		answer.Sentence = fmt.Sprintf("%s has %s.", who, subject)
	case effective(Unknown):
		answer.Sentence = fmt.Sprintf("It is not known whether %s has %s.", who, subject)
	default:
		answer.Sentence = fmt.Sprintf("%s does not have %s now: no path has an effect.", who, subject)
	}
	return answer, nil
}

// Unit returns the access of people through profiles that are, or may be, in a unit and its subunits.
func (a *Asker) Unit(name string) (*Answer, error) {
	unit, err := a.find(name, access.Unit)
	if err != nil {
		return nil, err
	}
	below := map[access.ID]bool{}
	// mayBe reports whether one of the possible units is the unit, or may be below it.
	var mayBe func(client string, units access.Value[string], depth int) bool
	mayBe = func(client string, units access.Value[string], depth int) bool {
		return units.IsAny() || slices.ContainsFunc(units.Options(), func(extID string) bool {
			id := access.NewID(a.tenant.Service, client, access.Unit, extID)
			known, decided := below[id]
			if decided || extID == "" || depth > maxDepth {
				return known
			}
			below[id] = id == unit.ID || mayBe(client, a.tenant.Get(id).Owner, depth+1)
			return below[id]
		})
	}
	rows := a.rows(func(yield func(access.Holding) bool) {
		for h := range a.view.Holdings() {
			if mayBe(h.Grant.Client, h.Profile.Target, 0) && !yield(h) {
				return
			}
		}
	}, nil)
	where := "the unit " + a.label(unit.ID)
	return a.answer("what people have in "+where+" and below", rows).negative("No user has a role in %s or below.", where), nil
}

// maxDepth limits the number of parents, because units can form a cycle.
const maxDepth = 1000

// Filter limits the answer about all access. The zero value is everything.
type Filter struct {
	// Global asks for grants that are open for a whole data room, and Expired for paths that have no
	// effect because a validity has ended.
	Global, Expired bool
	// Expiring is the time within which a path ends, and Dormant the time in which its person has not
	// signed in; nil for any.
	Expiring, Dormant *time.Duration
}

// All returns the access of all people that a filter asks for.
func (a *Asker) All(f Filter) *Answer {
	question := "who has what"
	var tests []func(Row) bool
	add := func(text string, test func(Row) bool) {
		question += ", " + text
		tests = append(tests, test)
	}
	if f.Global {
		add("only global grants", func(r Row) bool { return len(r.Rooms) > 0 })
	}
	if f.Expired {
		add("only what has expired", func(r Row) bool {
			return r.Effective == No && slices.ContainsFunc(r.Reasons,
				func(s string) bool { return strings.HasSuffix(s, string(access.Expired)) })
		})
	}
	if f.Expiring != nil {
		end := a.now.Add(*f.Expiring)
		add("only what ends before "+end.UTC().Format(time.DateOnly), func(r Row) bool {
			return r.Effective != No && r.Until != nil && r.Until.Before(end)
		})
	}
	if f.Dormant != nil {
		last := a.now.Add(-*f.Dormant)
		add("only of people who have not signed in since "+last.UTC().Format(time.DateOnly), func(r Row) bool {
			return r.Effective != No && (r.LastLogin == nil || !r.LastLogin.After(last))
		})
	}
	answer := a.answer(question, a.rows(a.view.Holdings(), func(r Row) bool {
		return !slices.ContainsFunc(tests, func(test func(Row) bool) bool { return !test(r) })
	}))
	answer.logins = f.Dormant != nil
	if len(tests) == 0 {
		return answer.negative("No user has a role.")
	}
	return answer.negative("No access matches the filter.")
}
