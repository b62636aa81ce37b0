package access_test

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

var now = time.Date(2026, 6, 1, 12, 0, 0, 0, time.UTC)

func id(kind access.Kind, extID string) access.ID { return access.NewID("s", "acme", kind, extID) }

func object(kind access.Kind, extID, owner, target string) access.Object {
	return access.Object{ID: id(kind, extID), Owner: access.Exactly(owner), Target: access.Exactly(target)}
}

func member(enterpriseRole, role string) access.Object {
	o := object(access.Member, "", enterpriseRole, role)
	o.ID = access.MemberID("s", "acme", enterpriseRole, role)
	return o
}

// small returns a tenant in which anna has the role clerk twice, and ben has it through an
// enterprise role.
func small() []access.Object {
	return []access.Object{
		object(access.Application, "erp", "", ""), object(access.Assignment, "erp", "", "erp"),
		object(access.Role, "clerk", "erp", ""), object(access.Role, "approver", "erp", ""),
		object(access.Unit, "hq", "", ""), object(access.Unit, "it", "hq", ""),
		object(access.User, "anna", "", ""), object(access.User, "ben", "", ""),
		object(access.Profile, "p-anna", "anna", "it"), object(access.Profile, "q-anna", "anna", ""),
		object(access.Profile, "p-ben", "ben", "it"),
		object(access.EnterpriseRole, "desk", "", ""), member("desk", "clerk"),
		object(access.Grant, "a1", "p-anna", "clerk"), object(access.Grant, "a2", "q-anna", "clerk"),
		object(access.EnterpriseGrant, "e1", "p-ben", "desk"),
	}
}

func tenant(objects []access.Object) *access.Tenant {
	t := access.NewTenant()
	for _, o := range objects {
		t.Add(o)
	}
	return t
}

// with returns the small tenant with another state of one object.
func with(kind access.Kind, extID string, change func(*access.Object)) *access.Tenant {
	objects := small()
	for i, o := range objects {
		if o.ID == id(kind, extID) {
			change(&objects[i])
		}
	}
	return tenant(objects)
}

func TestHoldings(t *testing.T) {
	past, future := access.At(now.Add(-time.Hour)), access.At(now.Add(time.Hour))
	for name, c := range map[string]struct {
		tenant *access.Tenant
		want   string
	}{
		"effective": {tenant(small()), ""},
		"disabled user": {
			with(access.User, "ben", func(o *access.Object) { o.State = access.Exactly(access.Disabled) }), "the user ben is disabled",
		},
		"archived profile": {
			with(access.Profile, "p-ben", func(o *access.Object) { o.State = access.Exactly(access.Archived) }),
			"the profile p-ben is archived",
		},
		"a unit above is disabled": {
			with(access.Unit, "hq", func(o *access.Object) { o.State = access.Exactly(access.Disabled) }), "the unit hq is disabled",
		},
		"expired": {
			with(access.EnterpriseGrant, "e1", func(o *access.Object) { o.To = access.Exactly(past) }),
			"the enterprise authorization e1 has expired",
		},
		"not yet valid": {
			with(access.EnterpriseGrant, "e1", func(o *access.Object) { o.From = access.Exactly(future) }),
			"the enterprise authorization e1 is not valid yet",
		},
		"unknown unit": {
			with(access.Profile, "p-ben", func(o *access.Object) { o.Target = access.Exactly("none") }), "the unit none does not exist",
		},
		"not assigned": {
			tenant(slices.DeleteFunc(small(), func(o access.Object) bool { return o.Kind == access.Assignment })),
			"the application erp is not assigned to the client",
		},
		"no application": {
			tenant(slices.DeleteFunc(small(), func(o access.Object) bool { return o.Kind == access.Application })),
			"the application erp does not exist",
		},
		"state not known": {
			with(access.User, "ben", func(o *access.Object) { o.State = access.OneOf(access.Active, access.Disabled) }),
			"the user ben is not known for certain",
		},
		"owner not known": {
			with(access.EnterpriseGrant, "e1", func(o *access.Object) { o.Owner = access.OneOf("p-ben", "p-anna") }),
			"the enterprise authorization e1 is not known for certain",
		},
		"user not known": {
			with(access.Profile, "p-ben", func(o *access.Object) { o.Owner = access.OneOf("ben", "anna") }),
			"the profile p-ben is not known for certain",
		},
	} {
		t.Run(name, func(t *testing.T) {
			v := c.tenant.View()
			var reasons []string
			for h := range v.Of(id(access.User, "ben")) {
				if h.What() == id(access.Role, "clerk") {
					for _, r := range v.Reasons(h, now) {
						reasons = append(reasons, r.String())
					}
				}
			}
			if got := strings.Join(reasons, "; "); got != c.want {
				t.Errorf("ben: %q, want %q", got, c.want)
			}
		})
	}
}

func TestWho(t *testing.T) {
	var users []string
	for h := range tenant(small()).View().Who(id(access.Role, "clerk")) {
		through, _ := h.Through()
		users = append(users, strings.TrimSpace(fmt.Sprint(h.User.ExtID, " ", h.Grant.ExtID, " ", h.Must().At(now), " ", through.ExtID)))
	}
	slices.Sort(users)
	if got := strings.Join(users, ", "); got != "anna a1 true, anna a2 true, ben e1 true desk" {
		t.Errorf("clerks: %s", got)
	}
}

// A role that a user keeps through another path is neither gained nor lost.
func TestApply_net(t *testing.T) {
	before := tenant(small())
	result := access.Apply(before, []access.Change{
		{Action: access.Delete, Object: object(access.Grant, "a1", "", "")},
		{Action: access.Delete, Object: object(access.EnterpriseGrant, "e1", "", "")},
		{Action: access.Create, Object: object(access.Grant, "a3", "p-ben", "approver")},
	})
	var got []string
	for _, d := range access.Compare(before, result.Expected, now) {
		got = append(got, fmt.Sprint(d.User.ExtID, " ", d.What.ExtID, " ", d.Gain(), d.Loss(), d.Certain()))
	}
	want := "ben approver true false true, ben clerk false true true, ben desk false true true"
	if strings.Join(got, ", ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, ", "), want)
	}
	view := result.Expected.View()
	for _, holdings := range []iter.Seq[access.Holding]{
		view.Holdings(), view.Of(id(access.User, "ben")), view.Who(id(access.Role, "clerk")),
	} {
		for h := range holdings {
			if h.Grant.Presence == access.Absent {
				t.Errorf("a deleted grant gives %v", h.What())
			}
		}
	}
}

// The service refuses a create with the ID of an existing enterprise role, and the new member
// reaches the holders of the existing one.
func TestApply_taken(t *testing.T) {
	before := tenant(small())
	result := access.Apply(before, []access.Change{
		{Action: access.Create, Object: object(access.EnterpriseRole, "desk", "", "")},
		{Action: access.Create, Object: member("desk", "approver")},
	})
	if len(result.Findings) != 1 || result.Findings[0].Problem != access.AlreadyExists || !result.Findings[0].Certain {
		t.Errorf("findings: %+v", result.Findings)
	}
	differences := access.Compare(before, result.Partial, now)
	if len(differences) != 1 || differences[0].User.ExtID != "ben" || !differences[0].Gain() || differences[0].What.ExtID != "approver" {
		t.Errorf("differences: %+v", differences)
	}
}

// With unread grants, any user may gain.
func TestApply_unread(t *testing.T) {
	before := tenant(small())
	before.NotRead(access.Gap{ID: id(access.EnterpriseGrant, "")})
	result := access.Apply(before, []access.Change{{Action: access.Create, Object: member("desk", "approver")}})
	var got []string
	for _, d := range access.Compare(before, result.Partial, now) {
		if d.Gain() {
			got = append(got, d.User.ExtID+" "+d.What.ExtID)
		}
	}
	if strings.Join(got, ", ") != " approver, ben approver" {
		t.Errorf("gains: %q", got)
	}
}

// held returns the current access, with a question mark if it is not certain.
func held(t *access.Tenant) []string {
	certain := map[string]bool{}
	for h := range t.View().Holdings() {
		if name := h.User.ExtID + " " + h.What().ExtID; h.May().At(now) {
			certain[name] = certain[name] || h.Must().At(now)
		}
	}
	var all []string
	for name, must := range certain {
		if !must {
			name += "?"
		}
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

// An unknown unit allows access, and guarantees none.
func TestHoldings_unknownUnit(t *testing.T) {
	unknown := with(access.Profile, "p-ben", func(o *access.Object) { o.Target = access.Any[string]() })
	if got := strings.Join(held(unknown), ", "); got != "anna clerk, ben clerk?, ben desk?" {
		t.Errorf("held: %s", got)
	}
	if got := losses(unknown, disableTop); got != "ben clerk, ben desk" {
		t.Errorf("lost: %s", got)
	}
}

var disableTop = access.Change{
	Action: access.Update, Object: access.Object{ID: id(access.Unit, "hq"), State: access.Exactly(access.Disabled)}, Sets: access.StateFact,
}

// losses returns what users may lose while a change is applied.
func losses(before *access.Tenant, change access.Change) string {
	var lost []string
	for _, d := range access.Compare(before, access.Apply(before, []access.Change{change}).Partial, now) {
		if d.Loss() {
			lost = append(lost, d.User.ExtID+" "+d.What.ExtID)
		}
	}
	return strings.Join(lost, ", ")
}

// Losses are net over all paths: anna keeps the role through a profile without a unit.
func TestCompare_unitAbove(t *testing.T) {
	if got := losses(tenant(small()), disableTop); got != "ben clerk, ben desk" {
		t.Errorf("lost: %s", got)
	}
}

// A grant in an unread list may belong to any user.
func TestCompare_unreadGrant(t *testing.T) {
	before := tenant(small())
	before.NotRead(access.Gap{ID: id(access.EnterpriseGrant, "")})
	got := losses(before, access.Change{Action: access.Delete, Object: access.Object{ID: id(access.EnterpriseGrant, "e9")}})
	if got != " ,  " {
		t.Errorf("lost: %q", got)
	}
}

// Archiving a user archives the profiles, and deletes the credentials.
func TestApply_archive(t *testing.T) {
	before := tenant(append(small(), object(access.Credential, "c", "ben", "")))
	archive := access.Object{ID: id(access.User, "ben"), State: access.Exactly(access.Archived)}
	result := access.Apply(before, []access.Change{{Action: access.Update, Object: archive, Sets: access.StateFact}})
	profile, credential := id(access.Profile, "p-ben"), id(access.Credential, "c")
	if !result.Expected.Get(profile).State.Must(access.Archived) || result.Expected.Get(credential).Presence != access.Absent {
		t.Errorf("expected %+v, %+v", result.Expected.Get(profile), result.Expected.Get(credential))
	}
	state := result.Partial.Get(profile).State
	if !state.May(access.Archived) || !state.May(access.Active) || result.Partial.Get(credential).Presence != access.Unsure {
		t.Errorf("partial %+v, %+v", result.Partial.Get(profile), result.Partial.Get(credential))
	}
}

// A delete certainly cascades only to objects that certainly refer to the deleted one.
func TestApply_uncertainCascade(t *testing.T) {
	before := with(access.EnterpriseGrant, "e1", func(o *access.Object) { o.Owner = access.OneOf("p-ben", "p-anna") })
	result := access.Apply(before, []access.Change{{Action: access.Delete, Object: object(access.Profile, "p-anna", "", "")}})
	if got := strings.Join(held(result.Expected), ", "); got != "anna clerk, ben clerk?, ben desk?" {
		t.Errorf("held: %s", got)
	}
}

// An unknown fact that no change affects causes no difference.
func TestCompare_sameUnknown(t *testing.T) {
	unknown := with(access.User, "ben", func(o *access.Object) { o.State = access.Any[access.State]() })
	if found := access.Compare(unknown, unknown, now); len(found) > 0 {
		t.Errorf("differences: %+v", found)
	}
}

// A grant of an unread profile may belong to any user.
func TestOf_unreadProfile(t *testing.T) {
	partial := tenant(append(small(), object(access.Grant, "a9", "p-none", "approver")))
	partial.NotRead(access.Gap{ID: id(access.Profile, "p-none")})
	for h := range partial.View().Of(id(access.User, "ben")) {
		if h.Grant.ExtID == "a9" && h.May().At(now) && !h.Must().At(now) {
			return
		}
	}
	t.Error("the grant of the profile is not among the holdings of ben")
}

// A changed end of a grant is neither a gain nor a loss, but longer or shorter access.
func TestDifference(t *testing.T) {
	granted := func(end int, rooms ...access.Room) *access.Tenant {
		return with(access.Grant, "a1", func(o *access.Object) {
			o.Owner, o.Target = access.Exactly("p-ben"), access.Exactly("approver")
			o.To = access.Exactly(access.At(now.Add(time.Duration(end) * time.Hour)))
			for _, room := range rooms {
				o.Rooms = o.Rooms.Open(room, access.Exactly(true))
			}
		})
	}
	without := with(access.Grant, "a1", func(o *access.Object) { o.Presence = access.Absent })
	for name, c := range map[string]struct {
		before, after *access.Tenant
		want          string
	}{
		"gained":                 {without, granted(2), "gain gives"},
		"lost":                   {granted(2), without, "loss"},
		"longer":                 {granted(1), granted(2), "longer gives"},
		"shorter":                {granted(2), granted(1), "shorter"},
		"data room":              {granted(2), granted(2, access.UnitRoom), "gives"},
		"no data room":           {granted(2, access.UnitRoom), granted(2), ""},
		"longer, no data room":   {granted(1, access.UnitRoom), granted(2), "longer gives"},
		"shorter, one data room": {granted(2), granted(1, access.UnitRoom), "shorter gives"},
	} {
		t.Run(name, func(t *testing.T) {
			found := access.Compare(c.before, c.after, now)
			if len(found) != 1 {
				t.Fatalf("%d differences", len(found))
			}
			d, got := found[0], []string{}
			for _, is := range []struct {
				word string
				true bool
			}{{"gain", d.Gain()}, {"loss", d.Loss()}, {"longer", d.Longer()}, {"shorter", d.Shorter()}, {"gives", d.Gives()}} {
				if is.true {
					got = append(got, is.word)
				}
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
	longer, room := access.Compare(granted(1), granted(2), now)[0], access.Compare(granted(2), granted(2, access.UnitRoom), now)[0]
	gained := access.Compare(without, granted(2), now)[0]
	if !longer.Within(longer) || !longer.Within(gained) || gained.Within(longer) || room.Within(gained) || !room.Within(room) {
		t.Error("a difference is within one that gives no less, and in no other")
	}
}

// A global object has no client, even in an unread list.
func TestTenant_NotRead(t *testing.T) {
	partial := tenant(small())
	partial.NotRead(access.Gap{ID: access.ID{Service: "s", Client: "acme", Kind: access.Role}})
	if got := partial.Get(id(access.Role, "auditor")).Presence; got != access.Unsure {
		t.Errorf("presence %d", got)
	}
	one := id(access.Grant, "e9").Within("p-ben")
	partial.NotRead(access.Gap{ID: one})
	if !slices.ContainsFunc(slices.Collect(partial.View().Holdings()), func(h access.Holding) bool { return h.Grant.ID == one }) {
		t.Error("the grant that was not read may give nothing")
	}
	if id(access.Role, "auditor").Any() || !id(access.Role, "").Any() {
		t.Error("only an ID without an ExtID is any")
	}
}

func TestMoment(t *testing.T) {
	for _, want := range []time.Time{now, now.Add(time.Microsecond), time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC)} {
		if got, limited := access.At(want).Time(); !got.Equal(want) || !limited {
			t.Errorf("%s: %s, %t", want, got, limited)
		}
	}
	if _, limited := access.Forever.Time(); limited {
		t.Error("forever is limited")
	}
	if access.Between(access.At(now), access.At(now)).At(now) || !access.Between(access.At(now), 0).At(now) {
		t.Error("a period includes its begin, and excludes its end")
	}
}
