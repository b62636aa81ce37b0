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
