package idm_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

func TestField(t *testing.T) {
	type patch struct {
		Text  idm.Field[string] `json:"text,omitzero"`
		Bool  idm.Field[bool]   `json:"bool,omitzero"`
		Count idm.Field[int64]  `json:"count,omitzero"`
	}
	for want, value := range map[string]patch{
		`{}`:                                 {},
		`{"text":"","bool":false,"count":0}`: {idm.Set(""), idm.Set(false), idm.Set(int64(0))},
		`{"text":"a","bool":true}`:           {Text: idm.Set("a"), Bool: idm.Set(true)},
		`{"text":"","bool":"","count":""}`:   {idm.Clear[string](), idm.Clear[bool](), idm.Clear[int64]()},
	} {
		got, err := json.Marshal(value)
		if string(got) != want || err != nil {
			t.Errorf("%s, %v, want %s", got, err, want)
		}
	}
}

func TestField_Value(t *testing.T) {
	if value, ok := idm.Set("a").Value(); value != "a" || !ok {
		t.Errorf("Set(a).Value() = %q, %t", value, ok)
	}
	if value, ok := idm.Clear[string]().Value(); value != "" || ok {
		t.Errorf("Clear().Value() = %q, %t", value, ok)
	}
}

func TestLocalized(t *testing.T) {
	for text, want := range map[string]idm.Localized{
		`null`: nil, `{}`: nil, `{"EN":"","DE":null}`: nil, `{"EN":"a","de":"b","FR":""}`: {"EN": "a", "DE": "b"},
	} {
		var got idm.Localized
		if err := json.Unmarshal([]byte(text), &got); err != nil {
			t.Errorf("%s: %v", text, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s\n%s", text, diff)
		}
	}
}

func TestCredentialState(t *testing.T) {
	for spelling, want := range map[string]string{"TMP_LOCKED": "tmp-locked", "tmp-locked": "tmp-locked", "Active": "active", "": ""} {
		if got := idm.CredentialState(spelling); got != want {
			t.Errorf("CredentialState(%q) = %q, want %q", spelling, got, want)
		}
	}
}

// Numbers and booleans are read as texts, and absent values are left out.
func TestProperties(t *testing.T) {
	var properties idm.Properties
	text := `{"costCenter":"42","phone":"","fax":null,"floor":3,"old":true,"_classifications":{"secret":["costCenter"]}}`
	if err := json.Unmarshal([]byte(text), &properties); err != nil {
		t.Fatal(err)
	}
	want := idm.Properties{Values: map[string]string{"costCenter": "42", "floor": "3", "old": "true"},
		Classifications: map[string][]string{"secret": {"costCenter"}}}
	if diff := cmp.Diff(want, properties); diff != "" {
		t.Error(diff)
	}
	var policy idm.Policy
	if err := json.Unmarshal([]byte(`{"parameters":{"minLength":12,"resetCodeEnabled":false,"regex":"x","empty":"","none":null}}`),
		&policy); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(idm.Parameters{"minLength": "12", "resetCodeEnabled": "false", "regex": "x"}, policy.Parameters); diff != "" {
		t.Error(diff)
	}
}
