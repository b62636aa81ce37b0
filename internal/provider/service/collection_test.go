package service_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

// form declares an object as a single resource or as an element of its collection.
type form struct {
	acctest.Instance
	kind      acctest.Row
	collected bool
	s         *acctest.Service
}

// formed is the external ID of the object, and the key of its element.
const formed = "formed"

// config returns the configuration of the resource with the object.
func (f *form) config(object acctest.Values) acctest.Values {
	switch {
	case !f.collected && object == nil:
		return nil
	case !f.collected:
		config := acctest.Values{"ext_id": formed}
		maps.Copy(config, object)
		return config
	case object == nil:
		return acctest.Values{f.kind.Text("map"): acctest.Values{}}
	}
	element, config := maps.Clone(object), acctest.Values{}
	if parent, ok := element["parent_unit_ext_id"]; ok {
		config["parent_unit_ext_id"] = parent
		delete(element, "parent_unit_ext_id")
	}
	config[f.kind.Text("map")] = acctest.Values{formed: element}
	return config
}

// held returns the recorded values of the given arguments.
func (f *form) held(object acctest.Values) acctest.Values {
	values := f.Values
	if f.collected {
		elements, _ := f.Values[f.kind.Text("map")].(acctest.Values)
		values, _ = elements[formed].(acctest.Values)
	}
	held := acctest.Values{}
	for name := range object {
		if name != "parent_unit_ext_id" { // A tree has it once.
			held[name] = values[name]
		}
	}
	return held
}

// remote returns the object in the service; nil if it does not exist.
func (f *form) remote(t *testing.T) (object acctest.Values) {
	t.Helper()
	status, body := f.s.Send(t, "GET", "/core/v1/acme/"+f.kind.Text("path")+"/"+formed, "")
	if err := json.Unmarshal([]byte(body), &object); status != 200 || err != nil {
		return nil
	}
	return object
}

// send sends a request of another writer.
func (f *form) send(t *testing.T, request any) {
	t.Helper()
	if text, ok := request.(string); ok {
		part := strings.SplitN(strings.ReplaceAll(text+" ", "{version}", fmt.Sprint(f.remote(t)["version"])), " ", 3)
		f.s.Must(t, part[0], "/core/v1/acme/"+part[1], part[2])
	}
}

// play runs the steps, and returns what another form has to do as well: the diagnostics, the
// writes, the state, the object in the service without what each change advances, and whether the
// next plan is empty.
func (f *form) play(t *testing.T, steps []any) (all []string) {
	t.Helper()
	say := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	for n, one := range steps {
		step := one.(acctest.Values)
		object, _ := step["object"].(acctest.Values)
		f.send(t, step["before"])
		p := f.s.Protocol(t)
		diags := f.Refresh(t, p)
		planned, more := f.Plan(t, p, f.config(object))
		diags = append(diags, more...)
		say("%d, plan: %s", n, summaries(diags))
		if diags.HasError() {
			continue
		}
		f.send(t, step["between"])
		if text, ok := step["fault"].(string); ok {
			var fault sim.Fault
			if err := json.Unmarshal([]byte(text), &fault); err != nil {
				t.Fatal(err)
			}
			f.s.SetFaults(t, fault)
		}
		f.s.ClearRequests()
		switch {
		case planned.Empty:
		case planned.Replaces:
			diags = f.Apply(t, p, planned.Destroy())
			if !diags.HasError() {
				next, more := f.Plan(t, p, f.config(object))
				diags = append(append(diags, more...), f.Apply(t, p, next)...)
			}
		default:
			diags = f.Apply(t, p, planned)
		}
		f.s.SetFaults(t)
		say("%d, apply: %s", n, summaries(diags))
		for _, line := range f.s.Writes() {
			say("%d, write: %s", n, line)
		}
		remote := f.remote(t)
		delete(remote, "lastModified")
		delete(remote, "created")
		say("%d, state: %v", n, f.held(object))
		say("%d, service: %v", n, remote)
		p = f.s.Protocol(t)
		diags = f.Refresh(t, p)
		planned, more = f.Plan(t, p, f.config(object))
		empty := planned.Empty || object == nil && remote == nil
		say("%d, next plan is empty: %t %s", n, empty, summaries(append(diags, more...)))
	}
	return all
}

// summaries returns the severities and summaries of diagnostics.
func summaries(diags acctest.Diagnostics) (all []string) {
	for _, d := range diags {
		all = append(all, fmt.Sprint(d.Severity, " ", d.Summary))
	}
	slices.Sort(all)
	return all
}

// An element of a collection is planned, created, changed and deleted like the object of a single
// resource: with the same diagnostics, requests and state.
func TestForms(t *testing.T) {
	t.Parallel()
	for _, kind := range acctest.Table(t, "collection/testdata/kinds.hcl") {
		for _, c := range acctest.TableOf(t, "collection/testdata/forms.hcl", kind) {
			if c.Type != "all" && c.Type != kind.Type {
				continue
			}
			t.Run(kind.Type+", "+c.Name, func(t *testing.T) {
				t.Parallel()
				transcripts := [2][]string{}
				for i, of := range []string{kind.Text("single"), kind.Type} {
					f := &form{kind: kind, collected: of == kind.Type, Instance: acctest.Instance{Type: of}}
					acctest.InVirtualTime(t, func(t *testing.T, s *acctest.Service) {
						f.s = s
						steps, _ := c.Arguments["steps"].([]any)
						transcripts[i] = f.play(t, steps)
					}, acctest.ExtIDs, acctest.Quirks(c.Texts("quirks")...))
				}
				if err := acctest.Equal(transcripts[0], transcripts[1]); err != nil || len(transcripts[0]) == 0 {
					t.Errorf("%v\nsingle:\n%s\nelement:\n%s", err, strings.Join(transcripts[0], "\n"), strings.Join(transcripts[1], "\n"))
				}
			})
		}
	}
}

// Users and profiles are also imported all at once, and a configuration of them plans no change.
func TestCollections_importAll(t *testing.T) {
	t.Parallel()
	for _, kind := range acctest.Table(t, "collection/testdata/kinds.hcl") {
		s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
		p, c := s.Protocol(t), acctest.Instance{Type: kind.Type}
		diags := c.Import(t, p, s.Client+"/**")
		if kind.Arguments["tree"] != nil {
			if !strings.Contains(diags.String(), "malformed") {
				t.Error(diags)
			}
			continue
		}
		diags = append(diags, c.Refresh(t, p)...)
		elements, _ := c.Values[kind.Text("map")].(acctest.Values)
		planned, more := c.Plan(t, p, acctest.Values{kind.Text("map"): elements})
		diags = append(append(diags, more...), c.Apply(t, p, planned)...)
		if diags.HasError() || len(elements) == 0 || len(s.Writes()) > 0 {
			t.Errorf("%s: %s, sent %q", kind.Type, diags, s.Writes())
		}
		p = s.Protocol(t)
		c.Refresh(t, p)
		if planned, diags := c.Plan(t, p, acctest.Values{kind.Text("map"): elements}); diags.HasError() || !planned.Empty {
			t.Errorf("%s: the next plan is not empty: %s", kind.Type, diags)
		}
	}
}
