package sim_test

import (
	"encoding/json"
	"strings"
	"testing"
)

const (
	notify     = "POST /notification/v1/"
	toAnna     = `{"clientExtId":"acme","userExtId":"u-anna","notificationType":"userNotification1"`
	types      = "GET /notification/v1/system/notification-types/"
	noRight    = "errors.insufficientRightsFunction"
	badValue   = "errors.invalidParameter"
	incomplete = "errors.invalidData"
)

func TestNotification_types(t *testing.T) {
	s := start(t)
	got := s.send(t, anna, types, "")
	var body struct{ Items []string }
	if err := json.Unmarshal([]byte(got.raw), &body); err != nil || got.status != 200 {
		t.Fatalf("responded %d %s", got.status, got.raw)
	}
	if n := len(body.Items); n != 21 || body.Items[0] != "userNotification1" || body.Items[19] != "userNotification20" ||
		body.Items[20] != "neutralAdaptNotification" {
		t.Errorf("the types are %v", body.Items)
	}
}

func TestNotification_send(t *testing.T) {
	s := start(t)
	s.run(t,
		step{notify, toAnna + `}`, 204, "", ""},
		step{notify, `{"clientExtId":"acme","userExtId":"u-ben","notificationType":"NeutralAdaptNotification","async":true,
			"sendingMethod":["HTMLemail","Email"],
			"placeholders":{"EN":{"EXTERNAL_city":"Berne"},"de":{"EXTERNAL_city":"Bern"},"languageIndependent":{"EXTERNALcode":"7"}}}`,
			204, "", ""},
	)
	var state, want map[string]any
	if err := json.Unmarshal(s.State(), &state); err != nil {
		t.Fatal(err)
	}
	const sent = `{"notifications":[
		{"number":1,"clientExtId":"acme","userExtId":"u-anna","notificationType":"userNotification1","sendingMethod":["Email"],
		"async":false,
			"created":"2025-06-01T12:00:00Z","placeholders":null},
		{"number":2,"userExtId":"u-ben","notificationType":"neutralAdaptNotification","sendingMethod":["HTMLemail","Email"],"async":true,
			"placeholders":{"EN":{"EXTERNAL_city":"Berne"},"de":{"EXTERNAL_city":"Bern"},"languageIndependent":{"EXTERNALcode":"7"}}}]}`
	if err := json.Unmarshal([]byte(sent), &want); err != nil {
		t.Fatal(err)
	}
	if diff := contains(state, want, "state"); diff != "" {
		t.Error(diff)
	}
}

func TestNotification_refused(t *testing.T) {
	s := start(t)
	s.run(t,
		step{notify, `{"clientExtId":"none","userExtId":"u-anna","notificationType":"userNotification1"}`, 404, "errors.noRecord", ""},
		step{notify, `{"clientExtId":"acme","userExtId":"none","notificationType":"userNotification1"}`, 404, "errors.noRecord", ""},
		step{notify, `{"userExtId":"u-anna","notificationType":"userNotification1"}`, 422, incomplete, ""},
		step{notify, `{"clientExtId":"acme","notificationType":"userNotification1"}`, 422, incomplete, ""},
		step{notify, `{"clientExtId":"acme","userExtId":"u-anna"}`, 422, incomplete, ""},
		step{notify, strings.Replace(toAnna, "ion1", "ion21", 1) + `}`, 422, badValue, ""},
		step{notify, strings.Replace(toAnna, "userN", "USERN", 1) + `}`, 422, badValue, ""},
		step{notify, toAnna + `,"sendingMethod":["SMS"]}`, 422, badValue, ""},
		step{notify, toAnna + `,"sendingMethod":"Email"}`, 422, incomplete, ""},
		step{notify, toAnna + `,"placeholders":{"english":{"EXTERNAL_a":"b"}}}`, 422, badValue, ""},
		step{notify, toAnna + `,"placeholders":{"EN":{"a":"b"}}}`, 422, badValue, ""},
		step{notify, toAnna + `,"placeholders":{"EN":"b"}}`, 422, incomplete, ""},
		step{notify, toAnna + `,"placeholders":{"EN":{"EXTERNAL_a":1}}}`, 422, incomplete, ""},
		step{notify, toAnna + `,"subject":"x"}`, 422, incomplete, ""},
	)
	s.runAs(t, anna, step{notify, toAnna + `}`, 403, noRight, ""})
	s.runAs(t, reader,
		step{notify, `{"clientExtId":"globex","userExtId":"x","notificationType":"userNotification1"}`, 403,
			"errors.insufficientRightsDataroom", ""},
		step{notify, toAnna + `}`, 204, "", ""},
	)
	later := start(t, "later-releases")
	later.run(t,
		step{notify, toAnna + `,"placeholders":{"EN":{"EXTERNALa":"b"}}}`, 422, badValue, ""},
		step{notify, toAnna + `,"placeholders":{"EN":{"EXTERNAL_a":"b"}}}`, 204, "", ""},
	)
}
