package sim_test

import (
	"encoding/json"
	"testing"
)

const (
	notify = "POST /notification/v1/"
	toAnna = `{"clientExtId":"acme","userExtId":"u-anna","notificationType":"userNotification1"`
	types  = "GET /notification/v1/system/notification-types/"
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

func TestNotification_refused(t *testing.T) { play(t) }
