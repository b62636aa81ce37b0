package propertydefinition_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const definitions = "/core/v1/properties"

// next returns the number of the service's next definition.
func next(t testing.TB, s *acctest.Service) int64 {
	t.Helper()
	last := int64(0)
	for definition, err := range idm.PropertyDefinitionOps.List(context.Background(), s.API, idm.Place{}) {
		if err != nil {
			t.Fatal(err)
		}
		last = max(last, definition.PropertyID)
	}
	return last + 1
}

// colours is the external ID of the definition of colour.
const colours = "UNIT_GLOBAL/colour/acme"

func read(t testing.TB, s *acctest.Service) idm.PropertyDefinition {
	t.Helper()
	definition, err := idm.PropertyDefinitionOps.Get(context.Background(), s.API, idm.In("acme"), colours)
	if err != nil {
		t.Fatal(err)
	}
	return definition
}

// colour returns the arguments of an enumeration with some values.
func colour(values ...any) acctest.Values {
	return acctest.Values{"scope": "UNIT_GLOBAL", "name": "colour", "type": "ENUM", "allowed_values": values}
}

func text(more ...any) acctest.Values {
	values := acctest.Values{"scope": "UNIT_GLOBAL", "name": "floor", "type": "STRING"}
	for i := 0; i < len(more); i += 2 {
		name, _ := more[i].(string)
		if values[name] = more[i+1]; values[name] == nil {
			delete(values, name)
		}
	}
	return values
}

func written(values acctest.Values) string {
	return acctest.HCL("idm_property_definition", "test", values)
}

func TestPropertyDefinition_lifecycle(t *testing.T) {
	t.Parallel()
	acctest.Lifecycle(t, func(t *testing.T, s *acctest.Service) acctest.Resource {
		t.Helper()
		const defaults = `"accessCreate":"READ_WRITE","accessModify":"READ_WRITE","clientExtId":"acme","encrypted":false,"mandatoryOnGui":false,` +
			`"name":"a/b","propagated":false,"scope":"UNIT_GLOBAL","type":"STRING","uniquenessScope":"NONE"`
		return acctest.Resource{
			Type: "idm_property_definition", ID: "UNIT_GLOBAL/a%2Fb/acme", Unversioned: true,
			Identity: acctest.Values{"scope": "UNIT_GLOBAL", "name": "a/b", "client_ext_id": "acme", "application_ext_id": nil},
			Minimal:  acctest.Values{"scope": "UNIT_GLOBAL", "name": "a/b", "type": "STRING"},
			Create:   "POST " + definitions + " {" + defaults + "}",
			Path:     fmt.Sprintf("%s/%d", definitions, next(t, s)),
			Theirs:   `{"description":"theirs"}`,
			Attributes: []acctest.Attribute{
				{Name: "description", From: "A", To: "B", Filled: `"description":"A"`, Sent: `"description":"B"`,
					Cleared: `"description":""`},
				{
					Name: "display_name", From: acctest.Values{"en": "A", "de": "A"}, To: acctest.Values{"en": "B", "it": "B"},
					Filled: `"displayName":{"EN":"A","DE":"A"}`, Sent: `"displayName":{"DE":"","EN":"B","IT":"B"}`,
					Cleared: `"displayName":{"EN":"","DE":""}`, Needs: []acctest.Need{acctest.Clearing},
				},
				{Name: "string_max_len", From: 5, To: 6, Filled: `"stringMaxLen":5`, Sent: `"stringMaxLen":6`, Cleared: `"stringMaxLen":0`},
				{Name: "string_regex", From: "a+", To: "b+", Filled: `"stringRegex":"a+"`, Sent: `"stringRegex":"b+"`,
					Cleared: `"stringRegex":""`},
				{Name: "encrypted", From: true, To: false, Filled: `"encrypted":true`, Sent: `"encrypted":false`,
					Cleared: `"encrypted":false`},
				{Name: "propagated", From: true, To: false, Filled: `"propagated":true`, Sent: `"propagated":false`,
					Cleared: `"propagated":false`},
				{
					Name: "mandatory_on_gui", From: true, To: false, Filled: `"mandatoryOnGui":true`, Sent: `"mandatoryOnGui":false`,
					Cleared: `"mandatoryOnGui":false`,
				},
				{
					Name: "access_create", From: "OFF", To: "READ_ONLY", Filled: `"accessCreate":"OFF"`, Sent: `"accessCreate":"READ_ONLY"`,
					Cleared: `"accessCreate":"READ_WRITE"`,
				},
				{
					Name: "access_modify", From: "OFF", To: "READ_ONLY", Filled: `"accessModify":"OFF"`, Sent: `"accessModify":"READ_ONLY"`,
					Cleared: `"accessModify":"READ_WRITE"`,
				},
				{
					Name: "uniqueness_scope", From: "ABSOLUTE", To: "RELATIVE_UNIT", Filled: `"uniquenessScope":"ABSOLUTE"`,
					Sent: `"uniquenessScope":"RELATIVE_UNIT"`, Cleared: `"uniquenessScope":"NONE"`,
				},
			},
		}
	}, acctest.Simulator)
}

// The parts of the key follow from the scope and the client; the state and the next plan are the
// same for every form of the import.
func TestPropertyDefinition_keys(t *testing.T) {
	for name, test := range map[string]struct {
		config   acctest.Values
		id       string
		identity acctest.Values
	}{
		"of the default client": {
			text(), "UNIT_GLOBAL/floor/acme",
			acctest.Values{"scope": "UNIT_GLOBAL", "name": "floor", "client_ext_id": "acme", "application_ext_id": nil},
		},
		"of another client": {
			text("client_ext_id", "globex"), "UNIT_GLOBAL/floor/globex",
			acctest.Values{"scope": "UNIT_GLOBAL", "name": "floor", "client_ext_id": "globex", "application_ext_id": nil},
		},
		"of all clients": {
			text("all_clients", true), "UNIT_GLOBAL/floor",
			acctest.Values{"scope": "UNIT_GLOBAL", "name": "floor", "client_ext_id": nil, "application_ext_id": nil},
		},
		"for an application": {
			text("scope", "PROFILE_FOR_APPLICATION", "application_ext_id", "crm"), "PROFILE_FOR_APPLICATION/floor/crm/acme",
			acctest.Values{"scope": "PROFILE_FOR_APPLICATION", "name": "floor", "client_ext_id": "acme", "application_ext_id": "crm"},
		},
		"for an application, of all clients": {
			text("scope", "ROLE_FOR_APPLICATION", "application_ext_id", "crm", "all_clients", true), "ROLE_FOR_APPLICATION/floor/crm",
			acctest.Values{"scope": "ROLE_FOR_APPLICATION", "name": "floor", "client_ext_id": nil, "application_ext_id": "crm"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t)
			i, p := acctest.Instance{Type: "idm_property_definition"}, s.Protocol(t)
			i.Create(t, p, test.config)
			if err := acctest.Equal(test.identity, i.Identity(t, p)); err != nil || i.Values["id"] != test.id {
				t.Error(i.Values["id"], err)
			}
			for way, take := range map[string]func(*acctest.Instance) acctest.Diagnostics{
				"id":       func(other *acctest.Instance) acctest.Diagnostics { return other.Import(t, p, test.id) },
				"identity": func(other *acctest.Instance) acctest.Diagnostics { return other.ImportIdentity(t, p, test.identity) },
			} {
				other := acctest.Instance{Type: "idm_property_definition"}
				if diags := append(take(&other), other.Refresh(t, p)...); len(diags) > 0 {
					t.Error(way, diags)
				}
				if err := acctest.Equal(i.Values, other.Values); err != nil {
					t.Error(way, err)
				}
				if planned, diags := other.Plan(t, p, test.config); !planned.Empty || len(diags) > 0 {
					t.Error(way, planned.Values, diags)
				}
			}
		})
	}
}

func TestPropertyDefinition_importRefused(t *testing.T) {
	t.Parallel()
	p := acctest.StartSimulator(t).Protocol(t)
	for id, want := range map[string]string{
		"UNIT_GLOBAL": "not have the form scope/name", "PROFILE_FOR_APPLICATION/limit": "not have the form scope/name/application_ext_id",
		"UNIT_GLOBAL/a/b/c": "not have the form scope/name/client_ext_id", "UNIT_GLOBAL//acme": "is empty",
	} {
		i := acctest.Instance{Type: "idm_property_definition"}
		if diags := i.Import(t, p, id); !strings.Contains(diags.String(), want) {
			t.Errorf("%s: %s", id, diags)
		}
	}
	i := acctest.Instance{Type: "idm_property_definition"}
	i.Import(t, p, "UNIT_GLOBAL/nothing/acme")
	if diags := i.Refresh(t, p); !strings.Contains(diags.String(), "There is no such property definition") {
		t.Error(diags)
	}
}

// Values that remain allowed keep their numbers, and so do the objects that use them.
func TestPropertyDefinition_allowedValues(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	path := fmt.Sprintf("%s/%d", definitions, next(t, s))
	held := func(want ...idm.AllowedValue) resource.TestCheckFunc {
		return func(*terraform.State) error { return acctest.Equal(want, read(t, s).AllowedValues) }
	}
	s.Test(t,
		s.Apply(written(colour("blue", "red")), held(idm.AllowedValue{ID: 1, Value: "blue"}, idm.AllowedValue{ID: 2, Value: "red"})),
		s.Apply(written(colour("green", "red")),
			s.Sent("PATCH "+path+` {"allowedValues":[{"value":"green"},{"allowedValueId":2,"value":"red"}]}`),
			held(idm.AllowedValue{ID: 3, Value: "green"}, idm.AllowedValue{ID: 2, Value: "red"})),
		s.Apply(written(colour("red", "green")), s.Sent()),
	)
}

// An allowed value that another writer adds after the plan is not removed silently: the update is a
// conflict.
func TestPropertyDefinition_foreignValue(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	i := acctest.Instance{Type: "idm_property_definition"}
	i.Create(t, p, colour("red"))
	diags := i.ApplyConcurrently(t, p, colour("red", "blue"), func() {
		theirs := idm.PropertyDefinitionInput{
			AllowedValues: idm.Set([]idm.AllowedValueInput{{ID: 1, Value: "red"}, {Value: "theirs"}}),
		}
		_, err := idm.PropertyDefinitionWrites.Update(context.Background(), s.API, idm.In("acme"), colours, 0, theirs)
		if err != nil {
			t.Error(err)
		}
	})
	if !strings.Contains(diags.String(), "Another writer changed") || len(read(t, s).AllowedValues) != 2 {
		t.Error(diags)
	}
}

// The plan lists the property values that it deletes from objects.
func TestPropertyDefinition_losses(t *testing.T) {
	const all = "All values of a property are deleted"
	for name, test := range map[string]struct {
		before, after acctest.Values
		want          string
		replaces      bool
	}{
		"destroyed":          {text(), nil, all, false},
		"another type":       {text(), text("type", "ENUM", "allowed_values", []any{"a"}), all, true},
		"another name":       {text(), text("name", "storey"), all, true},
		"another scope":      {text(), text("scope", "USER_GLOBAL"), all, true},
		"another client":     {text(), text("client_ext_id", "globex"), all, true},
		"for all clients":    {text(), text("all_clients", true), all, true},
		"a value less":       {colour("red", "blue"), colour("red"), "no longer accepts blue", false},
		"a value more":       {colour("red"), colour("red", "blue"), "", false},
		"another attribute":  {text(), text("description", "d"), "", false},
		"unchanged":          {text(), text(), "", false},
		"the default client": {text("client_ext_id", "globex"), text(), "", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := acctest.StartSimulator(t)
			i, p := acctest.Instance{Type: "idm_property_definition"}, s.Protocol(t)
			i.Create(t, p, test.before)
			planned, diags := i.Plan(t, p, test.after)
			if planned.Replaces != test.replaces || diags.HasError() || (len(diags) > 0) != (test.want != "") ||
				!strings.Contains(diags.String(), test.want) {
				t.Error(planned.Replaces, diags)
			}
		})
	}
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
	planned, diags := definition.Plan(t, p, text("encrypted", true))
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

// The error for an existing definition names it, with its import.
func TestPropertyDefinition_duplicate(t *testing.T) {
	for _, quirk := range []string{"slash-strict", "duplicate-409"} {
		t.Run(quirk, func(t *testing.T) { acctest.Script(t, nil, acctest.Quirks(quirk)) })
	}
}

// A definition that another writer created while the response was lost is not accepted as the
// created one.
func TestPropertyDefinition_lostResponseToRefusal(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p, i := s.Protocol(t), acctest.Instance{Type: "idm_property_definition"}
	planned, _ := i.Plan(t, p, text("name", "phone", "description", "mine"))
	s.Lose(t, definitions, sim.Fault{Kind: "drop-after", Method: http.MethodPost, Count: 1})
	if diags := i.Apply(t, p, planned); !strings.Contains(diags.String(), "is already defined in this scope") || i.Values != nil {
		t.Error(i.Values, diags)
	}
}

// A number in the state that belongs to another definition, as in an edited state, changes and
// deletes nothing: a plan without a refresh shows scope and name.
func TestPropertyDefinition_numberOfAnother(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	mobile, other := acctest.Instance{Type: "idm_property_definition"}, acctest.Instance{Type: "idm_property_definition"}
	mobile.Create(t, p, text("name", "mobile"))
	other.Create(t, p, text("name", "other"))
	mobile.Edit(t, p, acctest.Values{"property_id": other.Values["property_id"]})
	for _, config := range []acctest.Values{text("name", "mobile", "description", "new"), nil} {
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
	i.Create(t, s.Protocol(t), text())
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

func TestPropertyDefinition_refusedInThePlan(t *testing.T) {
	acctest.Script(t, nil)
}

// The plan accepts an expression that the service's dialect may know and Go's does not.
func TestPropertyDefinition_otherDialect(t *testing.T) {
	t.Parallel()
	p := acctest.StartSimulator(t).Protocol(t)
	for _, regex := range []string{"[0-9]+", `a\\`, "(?=a)b", "a++", "[a-z&&[^b]]", "[]a", `\Q[\E`} {
		i := acctest.Instance{Type: "idm_property_definition"}
		p.NextRun(t)
		if _, diags := i.Plan(t, p, text("string_regex", regex)); diags.HasError() {
			t.Errorf("%s: %v", regex, diags)
		}
	}
}

// The service also returns a length for an enumeration, which a configuration cannot have: the
// import of an enumeration plans no change.
func TestPropertyDefinition_enumerationWithALength(t *testing.T) {
	t.Parallel()
	p := acctest.StartSimulator(t).Protocol(t)
	i := acctest.Instance{Type: "idm_property_definition"}
	if diags := i.Import(t, p, "PROFILE_FOR_APPLICATION_GLOBAL/region/acme"); len(diags) > 0 {
		t.Fatal(diags)
	}
	if diags := i.Refresh(t, p); len(diags) > 0 || i.Values["string_max_len"] != nil {
		t.Fatal(i.Values, diags)
	}
	planned, diags := i.Plan(t, p, acctest.Values{"scope": "PROFILE_FOR_APPLICATION_GLOBAL", "name": "region", "type": "ENUM",
		"allowed_values": []any{"AMER", "APAC", "EMEA"}})
	if len(diags) > 0 || !planned.Empty {
		t.Error(planned.Values, diags)
	}
}
