package e2e

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const botSecret = "bot-secret-0123456789-abcdefghijklmnopqrstuv"

// No secret of the provider, in any of its encodings, may appear in the output, the TRACE log, the
// plan or the state.
func TestSecrets_appearNowhere(t *testing.T) {
	t.Parallel()
	issuer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"access_token":"demo-admin-token","token_type":"bearer","expires_in":3600}`)
	}))
	t.Cleanup(issuer.Close)
	basic := base64.StdEncoding.EncodeToString([]byte("anna:anna-password"))
	bot := "u-dev-bot:cred-bot:" + botSecret
	tests := map[string]struct {
		login   []string
		secrets []string
	}{
		"token": {[]string{"IDM_TOKEN=demo-admin-token"}, []string{"demo-admin-token"}},
		"basic": {[]string{"IDM_USERNAME=anna", "IDM_PASSWORD=anna-password"}, []string{"anna-password", basic}},
		"technical user": {[]string{"IDM_TECHNICAL_USER_USER_EXT_ID=u-dev-bot", "IDM_TECHNICAL_USER_CREDENTIAL_EXT_ID=cred-bot",
			"IDM_TECHNICAL_USER_SECRET=" + botSecret},
			[]string{botSecret, bot, base64.RawStdEncoding.EncodeToString([]byte(bot))}},
		"oauth2": {[]string{"IDM_OAUTH2_TOKEN_URL=" + issuer.URL, "IDM_OAUTH2_CLIENT_ID=ci",
			"IDM_OAUTH2_CLIENT_SECRET=oauth-client-secret"},
			[]string{"oauth-client-secret", "demo-admin-token", base64.StdEncoding.EncodeToString([]byte("ci:oauth-client-secret"))}},
		"header": {[]string{"IDM_TOKEN=demo-admin-token", `IDM_HEADERS={"X-Gateway-Key":"gateway-key-4711"}`},
			[]string{"gateway-key-4711", "demo-admin-token"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			w := newWorkspace(t, secretive, append(test.login, "TF_LOG=TRACE", "TF_VAR_note=encrypted-note-0815")...)
			w.environment = append(w.environment, "TF_LOG_PATH="+filepath.Join(w.folder, "trace.log"))
			printed, _ := w.cli("plan", "-no-color", "-out=plan.bin")
			more, _ := w.cli("apply", "-no-color", "plan.bin")
			log := w.read("trace.log")
			if !strings.Contains(log, "/core/v1/acme") {
				t.Fatalf("the log shows no call, so that nothing is proven:\n%s%s", printed, more)
			}
			shown, _ := w.cli("show", "-json", "plan.bin")
			places := map[string]string{"output": printed + more, "log": log, "plan": shown}
			if state, err := os.ReadFile(filepath.Join(w.folder, "terraform.tfstate")); err == nil {
				places["state"] = string(state)
			}
			for place, text := range places {
				// The external ID of the demo tenant's password credential happens to contain the
				// text of its secret.
				text = strings.ReplaceAll(text, "cred-anna-password", "")
				for _, secret := range test.secrets {
					if i := strings.Index(text, secret); i >= 0 {
						t.Errorf("%q appears in the %s: …%s…", secret, place, text[max(0, i-200):i])
					}
				}
			}
			for _, place := range []string{"output", "log"} {
				if i := strings.Index(places[place], "encrypted-note-0815"); i >= 0 {
					t.Errorf("an encrypted property appears in the %s: …%s…", place, places[place][max(0, i-200):i])
				}
			}
		})
	}
}

const secretive = `
variable "note" {
  type      = string
  sensitive = true
}

resource "idm_unit" "a" {
  profileless = false
  name        = "Unit A"
}

resource "idm_unit_properties" "a" {
  unit_ext_id          = idm_unit.a.ext_id
  properties           = { costCenter = "4711" }
  sensitive_properties = { secretNote = var.note }
}

data "idm_user_credentials" "anna" {
  user_ext_id = "u-anna"
}

output "credentials" {
  value = data.idm_user_credentials.anna.credentials
}
`
