package acctest

import "testing"

// Transitions tests the requests that changes of a resource's configuration send. Each case has its
// own service and needs no CLI.
type Transitions struct {
	// Type is the type of the resource.
	Type string
	// Start starts a service with the objects in the resource's references.
	Start func(*testing.T) *Service
	// Config returns the configuration for a declaration, such as a map of grants.
	Config func(s *Service, declared any) Values
	// Writes returns the writes in the form of the cases.
	Writes func(*Service) []string
}

// Run tests the change from one declaration to another, where nil means no resource. It checks the
// requests and that the next plan is empty, also after an import.
func (c Transitions) Run(t *testing.T, name string, from, to any, sent ...string) {
	t.Helper()
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		s := c.Start(t)
		p, i := s.Protocol(t), Instance{Type: c.Type}
		if from != nil {
			i.Create(t, p, c.Config(s, from))
			p.NextRun(t)
		}
		s.ClearRequests()
		if to == nil {
			c.destroy(t, p, &i)
		} else {
			i.Create(t, p, c.Config(s, to))
		}
		if err := Equal(append([]string{}, sent...), append([]string{}, c.Writes(s)...)); err != nil {
			t.Error(err)
		}
		if to != nil {
			c.imported(t, s, i, c.Config(s, to))
		}
	})
}

func (c Transitions) destroy(t *testing.T, p *Protocol, i *Instance) {
	t.Helper()
	planned, diags := i.Plan(t, p, nil)
	if diags.HasError() {
		t.Fatal(diags)
	}
	if diags := i.Apply(t, p, planned); diags.HasError() || i.Values != nil {
		t.Fatal(i.Values, diags)
	}
}

// imported checks that an import of the object matches the configuration.
func (c Transitions) imported(t *testing.T, s *Service, i Instance, config Values) {
	t.Helper()
	p, other := s.Protocol(t), Instance{Type: c.Type}
	diags := other.ImportIdentity(t, p, i.Identity(t, p))
	diags = append(diags, other.Refresh(t, p)...)
	planned, more := other.Plan(t, p, config)
	if diags = append(diags, more...); diags.HasError() || !planned.Empty {
		t.Errorf("the plan after an import changes %v: %v", Equal(other.Values, planned.Values), diags)
	}
}
