package service_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const definitions = "/core/v1/properties"

func textDefinition(more ...any) acctest.Values {
	values := acctest.Values{"scope": "UNIT_GLOBAL", "name": "floor", "type": "STRING"}
	for i := 0; i < len(more); i += 2 {
		name, _ := more[i].(string)
		if values[name] = more[i+1]; values[name] == nil {
			delete(values, name)
		}
	}
	return values
}

// Properties that are planned and set later in the same run can use a new definition.
func TestPropertyDefinition_sameRun(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	unit := func(attribute string) acctest.Values {
		return acctest.Values{"unit_ext_id": "acme-it", attribute: acctest.Values{"floor": "4"}}
	}
	definition, properties := acctest.Instance{Type: "idm_property_definition"}, acctest.Instance{Type: "idm_unit_properties"}
	_, diags := properties.Plan(t, s.Protocol(t), unit("properties"))
	if !strings.Contains(diags.String(), "has not defined the property") {
		t.Error(diags)
	}
	planned, diags := definition.Plan(t, p, textDefinition("encrypted", true))
	if len(diags) > 0 {
		t.Error(diags)
	}
	if _, diags = properties.Plan(t, p, unit("properties")); !strings.Contains(diags.String(), "Encrypted property in plaintext") {
		t.Error("in the plan: ", diags)
	}
	if diags = definition.Apply(t, p, planned); len(diags) > 0 {
		t.Error(diags)
	}
	properties.Create(t, p, unit("sensitive_properties"))
	if _, diags = properties.Plan(t, p, unit("properties")); !strings.Contains(diags.String(), "Encrypted property in plaintext") {
		t.Error("after the apply: ", diags)
	}
	if diags = properties.ApplyConcurrently(t, p, nil, func() {}); len(diags) > 0 {
		t.Error(diags)
	}
	if diags = definition.ApplyConcurrently(t, p, nil, func() {}); diags.HasError() {
		t.Error(diags)
	}
	if _, diags = properties.Plan(t, s.Protocol(t), unit("properties")); !strings.Contains(diags.String(), "has not defined the property") {
		t.Error("after the destroy: ", diags)
	}
}

// A number in the state that belongs to another definition, as in an edited state, changes and
// deletes nothing: a plan without a refresh shows scope and name.
func TestPropertyDefinition_numberOfAnother(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	mobile, other := acctest.Instance{Type: "idm_property_definition"}, acctest.Instance{Type: "idm_property_definition"}
	mobile.Create(t, p, textDefinition("name", "mobile"))
	other.Create(t, p, textDefinition("name", "other"))
	mobile.Edit(t, p, acctest.Values{"property_id": other.Values["property_id"]})
	for _, config := range []acctest.Values{textDefinition("name", "mobile", "description", "new"), nil} {
		planned, _ := mobile.Plan(t, p, config)
		if diags := mobile.Apply(t, p, planned); !strings.Contains(diags.String(), "property_id") {
			t.Error(diags)
		}
	}
	if diags := other.Refresh(t, p); diags.HasError() || other.Values == nil || other.Values["description"] != nil {
		t.Errorf("%v, %v", other.Values, diags)
	}
}

// A definition that the list lacks is read by its number before it counts as gone.
func TestPropertyDefinition_emptyList(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	i := acctest.Instance{Type: "idm_property_definition"}
	i.Create(t, s.Protocol(t), textDefinition())
	number := i.Values["property_id"]
	service, err := url.Parse(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	forward := httputil.NewSingleHostReverseProxy(service)
	empty := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.TrimSuffix(r.URL.Path, "/") != definitions {
			forward.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"items":[],"_pagination":{}}`))
	}))
	t.Cleanup(empty.Close)
	s.URL = empty.URL
	if diags := i.Refresh(t, s.Protocol(t)); diags.HasError() || i.Values == nil || i.Values["property_id"] != number {
		t.Fatalf("%v, %v", i.Values, diags)
	}
	destroyed, diags := i.Plan(t, s.Protocol(t), nil)
	if diags = append(diags, i.Apply(t, s.Protocol(t), destroyed)...); diags.HasError() {
		t.Fatal(diags)
	}
	if sent := s.Writes(); !strings.HasPrefix(sent[len(sent)-1], "DELETE "+definitions) {
		t.Error(sent)
	}
}
