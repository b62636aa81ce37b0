package connection_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/connection"
)

// environment sets the given variables IDM_… and unsets all others.
func environment(t *testing.T, variables map[string]string) {
	t.Helper()
	for _, variable := range os.Environ() {
		if name, _, _ := strings.Cut(variable, "="); strings.HasPrefix(name, "IDM_") {
			t.Setenv(name, "")
		}
	}
	for name, value := range variables {
		t.Setenv(name, value)
	}
}

func TestOpen(t *testing.T) {
	environment(t, map[string]string{"IDM_BASE_URL": "https://idm.example.com", "IDM_TECHNICAL_USER_USER_EXT_ID": "u",
		"IDM_TECHNICAL_USER_CREDENTIAL_EXT_ID": "c",
		"IDM_TECHNICAL_USER_SECRET":            "s", "IDM_CLIENT_EXT_ID": "acme", "IDM_BATCH_READS": "false"})
	opened, err := connection.Open("test/1")
	if err != nil {
		t.Fatal(err)
	}
	if opened.API == nil || opened.ClientExtID != "acme" || opened.Cloud != nil || opened.BatchReads || opened.PlanChecks != "error" {
		t.Errorf("%+v", opened)
	}
}

func TestOpen_refused(t *testing.T) {
	tests := map[string]struct {
		variables  map[string]string
		want       []string
		nothingSet bool
	}{
		"nothing set": {nil, []string{
			"Missing base_url: Set the address of the service with base_url in the provider block or the environment variable IDM_BASE_URL",
			"Missing login",
		}, true},
		"no login": {map[string]string{"IDM_BASE_URL": "https://idm.example.com"}, []string{"Missing login", "IDM_TOKEN"}, true},
		"half a login": {map[string]string{"IDM_BASE_URL": "https://idm.example.com", "IDM_USERNAME": "u"},
			[]string{"Incomplete login", "IDM_PASSWORD"}, false},
		"plain http": {map[string]string{"IDM_BASE_URL": "http://idm.example.com", "IDM_TOKEN": "t"},
			[]string{"IDM_ALLOW_PLAIN_HTTP"}, false},
		"every problem": {map[string]string{"IDM_BASE_URL": "nowhere", "IDM_TOKEN": "t", "IDM_REQUEST_TIMEOUT": "soon"},
			[]string{"Invalid base_url", "Invalid request_timeout"}, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			environment(t, test.variables)
			_, err := connection.Open("test/1")
			var problems connection.SettingsError
			if !errors.As(err, &problems) || problems.NothingSet() != test.nothingSet {
				t.Fatalf("%v", err)
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("%q is missing in %s", want, err)
				}
			}
		})
	}
}

func TestConnect_blockOverridesEnvironment(t *testing.T) {
	environment(t, map[string]string{"IDM_BASE_URL": "nonsense", "IDM_CLIENT_EXT_ID": "other", "IDM_USERNAME": "u"})
	base, token, client := "https://idm.example.com", "t", "acme"
	opened, err := connection.Connect(t.Context(),
		&connection.Settings{BaseURL: &base, Token: &token, ClientExtID: &client}, "test/1", nil, nil)
	if err != nil || opened.ClientExtID != "acme" || opened.BaseURL != base {
		t.Errorf("%+v, %v", opened, err)
	}
}

func TestConnect_rehearsal(t *testing.T) {
	text := func(s string) *string { return &s }
	settings := &connection.Settings{
		BaseURL: text("https://idm.example.com"), Token: text("real"), ClientExtID: text("acme"),
		ProxyURL: text("http://proxy.example.com"),
		OAuth2:   &connection.OAuth2{TokenURL: text("https://login.example.com")}, Headers: map[string]*string{"X-Key": text("real")},
	}
	environment(t, map[string]string{"IDM_REHEARSAL_URL": "http://127.0.0.1:1", "IDM_REHEARSAL_TOKEN": "copy"})
	opened, err := connection.Connect(t.Context(), settings, "test/1", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if opened.BaseURL != "http://127.0.0.1:1" || opened.ClientExtID != "acme" || opened.Cloud != nil {
		t.Errorf("%+v", opened)
	}
	for _, address := range []string{"http://idm.example.com", "https://127.0.0.1", "nowhere", "http://127.0.0.1.example.com",
		"http://[::1]x"} {
		environment(t, map[string]string{"IDM_REHEARSAL_URL": address, "IDM_REHEARSAL_TOKEN": "copy"})
		_, err := connection.Connect(t.Context(), settings, "test/1", nil, nil)
		if err == nil || !strings.Contains(err.Error(), "IDM_REHEARSAL_URL") {
			t.Errorf("%s: %v", address, err)
		}
	}
}
