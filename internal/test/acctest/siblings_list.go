package acctest

import (
	"strings"
	"testing"
)

// List tests the list resource of objects with a display name and a parent. parent is the attribute
// of the parent and parentID its external ID. names are the names of all objects. It tests a limit,
// an unknown parent and a missing one, and returns one of the objects. title is the title of the
// type in diagnostics.
func (x Siblings) List(t *testing.T, s *Service, parent, parentID, title string, names ...string) Values {
	t.Helper()
	p, of, want, found := s.Protocol(t), Values{parent: parentID}, map[string]Values{}, map[string]Values{}
	for _, name := range names {
		want[name] = x.Key(s, name)
	}
	listed, diags := p.List(t, x.Type, of, false, 0)
	for _, one := range listed {
		found[one.DisplayName] = one.Identity
	}
	if err := Equal(want, found); err != nil || len(diags) > 0 {
		t.Error(err, diags)
	}
	_, diags = p.List(t, x.Type, Values{parent: s.ID("nobody")}, false, 0)
	if !strings.Contains(diags.String(), "Could not list "+title) || !strings.Contains(diags.String(), "errors.noRecord") {
		t.Errorf("unknown parent: %v", diags)
	}
	_, diags = p.List(t, x.Type, Values{}, false, 0)
	if !diags.HasError() || !strings.Contains(diags.String(), parent) {
		t.Errorf("listed without a parent: %v", diags)
	}
	listed, diags = p.List(t, x.Type, of, true, 1)
	if len(listed) != 1 || len(diags) > 0 {
		t.Fatalf("limit: %v, %v", listed, diags)
	}
	if object := listed[0].Resource; object[x.Attribute] != listed[0].DisplayName {
		t.Errorf("%s is %v", listed[0].DisplayName, object)
	}
	return listed[0].Resource
}
