package attrs

import (
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/attr"
	"github.com/hashicorp/terraform-plugin-framework/types"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
)

// Absence has one form: a text, a flag, a number and an object are null, a map and a list of texts
// are empty.
func TestObjectValue(t *testing.T) {
	attributes := WithRecord(Attributes{
		"client_ext_id": ComputedText(""), "ext_id": ComputedText(""), "name": ComputedText(""), "displayed": ComputedBool(""),
		"display_name": ComputedLocalized(""), "validity": ComputedValidity(""), "urls": ComputedMap(""), "names": ComputedTexts(""),
		"count":   ComputedInt(""),
		"values":  ComputedList("", Attributes{"value": ComputedText("")}),
		"address": ComputedObject("", Attributes{"city": ComputedText("")}),
	})
	own := map[string]attr.Value{"client_ext_id": types.StringValue("acme"), "unused": types.BoolValue(true)}
	type object struct {
		ExtID       string            `json:"extId"`
		Name        string            `json:"name"`
		Displayed   *bool             `json:"displayed"`
		DisplayName idm.Localized     `json:"displayName"`
		Validity    idm.Validity      `json:"validity"`
		URLs        map[string]string `json:"urls"`
		Names       []string          `json:"names"`
		Values      []struct {
			Value string `json:"value"`
		} `json:"values"`
		Address struct {
			City string `json:"city"`
		} `json:"address"`
		idm.Record
	}
	full := object{
		ExtID: "a", Name: "A", Displayed: new(false), DisplayName: idm.Localized{"DE": "B"},
		Validity: idm.Validity{To: "2026-01-01T00:00:00Z"}, URLs: map[string]string{"EN": "u"}, Names: []string{"n"},
		Record: idm.Record{Version: 2},
	}
	full.Values = append(full.Values, struct {
		Value string `json:"value"`
	}{"v"})
	full.Address.City = "Bern"
	for name, test := range map[string]struct {
		object object
		want   string
	}{
		"full": {full, `{"address":{"city":"Bern"},"client_ext_id":"acme","count":<null>,"created":<null>,"display_name":{"de":"B"},` +
			`"displayed":false,"ext_id":"a","last_modified":<null>,"name":"A","names":["n"],"urls":{"EN":"u"},` +
			`"validity":{"to":"2026-01-01T00:00:00Z"},"values":[{"value":"v"}],"version":2}`},
		"empty": {object{}, `{"address":<null>,"client_ext_id":"acme","count":<null>,"created":<null>,"display_name":<null>,"displayed":<null>,` +
			`"ext_id":<null>,"last_modified":<null>,"name":<null>,"names":[],"urls":{},"validity":<null>,"values":<null>,"version":0}`},
	} {
		if got := ObjectValue(attributes, test.object, own).String(); got != test.want {
			t.Errorf("%s: %s", name, got)
		}
	}
	if none := ListValue(attributes, []object(nil), own); none.IsNull() || len(none.Elements()) != 0 {
		t.Errorf("no objects: %s", none)
	}
}
