package access_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/access"
)

// people returns a tenant with two profiles, four grants and an enterprise role for each person.
func people(n int) *access.Tenant {
	t := access.NewTenant()
	t.Add(object(access.Application, "app", "", ""))
	t.Add(object(access.Assignment, "app", "", "app"))
	for i := range 200 {
		t.Add(object(access.Role, fmt.Sprint("r", i), "app", ""))
		t.Add(object(access.EnterpriseRole, fmt.Sprint("e", i), "", ""))
		t.Add(member(fmt.Sprint("e", i), fmt.Sprint("r", (i+1)%200)))
	}
	for i := range n {
		if i%20 == 0 {
			t.Add(object(access.Unit, fmt.Sprint("n", i/20), map[bool]string{true: fmt.Sprint("n", i/200)}[i > 0], ""))
		}
		user := fmt.Sprint("u", i)
		t.Add(object(access.User, user, "", ""))
		for j := range 2 {
			profile := fmt.Sprint("p", i, "-", j)
			t.Add(object(access.Profile, profile, user, fmt.Sprint("n", i/20)))
			t.Add(object(access.Grant, profile+"a", profile, fmt.Sprint("r", i%200)))
			t.Add(object(access.Grant, profile+"b", profile, fmt.Sprint("r", (i+7)%200)))
			t.Add(object(access.EnterpriseGrant, profile+"e", profile, fmt.Sprint("e", (i+j)%200)))
		}
	}
	return t
}

// BenchmarkPeople measures how time and memory grow with the number of people: for filling a
// tenant, all holdings, one question, and a plan with its comparison.
func BenchmarkPeople(b *testing.B) {
	plan := []access.Change{
		{Action: access.Create, Object: member("e1", "r77")},
		{Action: access.Delete, Object: object(access.Profile, "p1-0", "", "")},
		{Action: access.Create, Object: object(access.Grant, "new", "p2-0", "r100")},
	}
	for _, n := range []int{1000, 10000, 100000} {
		tenant := people(n)
		for _, c := range []struct {
			name string
			run  func() int
		}{
			{"fill", func() int { tenant = people(n); return n }},
			{"holdings", func() int { return count(tenant.View().Holdings()) }},
			{"who", func() int { return count(tenant.View().Who(id(access.Role, "r7"))) }},
			{"of", func() int { return count(tenant.View().Of(id(access.User, "u7"))) }},
			{"plan", func() int { return len(access.Compare(tenant, access.Apply(tenant, plan).Partial, now)) }},
		} {
			b.Run(fmt.Sprint(c.name, "/", n), func(b *testing.B) {
				found := 0
				for b.Loop() {
					found = c.run()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/person")
				b.ReportMetric(float64(found), "found")
				b.ReportMetric(float64(heap())/float64(1<<20), "MB")
			})
		}
		runtime.KeepAlive(tenant)
	}
}

func count(holdings func(func(access.Holding) bool)) int {
	n := 0
	for range holdings {
		n++
	}
	return n
}

// heap returns the memory in use.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
