package acctest

import (
	"encoding/json"
	"net/http"
	"strings"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// plan refreshes the resource and plans it in a separate run.
func (l *lifecycle) plan(config Values) Planned {
	l.Helper()
	l.p = l.s.Protocol(l.T)
	if diags := l.i.Refresh(l.T, l.p); diags.HasError() {
		l.Fatal(diags)
	}
	planned, diags := l.i.Plan(l.T, l.p, config)
	if diags.HasError() {
		l.Fatal(diags)
	}
	if planned.Replaces {
		l.Fatalf("%s is to be replaced", l.r.Type)
	}
	l.s.ClearRequests()
	return planned
}

// must applies a plan and fails the test on an error.
func (l *lifecycle) must(planned Planned) {
	l.Helper()
	if diags := l.i.Apply(l.T, l.p, planned); diags.HasError() {
		l.Fatal(diags)
	}
}

// apply applies a configuration, and checks that the next plan is empty.
func (l *lifecycle) apply(config Values) {
	l.Helper()
	l.must(l.plan(config))
	writes := l.s.Writes()
	l.converged(config)
	l.s.recorder.replace(writes)
}

// converged checks that the next plan is empty.
func (l *lifecycle) converged(config Values) {
	l.Helper()
	writes := l.s.Writes()
	if next := l.plan(config); !next.Empty {
		l.Fatalf("the next plan is not empty: %v", Equal(l.i.Values, next.Values))
	}
	l.s.recorder.replace(writes)
}

// sent checks the writes of the last apply, and their result in the service.
func (l *lifecycle) sent(want ...string) {
	l.Helper()
	if err := l.s.Sent(want...)(nil); err != nil {
		l.Error(err)
	}
}

// other sends a request as another writer.
func (l *lifecycle) other(method, body string) {
	l.Helper()
	if status, response := l.s.Send(l.T, method, l.r.Path, body); status >= http.StatusMultipleChoices {
		l.Fatalf("%s %s %s: %d %s", method, l.r.Path, body, status, response)
	}
}

// touch writes the current values, so that only the version changes.
func (l *lifecycle) touch() {
	l.Helper()
	var theirs map[string]json.RawMessage
	if err := json.Unmarshal([]byte("{"+l.r.Attributes[0].Sent+"}"), &theirs); err != nil {
		l.Fatal(err)
	}
	object := l.remote()
	for name := range theirs {
		theirs[name] = object[name]
	}
	body, err := json.Marshal(theirs)
	if err != nil {
		l.Fatal(err)
	}
	l.other(http.MethodPatch, string(body))
}

// remote returns the object in the service.
func (l *lifecycle) remote() (object map[string]json.RawMessage) {
	l.Helper()
	status, response := l.s.Send(l.T, http.MethodGet, l.r.Path, "")
	if err := json.Unmarshal([]byte(response), &object); err != nil || status != http.StatusOK {
		l.Fatalf("GET %s: %d %s", l.r.Path, status, response)
	}
	return object
}

// holds checks values in the service.
func (l *lifecycle) holds(body string) {
	l.Helper()
	var want map[string]any
	if err := json.Unmarshal([]byte(body), &want); err != nil {
		l.Fatal(err)
	}
	object := l.remote()
	for name, value := range want {
		var got any
		if err := json.Unmarshal(object[name], &got); err != nil {
			l.Errorf("%s: %v", name, err)
		}
		if err := Equal(value, within(value, got)); err != nil {
			l.Errorf("%s: %s", name, err)
		}
	}
}

// within returns a value without the members that want does not have, because a PATCH contains only
// some members of an object.
func within(want, got any) any {
	members, ok := want.(map[string]any)
	object, is := got.(map[string]any)
	if !ok || !is {
		return got
	}
	found := map[string]any{}
	for name := range members {
		found[name] = object[name]
	}
	return found
}

// lose loses the response to the next request with the given method and path.
func (l *lifecycle) lose(fault sim.Fault, line string) {
	l.Helper()
	fault.Count = 1
	fault.Method, fault.Path, _ = strings.Cut(line, " ")
	if err := l.s.Sim.SetFaults(fault); err != nil {
		l.Fatal(err)
	}
}

// lost checks that a response was lost.
func (l *lifecycle) lost() {
	l.Helper()
	if hits := l.s.Sim.FaultHits(); hits[0] != 1 {
		l.Errorf("%d responses were lost", hits[0])
	}
}
