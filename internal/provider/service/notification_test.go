package service_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

func TestSendNotification(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	for _, test := range []struct {
		config         acctest.Values
		progress, sent string
	}{
		{
			acctest.Values{"user_ext_id": "u-anna", "notification_type": "userNotification3"}, "Sent.",
			`{"clientExtId":"acme","notificationType":"userNotification3","userExtId":"u-anna"}`,
		},
		{
			acctest.Values{
				"client_ext_id": "acme", "user_ext_id": "u-ben", "notification_type": "userNotification20",
				"sending_methods": []string{"HTMLemail", "Email"}, "async": true,
				"placeholders": acctest.Values{"DE": acctest.Values{"EXTERNAL_greeting": "Hallo"},
					"languageIndependent": acctest.Values{"EXTERNAL_code": "4711"}},
			}, "Handed to the event queue.",
			`{"async":true,"clientExtId":"acme","notificationType":"userNotification20","placeholders":{"DE":{"EXTERNAL_greeting":"Hallo"},"languageIndependent":{"EXTERNAL_code":"4711"}},` +
				`"sendingMethod":["HTMLemail","Email"],"userExtId":"u-ben"}`,
		},
	} {
		progress, diags := p.Invoke(t, "idm_send_notification", test.config)
		if len(diags) > 0 || len(progress) != 2 || progress[1] != test.progress {
			t.Errorf("not %q, but: %q %s", test.progress, progress, diags)
		}
		if strings.Contains(strings.Join(progress, ""), "4711") {
			t.Errorf("a progress message shows a placeholder: %q", progress)
		}
		if !slices.Contains(s.Requests(), "POST /notification/v1/ "+test.sent) {
			t.Errorf("%s was not sent, but:\n%s", test.sent, strings.Join(s.Requests(), "\n"))
		}
	}
}

func TestSendNotification_refused(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	config := func(name string, value any) acctest.Values {
		values := acctest.Values{"user_ext_id": "u-anna", "notification_type": "userNotification1"}
		values[name] = value
		return values
	}
	for want, values := range map[string]acctest.Values{
		`value must be one of: ["userNotification1" "userNotification2"`: config("notification_type", "userNotification21"),
		`got: "UserNotification1"`:                                       config("notification_type", "UserNotification1"),
		"contains a null value": config("placeholders",
			acctest.Values{"DE": acctest.Values{"EXTERNAL_code": nil}}),
		`value must be one of: ["Email" "HTMLemail"], got: "SMS"`: config("sending_methods", []string{"SMS"}),
		"the name of a placeholder starts with EXTERNAL_": config("placeholders",
			acctest.Values{"DE": acctest.Values{"code": "1"}}),
		"the key is a language code such as EN, or languageIndependent": config("placeholders",
			acctest.Values{"german": acctest.Values{"EXTERNAL_code": "1"}}),
		"string length must be at least 1": config("placeholders", acctest.Values{"DE": acctest.Values{"EXTERNAL_code": ""}}),
	} {
		_, diags := p.Invoke(t, "idm_send_notification", values)
		if !diags.HasError() || !strings.Contains(diags.String(), want) {
			t.Errorf("not %q, but: %s", want, diags)
		}
	}
	if sent := s.Requests(); len(sent) > 0 {
		t.Errorf("sent although it was refused: %q", sent)
	}
	if _, diags := p.Invoke(t, "idm_send_notification", config("user_ext_id", "u-nobody")); !strings.Contains(diags.String(),
		"errors.noRecord") {
		t.Errorf("not errors.noRecord, but: %s", diags)
	}
}

func TestSendNotification_noClient(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	s.Client = ""
	p := s.Protocol(t)
	config := acctest.Values{"user_ext_id": "u-anna", "notification_type": "userNotification1"}
	if _, diags := p.Invoke(t, "idm_send_notification", config); !strings.Contains(diags.String(), "Missing client") {
		t.Errorf("not refused, but: %s", diags)
	}
	config["client_ext_id"] = "acme"
	if _, diags := p.Invoke(t, "idm_send_notification", config); diags.HasError() {
		t.Error(diags)
	}
}

// A request with a lost response is never repeated, because the notification may have been sent.
func TestSendNotification_lostResponse(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	faults(t, s, `[{"kind":"drop-after","method":"POST"}]`)
	_, diags := s.Protocol(t).Invoke(t, "idm_send_notification",
		acctest.Values{"user_ext_id": "u-anna", "notification_type": "userNotification1"})
	if !strings.Contains(diags.String(), "not known whether the service did it") {
		t.Errorf("the error does not report the lost response: %s", diags)
	}
	if sent := s.Writes(); len(sent) != 2 {
		t.Errorf("sent more than once: %q", sent)
	}
}

// faults makes calls of the simulator fail.
func faults(t *testing.T, s *acctest.Service, list string) {
	t.Helper()
	req, err := http.NewRequest(http.MethodPut, s.URL+"/_sim/faults", strings.NewReader(list))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := new(http.Client).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
}
