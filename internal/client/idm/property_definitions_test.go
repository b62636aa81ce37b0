package idm_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

const colourJSON = `{"propertyId":7,"name":"colour","description":"d","type":"ENUM","scope":"PROFILE_FOR_APPLICATION","encrypted":false,
	"mandatoryOnGui":true,"accessCreate":"READ_WRITE","accessModify":"OFF","uniquenessScope":"NONE","displayName":{"EN":"Colour"},
	"clientExtId":"acme","applicationExtId":"crm","allowedValues":[{"allowedValueId":1,"value":"red"},{"allowedValueId":2,"value":"blue"}]}`

var colour = idm.PropertyDefinition{
	PropertyID: 7, Name: "colour", Description: "d", Type: "Enum", Scope: "onProfileForApp", Encrypted: new(false),
	MandatoryOnGUI: new(true),
	AccessCreate:   "READ_WRITE", AccessModify: "OFF", UniquenessScope: "NONE", DisplayName: idm.Localized{"EN": "Colour"},
	ClientExtID: "acme", ApplicationExtID: "crm", AllowedValues: []idm.AllowedValue{{ID: 1, Value: "red"}, {ID: 2, Value: "blue"}},
}

func TestPropertyDefinitions(t *testing.T) {
	create := func(definition idm.PropertyDefinitionInput) func(context.Context, *idm.API) (any, error) {
		return func(ctx context.Context, api *idm.API) (any, error) {
			return nil, api.CreatePropertyDefinition(ctx, definition)
		}
	}
	runAll(t, map[string]exchange{
		"of a client": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return collect(idm.PropertyDefinitionOps.List(ctx, api, idm.In("acme")))
			},
			request:  "GET /core/v1/properties?clientExtId=acme",
			response: `{"items":[` + colourJSON + `]}`, want: []idm.PropertyDefinition{colour},
		},
		"all": {
			call: func(ctx context.Context, api *idm.API) (any, error) {
				return collect(idm.PropertyDefinitionOps.List(ctx, api, idm.Place{}))
			},
			request: "GET /core/v1/properties", response: `{"items":[]}`, want: []idm.PropertyDefinition(nil),
		},
		"create, response a body": {
			call:    create(idm.PropertyDefinitionInput{Name: idm.Set("a"), Type: "String", Scope: "onUserGlobal"}),
			request: "POST /core/v1/properties", body: `{"name":"a","type":"STRING","scope":"USER_GLOBAL"}`,
			status: 201, response: `{"propertyId":13}`,
		},
	})
}

func TestPropertyDefinitions_refusedResponses(t *testing.T) {
	for name, tc := range map[string]struct {
		kind, body string
		call       func(context.Context, *idm.API) error
	}{
		"a page":      {"text/html", "<html></html>", createDefinition},
		"another":     {"application/json", `{"propertyId":8}`, readColour},
		"none at all": {"application/json", `{}`, readColour},
	} {
		api := serve(t, func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodGet && r.URL.Path == "/core/v1/properties" {
				w.Header().Set("Content-Type", "application/json")
				fmt.Fprint(w, `{"items":[`+colourJSON+`]}`)
				return
			}
			w.Header().Set("Content-Type", tc.kind)
			w.WriteHeader(http.StatusCreated)
			fmt.Fprint(w, tc.body)
		})
		if err := tc.call(t.Context(), api); err == nil || !strings.Contains(err.Error(), "/core/v1/properties") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func createDefinition(ctx context.Context, api *idm.API) error {
	return api.CreatePropertyDefinition(ctx, idm.PropertyDefinitionInput{Name: idm.Set("a")})
}

const colourKey = "PROFILE_FOR_APPLICATION/colour/crm/acme"

func readColour(ctx context.Context, api *idm.API) error {
	_, err := idm.PropertyDefinitionOps.Get(ctx, api, idm.In("acme"), colourKey)
	return err
}

// A definition is found by its key, and then named by its number.
func TestPropertyDefinitions_byKey(t *testing.T) {
	var sent []string
	api := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if sent = append(sent, r.Method+" "+r.URL.String()); r.URL.Path == "/core/v1/properties" {
			fmt.Fprint(w, `{"items":[`+strings.ReplaceAll(colourJSON, "colour", "other")+","+colourJSON+`]}`)
			return
		}
		fmt.Fprint(w, colourJSON)
	})
	if got, err := idm.PropertyDefinitionOps.Get(t.Context(), api, idm.In("acme"), colourKey); err != nil || got.PropertyID != 7 {
		t.Error(got, err)
	}
	patch := idm.PropertyDefinitionInput{Description: idm.Set("b")}
	got, err := idm.PropertyDefinitionWrites.Update(t.Context(), api, idm.In("acme"), colourKey, 0, patch)
	if err != nil || got.PropertyID != 7 {
		t.Error(got, err)
	}
	if err := idm.PropertyDefinitionOps.Delete(t.Context(), api, idm.In("acme"), colourKey); err != nil {
		t.Error(err)
	}
	_, err = idm.PropertyDefinitionOps.Get(t.Context(), api, idm.In("acme"), "UNIT_GLOBAL/colour/acme")
	if !errors.Is(err, idm.ErrNoRecord) {
		t.Error(err)
	}
	const list, one = "/core/v1/properties?clientExtId=acme", "/core/v1/properties/7"
	want := []string{"GET " + list, "GET " + one, "GET " + list, "PATCH " + one, "GET " + list, "DELETE " + one, "GET " + list}
	if !slices.Equal(sent, want) {
		t.Error(sent)
	}
}

// Each spelling of a scope converts to the other one.
func TestLaterPropertyScope(t *testing.T) {
	for _, later := range []string{
		"APPLICATION_GLOBAL", "UNIT_GLOBAL", "PROFILE_GLOBAL", "PROFILE_FOR_APPLICATION_GLOBAL", "PROFILE_FOR_APPLICATION",
		"ROLE_FOR_APPLICATION",
		"USER_GLOBAL", "ENTERPRISE_ROLE_GLOBAL", "CREDENTIAL_CERTIFICATE_GLOBAL", "CREDENTIAL_GENERIC_GLOBAL",
		"CREDENTIAL_MOBILE_SIGNATURE_GLOBAL", "CREDENTIAL_SAML_FEDERATION_GLOBAL", "CREDENTIAL_SECURITY_QUESTIONS_GLOBAL",
	} {
		scope := idm.PropertyScope(later)
		if got := idm.LaterPropertyScope(scope); got != later {
			t.Errorf("%s is %s, and that %s", later, scope, got)
		}
		if got := idm.LaterPropertyScope(later); got != later {
			t.Errorf("LaterPropertyScope(%s) = %s", later, got)
		}
	}
}
