package acctest

import (
	"encoding/json"
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

// lifecycleOf is the description of a resource: configurations and their requests.
type lifecycleOf struct {
	Type, ID, Create, Path, Theirs string
	Identity, First, Minimal       Values
	Imported                       Values
	Attributes                     []attributeOf
	Unversioned                    bool
}

// attributeOf is an attribute that can be changed in place. A body is the body of a PATCH without its
// braces and its version.
type attributeOf struct {
	Name                  string
	From, To              any
	Sent, Filled, Cleared string
	Fixed                 bool
	Needs                 []Need
}

// lifeThroughCLI lists the types whose basic test always runs through a CLI: an object with children
// and a credential with a write-only argument. A set of grants has its own test, and e2e plans and
// applies all types through a CLI.
var lifeThroughCLI = []string{"idm_unit", "idm_password"}

// runLifecycle runs the tests that every resource must pass, each with its own service. The basic
// test creates, fills, imports by ID and identity, empties and destroys a resource, like
// Service.Test and for some types through a CLI. All other tests call the provider: updates and
// clearing of each attribute, a deleted object, a newer version, changes of another writer, and
// lost responses.
//
// The text has a block of the resource with the arguments
//
//	needs, quirks  of the service, and before, a list of requests
//	id, identity   the import ID, and the published identity, which can also import the resource
//	first          another object of a type whose minimal object only its external ID identifies: its
//	               create shows that the service keeps these IDs, so a lost create can be sent again
//	minimal        the smallest configuration, with the external IDs
//	post, create   the path and the body of the request that creates it
//	path           the path of the object for GET, PATCH and DELETE
//	unversioned    true if a PATCH has no version, so that an update first reads the object
//	imported       what an import has in place of the configured values
//	theirs         the body of another writer's PATCH, which gives the first attribute a third value
//
// and for each attribute that an update changes in place a block with its values "from", in the
// full configuration, and "to"; the bodies "sent" by the change, "filled" by one from no value
// (without it the minimal configuration has the attribute) and "cleared" by one to no value
// (without it an omitted attribute keeps its value); "fixed" if the service cannot clear it; and
// "needs".
func runLifecycle(t *testing.T, text string) {
	t.Helper()
	head := rowsOf(t, "lifecycle", text)[0]
	needs := append(needsOf(t, strings.Join(head.Texts("needs"), " ")), Quirks(head.Texts("quirks")...))
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
			c.run(&lifecycle{T: t, text: text, needs: needs})
		})
	}
}

// lifecycle is one case of a lifecycle, or a subtest of it.
type lifecycle struct {
	*testing.T
	text  string
	needs []Need
	s     *Service
	r     lifecycleOf
	p     *Protocol
	i     Instance
}

// start runs a test with a separate service.
func (l *lifecycle) start(t *testing.T, test func(*lifecycle), more ...Need) {
	t.Helper()
	quickly(t, func(t *testing.T, s *Service) { test(l.with(t, s)) }, append(slices.Clone(l.needs), more...)...)
}

func (l *lifecycle) with(t *testing.T, s *Service) *lifecycle {
	t.Helper()
	r := describe(t, s, l.text)
	return &lifecycle{t, l.text, l.needs, s, r, s.Protocol(t), Instance{Type: r.Type}}
}

// describe reads the text of a lifecycle for a service.
func describe(t *testing.T, s *Service, text string) lifecycleOf {
	t.Helper()
	rows := rowsOf(t, "lifecycle", s.fill(text, nil))
	row := rows[0]
	for _, request := range row.Texts("before") {
		method, path, body := cutTwice(request)
		s.Must(t, method, path, body)
	}
	return lifecycleOf{
		Attributes: attributesOf(t, rows),
		Type:       row.Type, ID: row.Text("id"), Identity: row.Config("identity"), First: row.Config("first"),
		Minimal: row.Config("minimal"), Path: row.Text("path"),
		Create: line(http.MethodPost, row.Text("post"), []byte("{"+row.body("create")+"}")),
		Theirs: "{" + row.body("theirs") + "}", Imported: row.Config("imported"), Unversioned: row.Arguments["unversioned"] != nil,
	}
}

func attributesOf(t testing.TB, rows []Row) (all []attributeOf) {
	t.Helper()
	for _, a := range rows[1:] {
		all = append(all, attributeOf{a.Type, a.Arguments["from"], a.Arguments["to"], a.body("sent"), a.body("filled"), a.body("cleared"),
			a.Arguments["fixed"] != nil, needsOf(t, strings.Join(a.Texts("needs"), " "))})
	}
	return all
}

// body returns an argument as the body of a request without its braces, "" if the row does not have
// it.
func (r Row) body(argument string) string {
	if r.Arguments[argument] == nil {
		return ""
	}
	text, _ := json.Marshal(r.Arguments[argument])
	return string(text[1 : len(text)-1])
}

// each runs a subtest for each suitable attribute.
func (l *lifecycle) each(fit func(attributeOf) bool, run func(*lifecycle, attributeOf), more ...Need) {
	for n, a := range attributesOf(l, rowsOf(l, "lifecycle", l.text)) {
		if fit(a) {
			l.Run(a.Name, func(t *testing.T) {
				l.start(t, func(c *lifecycle) { run(c, c.r.Attributes[n]) }, append(slices.Clone(more), a.Needs...)...)
			})
		}
	}
}

// full returns the configuration with all attributes.
func (r lifecycleOf) full() Values {
	config := maps.Clone(r.Minimal)
	for _, a := range r.Attributes {
		config[a.Name] = a.From
	}
	return config
}

// emptied returns the full configuration without the attributes that can be cleared.
func (r lifecycleOf) emptied() Values {
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
func (r lifecycleOf) patch(version int, parts ...string) string {
	parts = slices.DeleteFunc(parts, func(part string) bool { return part == "" })
	if !r.Unversioned {
		parts = append(parts, fmt.Sprintf(`"version":%d`, version))
	}
	return line(http.MethodPatch, r.Path, fmt.Appendf(nil, "{%s}", strings.Join(parts, ",")))
}

// overtaken returns the PATCH requests of an update when another writer changed the object to
// version 2 after the plan. A fresh object that could be another one is read first.
func (r lifecycleOf) overtaken(body string) []string {
	if r.Unversioned || objecttype.ByTypeName(r.Type).Bound() {
		return []string{r.patch(2, body)}
	}
	return []string{r.patch(1, body), r.patch(2, body)}
}

// refused returns the PATCH requests of an update with a conflict.
func (r lifecycleOf) refused(body string) []string {
	return r.overtaken(body)[:len(r.overtaken(body))-1]
}

func (r lifecycleOf) bodies(of func(attributeOf) string) []string {
	var parts []string
	for _, a := range r.Attributes {
		parts = append(parts, of(a))
	}
	return parts
}

func (l *lifecycle) basic() {
	if slices.Contains(lifeThroughCLI, rowsOf(l, "lifecycle", l.text)[0].Type) {
		c := l.with(l.T, Start(l, append(slices.Clone(l.needs), Clearing)...))
		c.life(c.s.TestCLI)
		return
	}
	l.start(l.T, func(c *lifecycle) { c.life(c.s.Test) }, Clearing)
}

// life is the basic test.
func (l *lifecycle) life(run func(*testing.T, ...resource.TestStep)) {
	r := l.r
	config := func(values Values) string { return HCL(r.Type, "test", values) }
	address := r.Type + ".test"
	steps := []resource.TestStep{
		l.s.Apply(config(r.Minimal), resource.TestCheckResourceAttr(address, "id", r.ID), l.s.Sent(r.Create)),
	}
	if filled := r.bodies(func(a attributeOf) string { return a.Filled }); strings.Join(filled, "") != "" {
		steps = append(steps, l.s.Apply(config(r.full()), l.s.Sent(r.patch(1, filled...))))
	}
	steps = append(steps, Import(address, slices.Collect(maps.Keys(r.Imported))...)...)
	if cleared := r.bodies(func(a attributeOf) string { return a.Cleared }); strings.Join(cleared, "") != "" {
		steps = append(steps, l.s.Apply(config(r.emptied()), l.s.Sent(r.patch(2, cleared...))))
	}
	gone := func(*terraform.State) error {
		if status, _ := l.s.Send(l, http.MethodGet, r.Path, ""); status != http.StatusNotFound {
			return fmt.Errorf("after the destroy: %d", status)
		}
		return nil
	}
	run(l.T, append(steps, l.s.Apply("", l.s.Sent("DELETE "+r.Path), gone))...)
}

func (l *lifecycle) update() {
	l.each(func(a attributeOf) bool { return a.To != nil }, func(c *lifecycle, a attributeOf) {
		c.apply(c.r.full())
		c.apply(with(c.r.full(), a.Name, a.To))
		c.sent(c.r.patch(1, a.Sent))
	})
}

func (l *lifecycle) clear() {
	l.each(func(a attributeOf) bool { return a.Cleared != "" }, func(c *lifecycle, a attributeOf) {
		c.apply(c.r.full())
		c.apply(with(c.r.full(), a.Name, nil))
		c.sent(c.r.patch(1, a.Cleared))
		if Equal(a.From, c.i.Values[a.Name]) == nil {
			c.Errorf("the state keeps %s = %v", a.Name, a.From)
		}
	}, Clearing)
}

func (l *lifecycle) importIdentity() {
	l.start(l.T, func(c *lifecycle) {
		c.apply(c.r.full())
		object, identity, diags := c.p.Import(c.T, c.r.Type, c.r.Identity)
		want := maps.Clone(c.i.Values)
		maps.Copy(want, c.r.Imported)
		if err := Equal(want, object); err != nil || len(diags) > 0 {
			c.Error(err, diags)
		}
		if err := Equal(c.r.Identity, identity); err != nil {
			c.Error(err)
		}
	})
}

func (l *lifecycle) disappears() {
	l.start(l.T, func(c *lifecycle) {
		c.apply(c.r.full())
		c.other(http.MethodDelete, "")
		if diags := c.i.Refresh(c.T, c.s.Protocol(c.T)); diags.HasError() || c.i.Values != nil {
			c.Fatalf("not gone, but %v: %s", c.i.Values, diags)
		}
		c.apply(c.r.full())
		if status, _ := c.s.Send(c.T, http.MethodGet, c.r.Path, ""); status != http.StatusOK {
			c.Errorf("not created again: %d", status)
		}
	})
}

// A change between two runs appears in the plan, and the apply reverts it.
func (l *lifecycle) drift() {
	l.start(l.T, func(c *lifecycle) {
		if len(c.r.Attributes) == 0 {
			return
		}
		c.apply(c.r.full())
		before := c.remote()
		c.other(http.MethodPatch, c.r.Theirs)
		planned := c.plan(c.r.full())
		if planned.Empty {
			c.Fatal("the plan does not show the change")
		}
		c.must(planned)
		after := c.remote()
		delete(before, "version")
		for name, value := range before {
			if string(after[name]) != string(value) && !bookkeeping[name] {
				c.Errorf("%s was %s, and is %s", name, value, after[name])
			}
		}
	})
}

// bookkeeping contains the fields that every write changes.
var bookkeeping = map[string]bool{
	"lastModified": true, "modifiedBy": true, "lastChangeDate": true, "stateChangeReason": true,
}

// The same change by another writer is not a conflict.
func (l *lifecycle) sameChange() {
	l.each(changeable, func(c *lifecycle, a attributeOf) {
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
	l.each(changeable, func(c *lifecycle, a attributeOf) {
		c.apply(c.r.full())
		planned := c.plan(with(c.r.full(), a.Name, a.To))
		c.touch()
		c.must(planned)
		c.sent(c.r.overtaken(a.Sent)...)
		c.converged(with(c.r.full(), a.Name, a.To))
	})
}

func changeable(a attributeOf) bool { return a.To != nil }

// A concurrent change of the same attribute is a conflict. The error names the attribute, and the
// change is not overwritten.
func (l *lifecycle) conflict() {
	l.start(l.T, func(c *lifecycle) {
		if len(c.r.Attributes) == 0 {
			return
		}
		a := c.r.Attributes[0]
		c.apply(c.r.full())
		planned := c.plan(with(c.r.full(), a.Name, a.To))
		c.other(http.MethodPatch, c.r.Theirs)
		diags := c.i.Apply(c.T, c.p, planned)
		if text := diags.String(); !diags.HasError() || !strings.Contains(text, "Another writer changed") ||
			!strings.Contains(text, a.Name) {
			c.Errorf("not a conflict over %s: %s", a.Name, text)
		}
		c.sent(c.r.refused(a.Sent)...)
		c.holds(c.r.Theirs)
	})
}

// A concurrent change of another attribute is kept; the next plan shows it.
func (l *lifecycle) changedConcurrently() {
	first := ""
	l.each(func(a attributeOf) bool {
		if first == "" {
			first = a.Name
		}
		return a.To != nil && a.Name != first
	}, func(c *lifecycle, a attributeOf) {
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
			l.start(t, func(c *lifecycle) { c.lostOnce(way) }, Simulator)
		})
	}
}

// lostOnce loses the response to a create and to an update.
func (l *lifecycle) lostOnce(way Loss) {
	post, _, _ := strings.Cut(l.r.Create, " {")
	created := l.plan(l.r.Minimal)
	if l.r.First != nil {
		(&Instance{Type: l.r.Type}).Create(l, l.p, l.r.First)
		l.s.ClearRequests()
	}
	l.lose(way.Fault, post)
	l.must(created)
	l.lost()
	l.sent(slices.Repeat([]string{l.r.Create}, way.Sends())...)
	l.converged(l.r.Minimal)
	changed := slices.IndexFunc(l.r.Attributes, changeable)
	if changed < 0 {
		return
	}
	a := l.r.Attributes[changed]
	l.apply(with(l.r.Minimal, a.Name, a.From))
	planned := l.plan(with(l.r.Minimal, a.Name, a.To))
	version := 2
	if a.Filled == "" {
		version = 1
	}
	l.lose(way.Fault, http.MethodPatch+" "+l.r.Path)
	l.must(planned)
	l.lost()
	l.sent(slices.Repeat([]string{l.r.patch(version, a.Sent)}, way.Sends())...)
	l.converged(with(l.r.Minimal, a.Name, a.To))
}
