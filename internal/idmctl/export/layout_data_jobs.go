package export

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/datafiles"
)

// manyForAJob is the number of people with equal grants that make a job.
const manyForAJob = 3

// job is an entry of jobs.yaml.
type job struct {
	name   string
	grants datafiles.Grants
	// people are those who have exactly the job, and units the numbers of its functions by unit.
	people map[string]bool
	units  map[string]int
	// fresh marks a job that the file does not have.
	fresh bool
}

// exception is an entry of exceptions.yaml: grants beyond the job, and roles of the job that a
// function does not have.
type exception struct {
	key     string
	job     string
	beyond  datafiles.Grants
	without []string
}

// compareRoles orders roles before enterprise roles, and each by their external ID.
func compareRoles(a, b datafiles.Role) int {
	if a.Enterprise != b.Enterprise {
		if a.Enterprise {
			return 1
		}
		return -1
	}
	return strings.Compare(a.ExtID, b.ExtID)
}

func sortedRoles(of datafiles.Grants) []datafiles.Role {
	return slices.SortedFunc(maps.Keys(of), compareRoles)
}

// identity is equal for equal sets of grants.
func identity(of datafiles.Grants) string {
	var b strings.Builder
	for _, role := range sortedRoles(of) {
		fmt.Fprintf(&b, "%v %q %v\n", role.Enterprise, role.ExtID, of[role])
	}
	return b.String()
}

// findJobs finds the sets of grants that several people have, and gives each function a job.
func (d *dataRoot) findJobs() {
	known := map[string]bool{}
	if d.given != nil {
		for _, name := range sortedKeys(d.given.Jobs) {
			d.jobs = append(d.jobs, &job{name: name, grants: d.given.Jobs[name]})
			known[identity(d.given.Jobs[name])] = true
		}
	}
	groups := map[string]*job{}
	for _, p := range d.people {
		for _, f := range p.functions {
			id := identity(f.grants)
			if groups[id] == nil {
				groups[id] = &job{grants: f.grants, people: map[string]bool{}, units: map[string]int{}, fresh: true}
			}
			groups[id].people[p.key] = true
			groups[id].units[f.unit]++
		}
	}
	var found []*job
	// The order, and so the numbers of equal names, does not depend on the number of people.
	for _, id := range sortedKeys(groups) {
		if !known[id] && len(groups[id].people) >= manyForAJob {
			found = append(found, groups[id])
		}
	}
	d.nameJobs(found)
	d.jobs = append(d.jobs, found...)
	for _, p := range d.people {
		for i, f := range p.functions {
			d.assign(f)
			p.cells[[]string{"job", "job_2"}[i]] = f.job
		}
	}
	slices.SortFunc(d.jobs, func(a, b *job) int { return strings.Compare(a.name, b.name) })
}

// unit returns the unit of most people of the job: one more person rarely changes it.
func (j *job) unit() string {
	all := 0
	for _, people := range j.units {
		all += people
	}
	for unit, people := range j.units {
		if 2*people > all {
			return unit
		}
	}
	return ""
}

// nameJobs names each job after what no other job has: an enterprise role, a role, or a unit.
func (d *dataRoot) nameJobs(found []*job) {
	holders, inUnit, taken := map[datafiles.Role]int{}, map[string]int{}, map[string]bool{}
	for _, j := range slices.Concat(d.jobs, found) {
		taken[j.name] = true
		for role := range j.grants {
			holders[role]++
		}
		inUnit[j.unit()]++
	}
	for _, j := range found {
		var own, enterprise []datafiles.Role
		for _, role := range sortedRoles(j.grants) {
			if role.Enterprise {
				enterprise = append(enterprise, role)
			}
			if holders[role] == 1 {
				own = append(own, role)
			}
		}
		unit := j.unit()
		switch {
		case len(j.grants) == 0:
			j.name = "none"
		case len(enterprise) == 1 && holders[enterprise[0]] == 1:
			j.name = d.roleName(enterprise[0])
		case len(own) > 0:
			j.name = d.roleName(own[0])
		case unit != "" && inUnit[unit] == 1:
			j.name = unit
		default:
			j.name = "job"
		}
		j.name = free(j.name, taken)
	}
}

// roleName returns the external ID of a role if it is readable, or else the name of the role.
func (d *dataRoot) roleName(of datafiles.Role) string {
	names, id := d.e.b.names[kindRole], objecttype.ImportID(of.ExtID)
	if of.Enterprise {
		names, id = d.e.b.names[kindEnterpriseRole], d.e.b.inClient(of.ExtID)
	}
	return keyOf(of.ExtID, cmp.Or(names[id], label(of.ExtID)), map[string]bool{})
}

// assign gives a function the job that needs the fewest exceptions.
func (d *dataRoot) assign(f *function) {
	best := exception{beyond: f.grants}
	for _, j := range d.jobs {
		e := difference(j, f.grants)
		if best.job == "" && e.size() >= best.size() && e.size() > 0 {
			continue
		}
		if best.job == "" || cmp.Or(cmp.Compare(e.size(), best.size()), cmp.Compare(len(e.without), len(best.without))) < 0 {
			best = e
		}
	}
	if best.job == "" {
		best.job = d.none()
	}
	f.job, best.key = best.job, f.key
	if best.size() > 0 {
		d.exceptions = append(d.exceptions, best)
	}
}

// none returns the name of the job without grants, and adds it if no job is empty.
func (d *dataRoot) none() string {
	taken := map[string]bool{}
	for _, j := range d.jobs {
		if len(j.grants) == 0 {
			return j.name
		}
		taken[j.name] = true
	}
	j := &job{name: free("none", taken), fresh: true}
	d.jobs = append(d.jobs, j)
	return j.name
}

func (e exception) size() int { return len(e.beyond) + len(e.without) }

// difference returns the exceptions with which a job gives a set of grants.
func difference(j *job, want datafiles.Grants) exception {
	e := exception{job: j.name, beyond: datafiles.Grants{}}
	for _, role := range sortedRoles(j.grants) {
		if _, has := want[role]; !has && !slices.Contains(e.without, role.ExtID) {
			e.without = append(e.without, role.ExtID)
		}
	}
	for role, grant := range want {
		if of, has := j.grants[role]; !has || of != grant || slices.Contains(e.without, role.ExtID) {
			e.beyond[role] = grant
		}
	}
	return e
}
