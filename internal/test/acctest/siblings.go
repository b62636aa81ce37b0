package acctest

import (
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// Siblings are objects of one type that are read with a common list.
type Siblings struct {
	// Type is the type of the resource.
	Type string
	// Key returns the identity of an object by a name, such as an external ID or a role. Attribute
	// is the attribute that contains this name in the state.
	Key       func(s *Service, name string) Values
	Attribute string
}

var page = regexp.MustCompile(`[?&]continuationToken=[^&]*`)

// Read reads objects with a new provider, and checks which of them exist and which requests are
// sent. Each page of a list is a request.
func (x Siblings) Read(t *testing.T, s *Service, found, gone []string, reads ...string) {
	t.Helper()
	p := s.Protocol(t)
	s.ClearRequests()
	for _, name := range found {
		object, identity, diags := p.Import(t, x.Type, x.Key(s, name))
		if object[x.Attribute] != name || identity[x.Attribute] != nil && identity[x.Attribute] != name || diags.HasError() {
			t.Errorf("%s is %v, %v, %v", name, object, identity, diags)
		}
	}
	for _, name := range gone {
		if object, _, diags := p.Import(t, x.Type, x.Key(s, name)); object != nil || diags.HasError() {
			t.Errorf("%s is there: %v, %v", name, object, diags)
		}
	}
	sent := s.Reads()
	for i := range sent {
		sent[i] = page.ReplaceAllString(sent[i], "")
	}
	if err := Equal(reads, sent); err != nil {
		t.Error(err)
	}
}

// LaterPageFails lists more objects than a page of 100. It checks that an error of the second page
// is reported, and that a limit of 100 requests only one page. path is the path of the list, in
// which * matches anything.
func LaterPageFails(t *testing.T, s *Service, resource string, of Values, path string) {
	t.Helper()
	if err := s.Sim.SetFaults(sim.Fault{Kind: "status", Status: 500, Method: http.MethodGet, Path: path, Skip: 1}); err != nil {
		t.Fatal(err)
	}
	p := s.Protocol(t)
	listed, diags := p.List(t, resource, of, false, 0)
	if len(listed) != 100 || !strings.Contains(diags.String(), "500") {
		t.Errorf("%d listed, %v", len(listed), diags)
	}
	if err := s.Sim.SetFaults(); err != nil {
		t.Fatal(err)
	}
	s.ClearRequests()
	listed, diags = p.List(t, resource, of, false, 100)
	if len(listed) != 100 || len(diags) > 0 || len(s.Reads()) != 1 {
		t.Errorf("the limit does not end the list: %d listed, %v, %q", len(listed), diags, s.Reads())
	}
}
