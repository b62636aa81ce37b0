package acctest

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

// Resource describes a resource for Lifecycle: configurations and their requests. The requests have
// the form of Service.Sent, so that a test shows what is sent.
type Resource struct {
	// Type is the type of the resource, and ID the import ID.
	Type, ID string
	// Identity is the published identity, which can also import the resource.
	Identity Values
	// First is another object of a type whose minimal object only its external ID identifies: its
	// create shows that the service keeps these IDs, so that a lost create can be sent again.
	First Values
	// Minimal is the smallest configuration. It sets the external IDs, so that requests can be
	// compared.
	Minimal Values
	// Create is the request that creates Minimal.
	Create string
	// Path is the path of the object for GET, PATCH and DELETE.
	Path string
	// Attributes lists the attributes that an update changes in place.
	Attributes []Attribute
	// Unversioned reports that a PATCH has no version, so that an update first reads and compares
	// the object.
	Unversioned bool
	// Imported contains the values of an import that differ from the configuration, because the
	// service does not return the configured ones.
	Imported Values
	// Theirs is the body of another writer's PATCH, which changes the first attribute to a third
	// value.
	Theirs string
}

// Attribute is an attribute that can be changed in place. A body is the body of a PATCH without its
// braces and its version.
type Attribute struct {
	Name string
	// From is the value in the full configuration, and To a different one.
	From, To any
	// Sent is the body of an update from From to To.
	Sent string
	// Filled is the body of an update from no value to From; without it the minimal configuration
	// also contains the attribute.
	Filled string
	// Cleared is the body of an update from From to no value; without it the attribute keeps its
	// value when it is omitted.
	Cleared string
	// Fixed marks a value that the service cannot clear, so it must stay in the configuration.
	Fixed bool
	// Needs lists the requirements of a change of this attribute.
	Needs []Need
}

// throughCLI lists the types whose basic test always runs through a CLI: an object with children, one
// with references, a plain one and a credential. A set of grants has its own test.
var throughCLI = []string{"idm_unit", "idm_profile", "idm_role", "idm_password"}

// Lifecycle runs the tests that every resource must pass, each with its own service. The basic test
// creates, fills, imports by ID and identity, empties and destroys a resource, like Service.Test and
// for some types through a CLI. All other tests call the provider: updates and clearing of each
// attribute, a deleted object, a newer version, changes of another writer, and lost responses.
func Lifecycle(t *testing.T, describe func(*testing.T, *Service) Resource, needs ...Need) {
	t.Helper()
	require(t, needs)
	cases := []struct {
		name string
		run  func(*lifecycle)
	}{
		{"basic", (*lifecycle).basic},
		{"update", (*lifecycle).update},
		{"clear", (*lifecycle).clear},
		{"import", (*lifecycle).importIdentity},
		{"disappears", (*lifecycle).disappears},
		{"drift", (*lifecycle).drift},
		{"versionMoved", (*lifecycle).versionMoved},
		{"sameChange", (*lifecycle).sameChange},
		{"conflict", (*lifecycle).conflict},
		{"changedConcurrently", (*lifecycle).changedConcurrently},
		{"lostResponses", (*lifecycle).lostResponses},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.run(&lifecycle{T: t, describe: describe, needs: needs})
		})
	}
}

// lifecycle is one case of Lifecycle, or a subtest of it.
type lifecycle struct {
	*testing.T
	describe func(*testing.T, *Service) Resource
	needs    []Need
	s        *Service
	r        Resource
	p        *Protocol
	i        Instance
}

// start starts a separate service for a test.
func (l *lifecycle) start(t *testing.T, more ...Need) *lifecycle {
	t.Helper()
	s := Start(t, append(slices.Clone(l.needs), more...)...)
	r := l.describe(t, s)
	return &lifecycle{t, l.describe, l.needs, s, r, s.Protocol(t), Instance{Type: r.Type}}
}

// each runs a subtest for each suitable attribute.
func (l *lifecycle) each(fit func(Attribute) bool, run func(*lifecycle, Attribute), more ...Need) {
	for n, a := range l.start(l.T, more...).r.Attributes {
		if fit(a) {
			l.Run(a.Name, func(t *testing.T) {
				c := l.start(t, append(slices.Clone(more), a.Needs...)...)
				run(c, c.r.Attributes[n])
			})
		}
	}
}

// full returns the configuration with all attributes.
func (r Resource) full() Values {
	config := maps.Clone(r.Minimal)
	for _, a := range r.Attributes {
		config[a.Name] = a.From
	}
	return config
}

// emptied returns the full configuration without the attributes that can be cleared.
func (r Resource) emptied() Values {
	config := maps.Clone(r.Minimal)
	for _, a := range r.Attributes {
		if a.Fixed {
			config[a.Name] = a.From
		}
	}
	return config
}

func with(config Values, name string, value any) Values {
	config = maps.Clone(config)
	if config[name] = value; value == nil {
		delete(config, name)
	}
	return config
}

// patch returns the PATCH with some parts of a body.
func (r Resource) patch(version int, parts ...string) string {
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	if !r.Unversioned {
		parts = append(parts, fmt.Sprintf(`"version":%d`, version))
	}
	return line(http.MethodPatch, r.Path, fmt.Appendf(nil, "{%s}", strings.Join(parts, ",")))
}

// overtaken returns the PATCH requests of an update when another writer changed the object to
// version 2 after the plan. A fresh object that could be another one is read first.
func (r Resource) overtaken(body string) []string {
	if r.Unversioned || objecttype.ByTypeName(r.Type).Bound() {
		return []string{r.patch(2, body)}
	}
	return []string{r.patch(1, body), r.patch(2, body)}
}

// refused returns the PATCH requests of an update with a conflict.
func (r Resource) refused(body string) []string {
	return r.overtaken(body)[:len(r.overtaken(body))-1]
}

func (r Resource) bodies(of func(Attribute) string) []string {
	var parts []string
	for _, a := range r.Attributes {
		parts = append(parts, of(a))
	}
	return parts
}

func (l *lifecycle) basic() {
	c := l.start(l.T, Clearing)
	r := c.r
	config := func(values Values) string { return HCL(r.Type, "test", values) }
	address := r.Type + ".test"
	steps := []resource.TestStep{
		c.s.Apply(config(r.Minimal), resource.TestCheckResourceAttr(address, "id", r.ID), c.s.Sent(r.Create)),
	}
	if filled := r.bodies(func(a Attribute) string { return a.Filled }); strings.Join(filled, "") != "" {
		steps = append(steps, c.s.Apply(config(r.full()), c.s.Sent(r.patch(1, filled...))))
	}
	steps = append(steps, Import(address, slices.Collect(maps.Keys(r.Imported))...)...)
	if cleared := r.bodies(func(a Attribute) string { return a.Cleared }); strings.Join(cleared, "") != "" {
		steps = append(steps, c.s.Apply(config(r.emptied()), c.s.Sent(r.patch(2, cleared...))))
	}
	gone := func(*terraform.State) error {
		if status, _ := c.s.Send(l.T, http.MethodGet, r.Path, ""); status != http.StatusNotFound {
			return fmt.Errorf("after the destroy: %d", status)
		}
		return nil
	}
	run := c.s.Test
	if slices.Contains(throughCLI, r.Type) {
		run = c.s.TestCLI
	}
	run(l.T, append(steps, c.s.Apply("", c.s.Sent("DELETE "+r.Path), gone))...)
}

func (l *lifecycle) update() {
	l.each(func(a Attribute) bool { return a.To != nil }, func(c *lifecycle, a Attribute) {
		c.apply(c.r.full())
		c.apply(with(c.r.full(), a.Name, a.To))
		c.sent(c.r.patch(1, a.Sent))
	})
}

func (l *lifecycle) clear() {
	l.each(func(a Attribute) bool { return a.Cleared != "" }, func(c *lifecycle, a Attribute) {
		c.apply(c.r.full())
		c.apply(with(c.r.full(), a.Name, nil))
		c.sent(c.r.patch(1, a.Cleared))
		if Equal(a.From, c.i.Values[a.Name]) == nil {
			c.Errorf("the state keeps %s = %v", a.Name, a.From)
		}
	}, Clearing)
}

func (l *lifecycle) importIdentity() {
	c := l.start(l.T)
	c.apply(c.r.full())
	object, identity, diags := c.p.Import(l.T, c.r.Type, c.r.Identity)
	want := maps.Clone(c.i.Values)
	maps.Copy(want, c.r.Imported)
	if err := Equal(want, object); err != nil || len(diags) > 0 {
		l.Error(err, diags)
	}
	if err := Equal(c.r.Identity, identity); err != nil {
		l.Error(err)
	}
}

func (l *lifecycle) disappears() {
	c := l.start(l.T)
	c.apply(c.r.full())
	c.other(http.MethodDelete, "")
	if diags := c.i.Refresh(l.T, c.s.Protocol(l.T)); diags.HasError() || c.i.Values != nil {
		l.Fatalf("not gone, but %v: %s", c.i.Values, diags)
	}
	c.apply(c.r.full())
	if status, _ := c.s.Send(l.T, http.MethodGet, c.r.Path, ""); status != http.StatusOK {
		l.Errorf("not created again: %d", status)
	}
}

// A change between two runs appears in the plan, and the apply reverts it.
func (l *lifecycle) drift() {
	c := l.start(l.T)
	if len(c.r.Attributes) == 0 {
		return
	}
	c.apply(c.r.full())
	before := c.remote()
	c.other(http.MethodPatch, c.r.Theirs)
	planned := c.plan(c.r.full())
	if planned.Empty {
		l.Fatal("the plan does not show the change")
	}
	c.must(planned)
	after := c.remote()
	delete(before, "version")
	for name, value := range before {
		if string(after[name]) != string(value) && !bookkeeping[name] {
			l.Errorf("%s was %s, and is %s", name, value, after[name])
		}
	}
}

// bookkeeping contains the fields that every write changes.
var bookkeeping = map[string]bool{
	"lastModified": true, "modifiedBy": true, "lastChangeDate": true, "stateChangeReason": true,
}

// The same change by another writer is not a conflict.
func (l *lifecycle) sameChange() {
	l.each(changeable, func(c *lifecycle, a Attribute) {
		c.apply(c.r.full())
		config := with(c.r.full(), a.Name, a.To)
		planned := c.plan(config)
		c.other(http.MethodPatch, "{"+a.Sent+"}")
		c.must(planned)
		c.converged(config)
	})
}

// An update continues if only the version changed.
func (l *lifecycle) versionMoved() {
	l.each(changeable, func(c *lifecycle, a Attribute) {
		c.apply(c.r.full())
		planned := c.plan(with(c.r.full(), a.Name, a.To))
		c.touch()
		c.must(planned)
		c.sent(c.r.overtaken(a.Sent)...)
		c.converged(with(c.r.full(), a.Name, a.To))
	})
}

func changeable(a Attribute) bool { return a.To != nil }

// A concurrent change of the same attribute is a conflict. The error names the attribute, and the
// change is not overwritten.
func (l *lifecycle) conflict() {
	c := l.start(l.T)
	if len(c.r.Attributes) == 0 {
		return
	}
	a := c.r.Attributes[0]
	c.apply(c.r.full())
	planned := c.plan(with(c.r.full(), a.Name, a.To))
	c.other(http.MethodPatch, c.r.Theirs)
	diags := c.i.Apply(l.T, c.p, planned)
	if text := diags.String(); !diags.HasError() || !strings.Contains(text, "Another writer changed") || !strings.Contains(text, a.Name) {
		l.Errorf("not a conflict over %s: %s", a.Name, text)
	}
	c.sent(c.r.refused(a.Sent)...)
	c.holds(c.r.Theirs)
}

// A concurrent change of another attribute is kept; the next plan shows it.
func (l *lifecycle) changedConcurrently() {
	first := ""
	l.each(func(a Attribute) bool {
		if first == "" {
			first = a.Name
		}
		return a.To != nil && a.Name != first
	}, func(c *lifecycle, a Attribute) {
		c.apply(c.r.full())
		config := with(c.r.full(), a.Name, a.To)
		planned := c.plan(config)
		c.other(http.MethodPatch, c.r.Theirs)
		c.must(planned)
		c.sent(c.r.overtaken(a.Sent)...)
		c.holds(c.r.Theirs)
		if next := c.plan(config); next.Empty {
			c.Error("the next plan does not show the change of the other writer")
		}
	})
}

// A write with a lost response is retried only if the service did not carry it out.
func (l *lifecycle) lostResponses() {
	for _, way := range Lost {
		l.Run(fmt.Sprint(way.Kind, way.Status), func(t *testing.T) {
			t.Parallel()
			c := l.start(t, Simulator)
			post, _, _ := strings.Cut(c.r.Create, " {")
			created := c.plan(c.r.Minimal)
			if c.r.First != nil {
				(&Instance{Type: c.r.Type}).Create(t, c.p, c.r.First)
				c.s.ClearRequests()
			}
			c.lose(way.Fault, post)
			c.must(created)
			c.lost()
			c.sent(slices.Repeat([]string{c.r.Create}, way.Sends())...)
			c.converged(c.r.Minimal)
			changed := slices.IndexFunc(c.r.Attributes, changeable)
			if changed < 0 {
				return
			}
			a := c.r.Attributes[changed]
			c.apply(with(c.r.Minimal, a.Name, a.From))
			planned := c.plan(with(c.r.Minimal, a.Name, a.To))
			version := 2
			if a.Filled == "" {
				version = 1
			}
			c.lose(way.Fault, http.MethodPatch+" "+c.r.Path)
			c.must(planned)
			c.lost()
			c.sent(slices.Repeat([]string{c.r.patch(version, a.Sent)}, way.Sends())...)
			c.converged(with(c.r.Minimal, a.Name, a.To))
		})
	}
}
