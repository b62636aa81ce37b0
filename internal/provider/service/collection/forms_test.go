package collection_test

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

// formStep is one plan and apply of an object.
type formStep struct {
	// object contains the arguments; nil removes the object from the configuration.
	object acctest.Values
	// before and between are requests of another writer before and after the plan: method, path below
	// the client, body.
	before, between []string
	// fault affects the apply.
	fault sim.Fault
}

// form declares an object as a single resource or as an element of its collection.
type form struct {
	acctest.Instance
	kind
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
		return acctest.Values{f.attribute: acctest.Values{}}
	}
	element, config := maps.Clone(object), acctest.Values{}
	if parent, ok := element["parent_unit_ext_id"]; ok {
		config["parent_unit_ext_id"] = parent
		delete(element, "parent_unit_ext_id")
	}
	config[f.attribute] = acctest.Values{formed: element}
	return config
}

// held returns the recorded values of the given arguments.
func (f *form) held(object acctest.Values) acctest.Values {
	values := f.Values
	if f.collected {
		elements, _ := f.Values[f.attribute].(acctest.Values)
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

// object returns the object in the service, without what each change advances.
func (f *form) object(t *testing.T) string {
	t.Helper()
	status, body := f.s.Send(t, "GET", "/core/v1/"+f.s.Client+"/"+f.path+"/"+formed, "")
	var object map[string]any
	if status != 200 || json.Unmarshal([]byte(body), &object) != nil {
		return fmt.Sprint(status)
	}
	delete(object, "lastModified")
	delete(object, "created")
	text, _ := json.Marshal(object)
	return string(text)
}

// play runs the steps, and returns what another form has to do as well: the diagnostics, the
// writes, the state, the object in the service, and whether the next plan is empty.
func (f *form) play(t *testing.T, steps []formStep) (all []string) {
	t.Helper()
	say := func(format string, args ...any) { all = append(all, fmt.Sprintf(format, args...)) }
	send := func(request []string) {
		if request != nil {
			path := strings.ReplaceAll(request[1], "{version}", f.remote(t, f.s, formed, "version"))
			body := strings.ReplaceAll(request[2], "{version}", f.remote(t, f.s, formed, "version"))
			if status, got := f.s.Send(t, request[0], "/core/v1/"+f.s.Client+"/"+path, body); status >= 300 {
				t.Fatal(request, status, got)
			}
		}
	}
	for n, step := range steps {
		send(step.before)
		p := f.s.Protocol(t)
		diags := f.Refresh(t, p)
		planned, more := f.Plan(t, p, f.config(step.object))
		diags = append(diags, more...)
		say("%d, plan: %s", n, summaries(diags))
		if diags.HasError() {
			continue
		}
		send(step.between)
		if step.fault.Kind != "" {
			if err := f.s.Sim.SetFaults(step.fault); err != nil {
				t.Fatal(err)
			}
		}
		f.s.ClearRequests()
		switch {
		case planned.Empty:
		case planned.Replaces:
			diags = f.Apply(t, p, planned.Destroy())
			if !diags.HasError() {
				next, more := f.Plan(t, p, f.config(step.object))
				diags = append(append(diags, more...), f.Apply(t, p, next)...)
			}
		default:
			diags = f.Apply(t, p, planned)
		}
		if err := f.s.Sim.SetFaults(); err != nil {
			t.Fatal(err)
		}
		say("%d, apply: %s", n, summaries(diags))
		for _, line := range f.s.Writes() {
			say("%d, write: %s", n, line)
		}
		say("%d, state: %v", n, f.held(step.object))
		say("%d, service: %s", n, f.object(t))
		p = f.s.Protocol(t)
		diags = f.Refresh(t, p)
		planned, more = f.Plan(t, p, f.config(step.object))
		empty := planned.Empty || step.object == nil && f.object(t) == "404"
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

// with returns the arguments of a kind's object with further ones.
func with(of string, more ...any) acctest.Values { return kinds[of].element(formed, more...) }

const tree, people, places = "idm_unit_tree", "idm_users", "idm_profiles"

// formCase is what is done to one object of a collection's type.
type formCase struct {
	of, quirks string
	steps      []formStep
}

// formCases are what tests of single units, users and profiles do to one object. An element does the
// same.
func formCases() map[string]formCase {
	validity := func(from string) acctest.Values { return acctest.Values{"from": from, "to": "2031-01-01T00:00:00Z"} }
	full := map[string]acctest.Values{
		tree: with(tree, "description", "d", "location", "l", "display_name", acctest.Values{"en": "E", "de": "D"}, "abbreviation",
			acctest.Values{"en": "A"}, "modification_comment", "c", "validity", validity("2026-01-01T00:00:00Z")),
		people: with(people, "remarks", "r", "language_code", "DE", "user_state", "disabled", "contacts",
			acctest.Values{"email": "x@example.com"}, "address", acctest.Values{"city": "Bern"}, "modification_comment", "c", "validity",
			validity("2026-01-01T00:00:00Z")),
		places: with(places, "remarks", "r", "profile_state", "disabled", "modification_comment", "c", "validity",
			validity("2026-01-01T00:00:00Z")),
	}
	cases := map[string]formCase{}
	for of, k := range kinds {
		plain, ours := with(of), with(of, k.text, "ours")
		theirs := []string{"PATCH", k.path + "/" + formed, `{"` + k.text + `":"theirs","version":{version}}`}
		other := []string{"PATCH", k.path + "/" + formed, `{"modificationComment":"theirs","version":{version}}`}
		gone := []string{"DELETE", k.path + "/" + formed, ""}
		lifecycle := []formStep{{object: plain}, {object: full[of]}, {object: plain}, {object: full[of]}, {}}
		for name, quirks := range map[string]string{"lifecycle": "", "one form of paths": "slash-strict",
			"a duplicate is a 409": "duplicate-409",
			"bumped versions":      "properties-bump-version,children-bump-version,assign-bumps-version",
			"no total":             "no-total,lower-limit",
			"unknown fields":       "ignore-unknown-fields", "later releases": "later-releases", "kept on clear": "keep-on-clear"} {
			cases[of+", "+name] = formCase{of, quirks, lifecycle}
		}
		then := func(step formStep, more ...formStep) []formStep {
			return append([]formStep{{object: plain}, step}, more...)
		}
		again := formStep{object: ours}
		for name, steps := range map[string][]formStep{
			"drift":                       then(formStep{object: ours}, formStep{object: ours, before: theirs}),
			"gone":                        then(formStep{object: ours}, formStep{object: ours, before: gone}),
			"gone after the plan":         then(formStep{object: ours, between: gone}),
			"gone before its delete":      then(formStep{between: gone}),
			"a conflict":                  then(formStep{object: ours, between: theirs}, again),
			"another attribute":           then(formStep{object: ours, between: other}, again),
			"another version":             then(formStep{object: ours, before: other}),
			"the same value":              then(formStep{object: with(of, k.text, "theirs"), between: theirs}),
			"an unmanaged argument":       {{object: full[of]}, {object: with(of, k.text, full[of][k.text])}},
			"an update is refused":        then(formStep{object: ours, fault: refusal("PATCH", 422)}, again),
			"an update is forbidden":      then(formStep{object: ours, fault: refusal("PATCH", 403)}, again),
			"an update fails":             then(formStep{object: ours, fault: refusal("PATCH", 500)}, again),
			"a delete is refused":         then(formStep{fault: refusal("DELETE", 422)}, formStep{}),
			"a delete fails":              then(formStep{fault: refusal("DELETE", 500)}, formStep{}),
			"a lost create":               {{object: ours, fault: lostOne("POST", "drop-after")}},
			"a create that was not made":  {{object: ours, fault: lostOne("POST", "drop-before")}},
			"a lost update":               then(formStep{object: ours, fault: lostOne("PATCH", "drop-after")}),
			"an update that was not made": then(formStep{object: ours, fault: lostOne("PATCH", "drop-before")}),
			"a lost delete":               then(formStep{fault: lostOne("DELETE", "drop-after")}),
			"a delete that was not made":  then(formStep{fault: lostOne("DELETE", "drop-before")}),
			"cut off after a create":      {{object: plain, fault: lostOne("POST", "truncated-body")}},
			"cut off after an update":     then(formStep{object: ours, fault: lostOne("PATCH", "truncated-body")}),
			"a text that is too long":     {{object: with(of, k.text, strings.Repeat("x", 5000))}},
			"an empty text":               {{object: with(of, k.text, "")}},
			"an invisible character":      {{object: with(of, k.text, "a\u200bb")}},
			"the same instant": {{object: with(of, "validity", validity("2026-01-01T00:00:00Z"))},
				{object: with(of, "validity", validity("2026-01-01T01:00:00+01:00"))}},
			"no instant":                 {{object: with(of, "validity", acctest.Values{"from": "yesterday"})}},
			"a misspelled key":           {{object: with(of, "validity", acctest.Values{"form": "2026-01-01T00:00:00Z"})}},
			"a validity that ends first": {{object: with(of, "validity", validity("2032-01-01T00:00:00Z"))}},
		} {
			cases[of+", "+name] = formCase{of, "", steps}
		}
	}
	// Before it waits, a tree asks who uses a unit that the service keeps.
	delete(cases, tree+", a delete is refused")
	maps.Copy(cases, movedForms())
	maps.Copy(cases, map[string]formCase{
		"a user is archived":    {people, "", []formStep{{object: with(people, "on_destroy", "archive")}, {}}},
		"a user is kept":        {people, "", []formStep{{object: with(people, "on_destroy", "keep")}, {}}},
		"an archived user":      {people, "", plans(with(people), with(people, "user_state", "archived"), with(people))},
		"a technical user":      {people, "", plans(with(people, "is_technical_user", true), with(people, "remarks", "ours"))},
		"a new login":           {people, "", plans(with(people), with(people, "login_id", "another"))},
		"a state that is none":  {people, "", plans(with(people, "user_state", "sleeping"))},
		"a user with a profile": {people, "", []formStep{{object: with(people)}, {before: profileOf(formed)}}},
		"an archived profile":   {places, "", plans(with(places), with(places, "profile_state", "archived"))},
		"the default profile": {places, "", plans(with(places, "is_default_profile", true),
			with(places, "is_default_profile", false))},
		"a missing user":       {places, "", plans(with(places, "user_ext_id", "no-such-user"))},
		"a profileless unit":   {tree, "", plans(with(tree), with(tree, "profileless", true))},
		"a fixed kind of unit": {tree, "profileless-fixed", plans(with(tree), with(tree, "profileless", true))},
	})
	return cases
}

// plans returns steps without other writers and faults.
func plans(objects ...acctest.Values) (steps []formStep) {
	for _, object := range objects {
		steps = append(steps, formStep{object: object})
	}
	return steps
}

func profileOf(user string) []string {
	return []string{"POST", "users/" + user + "/profiles/", `{"extId":"theirs","unitExtId":"acme-hq"}`}
}

// movedForms are the cases of objects in another unit.
func movedForms() map[string]formCase {
	cases := map[string]formCase{}
	for of, name := range map[string]string{tree: "parent_unit_ext_id", places: "unit_ext_id"} {
		in := func(unit string, more ...any) acctest.Values { return with(of, append([]any{name, unit}, more...)...) }
		moved := map[string]string{tree: "units/third/children/" + formed, places: "profiles/" + formed + "/unit/third"}[of]
		third := []string{"POST", "units/", `{"extId":"third","profileless":false}`}
		for name, steps := range map[string][]formStep{
			"moved":                   plans(in("acme-hq"), in("acme-it"), in("acme-hq")),
			"moved and changed":       plans(in("acme-hq"), in("acme-it", kinds[of].text, "ours")),
			"a lost move":             {{object: in("acme-hq")}, {object: in("acme-it"), fault: lostOne("PUT", "drop-after")}},
			"a move that is not made": {{object: in("acme-hq")}, {object: in("acme-it"), fault: lostOne("PUT", "drop-before")}},
			"a move is refused": {{object: in("acme-hq")}, {object: in("acme-it"), fault: refusal("PUT", 403)},
				{object: in("acme-it")}},
			"moved by two": {{object: in("acme-hq"), before: third},
				{object: in("acme-it"), between: []string{"PUT", moved, ""}}},
			"in no such unit": plans(in("no-such-unit")),
		} {
			cases[of+", "+name] = formCase{of, "", steps}
		}
	}
	return cases
}

func refusal(method string, status int) sim.Fault {
	return sim.Fault{Kind: "status", Method: method, Status: status}
}

func lostOne(method, kind string) sim.Fault { return sim.Fault{Kind: kind, Method: method, Count: 1} }

// An element of a collection is planned, created, changed and deleted like the object of a single
// resource: with the same diagnostics, requests and state.
func TestForms(t *testing.T) {
	t.Parallel()
	for name, c := range formCases() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			transcripts := [2][]string{}
			for i, collected := range []bool{false, true} {
				f := &form{kind: kinds[c.of], collected: collected}
				f.Type = map[string]string{tree: "idm_unit", people: "idm_user", places: "idm_profile"}[c.of]
				if collected {
					f.Type = c.of
				}
				needs := []acctest.Need{acctest.ExtIDs}
				if c.quirks != "" {
					needs = append(needs, acctest.Quirks(strings.Split(c.quirks, ",")...))
				}
				acctest.InVirtualTime(t, func(t *testing.T, s *acctest.Service) {
					f.s = s
					transcripts[i] = f.play(t, c.steps)
				}, needs...)
			}
			if err := acctest.Equal(transcripts[0], transcripts[1]); err != nil {
				t.Errorf("%v\nsingle:\n%s\nelement:\n%s", err, strings.Join(transcripts[0], "\n"), strings.Join(transcripts[1], "\n"))
			}
		})
	}
}
