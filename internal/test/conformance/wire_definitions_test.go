package conformance_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

func TestWire_policiesDefinitionsTermsClients(t *testing.T) {
	api := wired(t, "later-releases")
	t.Run("policy", live(object[idm.Policy]{
		create: func(ctx context.Context) (string, error) {
			return api.CreatePolicy(ctx, tenant, idm.PolicyInput{
				ExtID: idm.Set("p/1"), PolicyType: idm.Set("PUKPolicy"), Name: idm.Set("n"), Description: idm.Set("d"),
				DefaultPolicy: idm.Set(true), Parameters: idm.Set(idm.Parameters{
					"maxResetCount": "3", "x": "y",
				}),
			})
		},
		read: func(ctx context.Context, extID string) (idm.Policy, error) { return api.Policy(ctx, tenant, extID) },
		made: idm.Policy{
			ClientExtID: tenant, PolicyType: "PUKPolicy", Name: "n", Description: "d", DefaultPolicy: new(true),
			Parameters: idm.Parameters{"maxResetCount": "3", "x": "y"}, Record: version(1),
		},
		update: func(ctx context.Context, extID string) (idm.Policy, error) {
			return api.UpdatePolicy(ctx, tenant, extID, idm.PolicyInput{
				Name: idm.Set("m"), DefaultPolicy: idm.Set(false), Parameters: idm.Set(idm.Parameters{"x": "z"}),
				Versioned: idm.Versioned{Version: 1},
			})
		},
		updated: idm.Policy{
			ClientExtID: tenant, PolicyType: "PUKPolicy", Name: "m", Description: "d", DefaultPolicy: new(false),
			Parameters: idm.Parameters{
				"x": "z",
			}, Record: version(2),
		},
		clear: func(ctx context.Context, extID string) (idm.Policy, error) {
			return api.UpdatePolicy(ctx, tenant, extID, idm.PolicyInput{
				Name: idm.Clear[string](), Description: idm.Clear[string](), Parameters: idm.Set(idm.Parameters{}),
			})
		},
		cleared: idm.Policy{ClientExtID: tenant, PolicyType: "PUKPolicy", DefaultPolicy: new(false), Record: version(3)},
		remove:  func(ctx context.Context, extID string) error { return api.DeletePolicy(ctx, tenant, extID) },
	}))
	t.Run("terms", live(object[idm.Terms]{
		create: func(ctx context.Context) (string, error) {
			return api.CreateTerms(ctx, idm.TermsInput{
				Name: idm.Set("n"), Active: idm.Set(true), SilentAcceptance: idm.Set(true), TermsVersion: idm.Set("1"),
				URLs: idm.Set(map[string]string{
					"EN": "https://x.example",
				}),
			})
		},
		read: api.Terms,
		made: idm.Terms{
			Name: "n", Active: new(true), SilentAcceptance: new(true), TermsVersion: "1", URLs: map[string]string{
				"EN": "https://x.example",
			}, Record: version(1),
		},
		update: func(ctx context.Context, extID string) (idm.Terms, error) {
			return api.UpdateTerms(ctx, extID, idm.TermsInput{
				Name: idm.Set("m"), Active: idm.Set(false), TermsVersion: idm.Set("2"), URLs: idm.Set(map[string]string{
					"DE": "https://y.example",
				}), Versioned: idm.Versioned{Version: 1},
			})
		},
		updated: idm.Terms{
			Name: "m", Active: new(false), SilentAcceptance: new(true), TermsVersion: "2", URLs: map[string]string{
				"DE": "https://y.example",
			}, Record: version(2),
		},
		clear: func(ctx context.Context, extID string) (idm.Terms, error) {
			return api.UpdateTerms(ctx, extID, idm.TermsInput{URLs: idm.Set(map[string]string{})})
		},
		cleared: idm.Terms{Name: "m", Active: new(false), SilentAcceptance: new(true), TermsVersion: "2", Record: version(3)},
	}))
	t.Run("client", live(object[idm.Client]{
		create: func(ctx context.Context) (string, error) {
			return api.CreateClient(ctx, idm.ClientInput{
				ExtID: idm.Set("c/1"), Name: idm.Set("New"), DisplayName: idm.Localized{"EN": "N"}, Remarks: idm.Set("r"),
			})
		},
		read: api.Client,
		made: idm.Client{Name: "New", DisplayName: idm.Localized{"EN": "N"}, Remarks: "r", Record: version(1)},
		update: func(ctx context.Context, extID string) (idm.Client, error) {
			return api.UpdateClient(ctx, extID, idm.ClientInput{
				Name: idm.Set("Newer"), DisplayName: idm.Localized{"EN": "", "DE": "N"}, Remarks: idm.Clear[string](),
			})
		},
		updated: idm.Client{Name: "Newer", DisplayName: idm.Localized{"DE": "N"}, Record: version(2)},
		remove:  api.DeleteClient,
	}))
}

func TestWire_propertyDefinitions(t *testing.T) {
	ctx, api := t.Context(), wired(t)
	id, err := api.CreatePropertyDefinition(ctx, idm.PropertyDefinitionInput{
		Name: idm.Set("colour"), Description: idm.Set("d"), Type: "Enum", Scope: "onProfileForApp", ClientExtID: idm.Set(tenant),
		ApplicationExtID: idm.Set("crm"),
		Encrypted:        idm.Set(true), Propagated: idm.Set(true),
		MandatoryOnGUI: idm.Set(true), AccessCreate: idm.Set("READ_ONLY"), AccessModify: idm.Set("OFF"), UniquenessScope: idm.Set("NONE"),
		GUIPrecedence: idm.Set(int64(3)),
		DisplayName:   idm.Localized{"EN": "Colour"}, AllowedValues: idm.Set([]idm.AllowedValueInput{{Value: "red"}, {Value: "blue"}}),
	})
	if err != nil {
		t.Fatal(err)
	}
	want := idm.PropertyDefinition{
		PropertyID: id, Name: "colour", Description: "d", Type: "Enum", Scope: "onProfileForApp", ClientExtID: tenant,
		ApplicationExtID: "crm",
		Encrypted:        new(true),
		Propagated:       new(true), MandatoryOnGUI: new(true), AccessCreate: "READ_ONLY", AccessModify: "OFF", UniquenessScope: "NONE",
		GUIPrecedence: new(int64(3)),
		DisplayName:   idm.Localized{"EN": "Colour"}, AllowedValues: []idm.AllowedValue{{ID: 1, Value: "red"}, {ID: 2, Value: "blue"}},
	}
	check := func(what string, got idm.PropertyDefinition, err error) {
		t.Helper()
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); err != nil || diff != "" {
			t.Fatalf("%s: %v\n%s", what, err, diff)
		}
	}
	got, err := api.PropertyDefinition(ctx, id)
	check("read", got, err)
	for got, err = range api.SearchPropertyDefinitions(ctx, idm.PropertyDefinitionQuery{
		Scope: want.Scope, Type: want.Type, ClientExtID: tenant, ApplicationExtID: "crm", Name: "COL",
	}) {
		check("search", got, err)
	}
	got, err = api.UpdatePropertyDefinition(ctx, id, idm.PropertyDefinitionInput{
		Description: idm.Clear[string](), Encrypted: idm.Set(false), AccessModify: idm.Set("READ_WRITE"), DisplayName: idm.Localized{
			"EN": "",
		},
		AllowedValues: idm.Set([]idm.AllowedValueInput{{ID: 2, Value: "navy"}, {Value: "green"}}),
	})
	want.Description, want.Encrypted, want.AccessModify, want.DisplayName = "", new(false), "READ_WRITE", nil
	want.AllowedValues = []idm.AllowedValue{{ID: 2, Value: "navy"}, {ID: 3, Value: "green"}}
	check("update", got, err)
	if err := api.DeletePropertyDefinition(ctx, id); err != nil {
		t.Fatal(err)
	}
	if _, err := api.PropertyDefinition(ctx, id); !errors.Is(err, idm.ErrNoRecord) {
		t.Errorf("after the delete: %v", err)
	}
}
