package access_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/identity-iac/terraform-provider-idm/internal/access"
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

// small is a tenant in which anna has the role clerk twice, and ben through an enterprise role.
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

// with is the small tenant with another state of one object.
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
		"state not known": {
			with(access.User, "ben", func(o *access.Object) { o.State = access.OneOf(access.Active, access.Disabled) }),
			"the user ben is not known for certain",
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
		users = append(users, fmt.Sprint(h.User.ExtID, " ", h.Grant.ExtID, " ", h.Must().At(now)))
	}
	slices.Sort(users)
	if got := strings.Join(users, ", "); got != "anna a1 true, anna a2 true, ben e1 true" {
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
}

// A create with the id of an existing enterprise role is refused, and its new role reaches those who
// hold the existing one.
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

// Grants that were not read leave open who gains.
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

// held is who has what now, with a question mark where that is not certain.
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

// A unit that is not known allows access, and guarantees none.
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

// losses are what users may lose while a change is applied.
func losses(before *access.Tenant, change access.Change) string {
	var lost []string
	for _, d := range access.Compare(before, access.Apply(before, []access.Change{change}).Partial, now) {
		if d.Loss() {
			lost = append(lost, d.User.ExtID+" "+d.What.ExtID)
		}
	}
	return strings.Join(lost, ", ")
}

// What is lost is net over all paths: anna keeps the role through a profile in no unit.
func TestCompare_unitAbove(t *testing.T) {
	if got := losses(tenant(small()), disableTop); got != "ben clerk, ben desk" {
		t.Errorf("lost: %s", got)
	}
}

// A grant in a list that was not read is one of any user.
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

// A delete cascades for certain only to what refers to the object for certain.
func TestApply_uncertainCascade(t *testing.T) {
	before := with(access.EnterpriseGrant, "e1", func(o *access.Object) { o.Owner = access.OneOf("p-ben", "p-anna") })
	result := access.Apply(before, []access.Change{{Action: access.Delete, Object: object(access.Profile, "p-anna", "", "")}})
	if got := strings.Join(held(result.Expected), ", "); got != "anna clerk, ben clerk?, ben desk?" {
		t.Errorf("held: %s", got)
	}
}
