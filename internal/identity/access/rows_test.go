package access_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

// Each row of the table of planned changes, with what users may (?) and must have after all
// changes.
func TestApply_rows(t *testing.T) {
	script, err := os.ReadFile("testdata/Apply_rows.txt")
	if err != nil {
		t.Fatal(err)
	}
	for row := range strings.SplitSeq(strings.TrimRight(string(script), "\n"), "\n\n") {
		name, lines, _ := strings.Cut(row, "\n")
		t.Run(name, func(t *testing.T) {
			before := tenant(append(append(small(), object(access.Client, "acme", "", "")), inOtherStates()...))
			var changes []access.Change
			var result access.Result
			findings := ""
			for line := range strings.SplitSeq(lines, "\n") {
				verb, rest, _ := strings.Cut(strings.TrimPrefix(line, "  "), " ")
				change := written(verb, strings.Fields(rest))
				switch verb {
				case "exists", "may-exist":
					before.Add(change.Object)
				case "unread":
					before.NotRead(access.Gap{ID: change.Object.ID})
				case "expected":
					result = access.Apply(before, changes)
					equal(t, verb, rest, strings.Join(held(result.Expected), ", "))
				case "partial":
					equal(t, verb, rest, strings.Join(held(result.Partial), ", "))
				case "findings":
					findings = rest
				default:
					changes = append(changes, change)
				}
			}
			var found []string
			for _, f := range result.Findings {
				found = append(found, fmt.Sprint(f.Change, " ", f.Problem, " ", f.Certain))
			}
			equal(t, "findings", findings, strings.Join(found, ", "))
		})
	}
}

func equal(t *testing.T, what, want, got string) {
	t.Helper()
	if want != got {
		t.Errorf("%s %q, want %q", what, got, want)
	}
}

// kinds are the names of the rows.
var kinds = map[string]access.Kind{
	"application": access.Application, "assignment": access.Assignment, "client": access.Client, "enterprise-grant": access.EnterpriseGrant,
	"enterprise-role": access.EnterpriseRole, "grant": access.Grant, "profile": access.Profile, "role": access.Role, "unit": access.Unit,
	"user": access.User,
}

// written returns the change of a row: a verb with the kind, the ID, the owner and the target of an
// object, where "-" means no object and "a|b" one of two, and what follows them: "taken", "ended",
// or "after" with the number of another change.
func written(verb string, words []string) access.Change {
	c, in := access.Change{Action: access.Update}, append(slices.Clone(words), "-", "-", "-", "-")
	o := &c.Object
	if at := slices.Index(words, "after"); at > 0 {
		c.After = []int{int(words[at+1][0] - '0')}
		in = append(slices.Clone(words[:at]), "-", "-")
	}
	extID := in[1]
	if pending, ok := strings.CutPrefix(extID, "pending:"); ok {
		extID = access.PendingID(pending)
	}
	o.ID, o.Owner, o.Target = id(kinds[in[0]], extID), either(in[2]), either(in[3])
	if in[0] == "member" {
		o.ID = access.MemberID("s", "acme", in[2], in[3])
	}
	c.TakenID = slices.Contains(words, "taken")
	hour := time.Hour
	if verb == "end" || slices.Contains(words, "ended") {
		hour = -hour
	}
	if verb == "extend" || hour < 0 {
		o.To = access.Exactly(access.At(now.Add(hour)))
	}
	switch verb {
	case "create":
		c.Action = access.Create
	case "delete":
		c.Action = access.Delete
	case "may-exist":
		o.Presence = access.Unsure
	case "end", "extend":
		c.Sets = access.ToFact
	case "move":
		c.Sets = access.TargetFact
	case "hang":
		c.Sets = access.OwnerFact
	case "enable", "disable", "archive":
		states := map[string]access.State{"enable": access.Active, "disable": access.Disabled, "archive": access.Archived}
		c.Sets, o.State = access.StateFact, access.Exactly(states[verb])
	}
	return c
}

func either(text string) access.Value[string] {
	if text == "-" {
		return access.Exactly("")
	}
	return access.OneOf(strings.Split(text, "|")...)
}

// inOtherStates returns objects without access of their own: an archived user and one who may be
// archived, a disabled unit, one that may be disabled, and an empty one.
func inOtherStates() []access.Object {
	in := func(o access.Object, state access.Value[access.State]) access.Object {
		o.State = state
		return o
	}
	maybe := access.OneOf(access.Active, access.Disabled)
	return []access.Object{
		in(object(access.User, "carl", "", ""), access.Exactly(access.Archived)), object(access.Profile, "p-carl", "carl", ""),
		object(access.Grant, "a8", "p-carl", "approver"),
		in(object(access.User, "dora", "", ""), access.OneOf(access.Disabled, access.Archived)),
		object(access.Profile, "p-dora", "dora", ""), object(access.Grant, "a9", "p-dora", "approver"),
		in(object(access.Unit, "off", "", ""), access.Exactly(access.Disabled)),
		in(object(access.Unit, "maybe", "", ""), maybe), object(access.Unit, "spare", "", ""),
	}
}

// After a create of an object that may exist, the object certainly exists, unless the create may be
// refused for another reason.
func TestApply_createUnsure(t *testing.T) {
	g1, g2 := object(access.Grant, "g1", "p-ben", "approver"), object(access.Grant, "g2", "p-ben", "approver")
	g2.To = access.Exactly(access.At(now.Add(-time.Hour)))
	before := tenant(small())
	unsure := g1
	unsure.Presence = access.Unsure
	before.Add(unsure)
	for name, c := range map[string]struct {
		changes []access.Change
		want    access.Presence
	}{
		"alone":          {[]access.Change{{Action: access.Create, Object: g1}}, access.Present},
		"with its equal": {[]access.Change{{Action: access.Create, Object: g1}, {Action: access.Create, Object: g2}}, access.Unsure},
	} {
		if got := access.Apply(before, c.changes).Expected.Get(g1.ID).Presence; got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}
