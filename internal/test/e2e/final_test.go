package e2e

import (
	"slices"
	"strings"
	"testing"
	"time"

	model "github.com/identity-iac/terraform-provider-idm/internal/identity/access"
	facts "github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// planFiles lists the files that saved writes.
var planFiles = []string{"reviewed.tfplan", "reviewed.json"}

// saved plans the configuration, and writes the plan and its JSON.
func (r *reviewing) saved(arguments ...string) {
	r.t.Helper()
	r.must(0, append([]string{"plan", "-no-color", "-out=reviewed.tfplan"}, arguments...)...)
	r.write("reviewed.json", r.must(0, "show", "-json", "reviewed.tfplan"))
}

// final is the content of a service before and after an apply.
type final struct{ before, after *model.Tenant }

// factsOf returns the facts of a snapshot, or of the state of a simulator.
func factsOf(t *testing.T, content []byte) *model.Tenant {
	t.Helper()
	held, err := facts.Decode(content, "")
	if err != nil {
		t.Fatal(err)
	}
	return held.Tenant
}

// held returns the effective roles of users in a tenant.
func held(tenant *model.Tenant) []string {
	gained, _ := final{model.NewTenant(), tenant}.difference()
	return gained
}

// difference returns the effective gains and losses of users, each as a user and a role.
func (f final) difference() (gained, lost []string) {
	for _, d := range model.Compare(f.before, f.after, time.Now()) {
		what := d.User.ExtID + " " + d.What.ExtID
		if d.Gain() {
			gained = append(gained, what)
		}
		if d.Loss() {
			lost = append(lost, what)
		}
	}
	slices.Sort(gained)
	slices.Sort(lost)
	return gained, lost
}

// bounds contains the gains and losses in a review, and the losses of an interrupted apply.
type bounds struct{ gains, losses, halfway []effect }

// effect is a gain or a loss of a user. An unknown user or role in the review matches any.
type effect struct {
	user, role string
	// service is the address of the service, and certain reports whether the review presents the
	// effect as certain.
	service string
	certain bool
}

// newEffect returns an effect on a person in a review; the user is nil if it is unknown.
func newEffect(user *named, role named, service string, certain bool) effect {
	e := effect{role: role.ExtID, service: service}
	if user != nil {
		e.user = user.ExtID
	}
	e.certain = certain && e.user != "" && e.role != "" && !strings.HasPrefix(service, "unknown: ")
	return e
}

func (e effect) covers(what string) bool {
	user, role, _ := strings.Cut(what, " ")
	return (e.user == "" || e.user == user) && (e.role == "" || e.role == role)
}

func covers(effects []effect, what string) bool {
	return slices.ContainsFunc(effects, func(e effect) bool { return e.covers(what) })
}

func (r reviewed) bounds() bounds {
	var b bounds
	for _, f := range r.Findings {
		change := f.Change
		if change == nil {
			continue
		}
		of, certain := change.After, !change.Uncertain && !slices.Contains(f.Rules, "gain.dormant")
		if of == nil {
			of = change.Before
		}
		add := func(list *[]effect, role named, certain bool) {
			*list = append(*list, newEffect(change.User, role, f.Service, certain))
		}
		if change.During && change.Effect == "lose" {
			add(&b.halfway, of.Role, false)
			continue
		}
		if change.Effect == "gain" || change.Effect == "change" && change.Uncertain {
			add(&b.gains, of.Role, certain)
		}
		if change.Effect == "lose" || change.Effect == "change" && change.Uncertain {
			add(&b.losses, of.Role, certain)
		}
		for _, member := range of.Members {
			switch change.Effect {
			case "gain":
				add(&b.gains, member.Role, certain)
			case "lose":
				// A person may keep the role through another path.
				add(&b.losses, member.Role, false)
			}
		}
	}
	for _, f := range r.Findings {
		// The review claims nothing about what was not read.
		if strings.Contains(f.Text, "and may give") || strings.Contains(f.Text, "and may take") {
			b.gains, b.losses = append(b.gains, effect{service: f.Service}), append(b.losses, effect{service: f.Service})
		}
	}
	return b
}

// at returns the bounds of the service at an address. Effects on an unknown service are in the
// bounds of every service.
func (b bounds) at(address string) bounds {
	return b.of(func(service string) bool { return service == address })
}

func (b bounds) except(address string) bounds {
	return b.of(func(service string) bool { return service != address })
}

func (b bounds) of(service func(string) bool) bounds {
	elsewhere := func(e effect) bool { return !service(e.service) && !strings.HasPrefix(e.service, "unknown: ") }
	return bounds{
		slices.DeleteFunc(slices.Clone(b.gains), elsewhere), slices.DeleteFunc(slices.Clone(b.losses), elsewhere),
		slices.DeleteFunc(slices.Clone(b.halfway), elsewhere),
	}
}

// contain checks that the final state of a service is within the bounds: it contains everything in
// *least* and nothing beyond *most*, and after a complete apply all certain effects in *expected*.
func (b bounds) contain(t *testing.T, name string, f final, whole bool) {
	t.Helper()
	before, after := held(f.before), held(f.after)
	gained, lost := without(after, before), without(before, after)
	if len(before) == 0 || len(lost) == len(before) {
		t.Errorf("%s: least holds nothing, so that nothing is proven", name)
	}
	for _, what := range gained {
		if !covers(b.gains, what) {
			t.Errorf("%s: %s is beyond most: %+v", name, what, b)
		}
	}
	for _, what := range lost {
		if !covers(b.losses, what) && (whole || !covers(b.halfway, what)) {
			t.Errorf("%s: the service lacks %s of least: %+v", name, what, b)
		}
	}
	if !whole {
		return
	}
	for _, e := range b.gains {
		if what := e.user + " " + e.role; e.certain && !slices.Contains(after, what) {
			t.Errorf("%s: %s is expected, and the service has %q", name, what, after)
		}
	}
	for _, e := range b.losses {
		if what := e.user + " " + e.role; e.certain && slices.Contains(after, what) {
			t.Errorf("%s: %s is not expected, and the service has %q", name, what, after)
		}
	}
}

func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(each string) bool { return slices.Contains(other, each) })
}
