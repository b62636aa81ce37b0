package e2e

import (
	"io"
	"net/http"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

const ephemeral = `
variable "password" {
  type      = string
  ephemeral = true
}

ephemeral "idm_user_credentials" "anna" {
  user_ext_id = "u-anna"
}

ephemeral "idm_token" "anna" {
  username = "anna"
  password = var.password
}

resource "terraform_data" "something" {
  input = "to be kept"
}
`

// The values of ephemeral resources never appear in the output, logs, plans or states, although the
// resources were opened.
func TestEphemeral_valuesAppearNowhere(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, ephemeral, "IDM_TOKEN=demo-anna-token", "TF_VAR_password=anna-password", "TF_LOG=TRACE")
	w.environment = append(w.environment, "TF_LOG_PATH="+filepath.Join(w.folder, "trace.log"))
	secrets := append(w.hashedSecrets("u-anna"), "anna-password")
	w.sim.ClearRequests()
	printed := w.must(0, "plan", "-no-color", "-out=plan.bin") + w.must(0, "apply", "-no-color", "plan.bin")
	for _, call := range []string{"GET /core/v1/acme/users/u-anna/credentials", "POST /principal/v1/token/"} {
		if !slices.ContainsFunc(w.sim.Requests(), func(r sim.Request) bool { return r.Method+" "+strings.Split(r.Path, "?")[0] == call }) {
			t.Fatalf("%s was not called, so that nothing is proven", call)
		}
	}
	token := regexp.MustCompile(`eyJ[\w-]{8,}\.[\w-]{8,}\.`)
	places := map[string]string{"output": printed, "log": w.read("trace.log"), "plan": w.must(0, "show", "-json", "plan.bin"),
		"state": w.read("terraform.tfstate")}
	if !strings.Contains(places["state"], "to be kept") {
		t.Fatal("the state holds nothing at all")
	}
	for place, text := range places {
		// The external ID of the password credential happens to contain the text of its secret.
		text = strings.ReplaceAll(text, "cred-anna-password", "")
		for _, secret := range secrets {
			if strings.Contains(text, secret) {
				t.Errorf("%q appears in the %s", secret, place)
			}
		}
		if found := token.FindString(text); found != "" {
			t.Errorf("a token appears in the %s: %s", place, found)
		}
	}
}

// hashedSecrets reads the hashes in a user's credentials from the simulator.
func (w *workspace) hashedSecrets(user string) []string {
	w.t.Helper()
	req, err := http.NewRequestWithContext(w.t.Context(), http.MethodGet, w.url+"/core/v1/acme/users/"+user+"/credentials", http.NoBody)
	if err != nil {
		w.t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer demo-admin-token")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		w.t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		w.t.Fatal(err)
	}
	var list struct{ Items []map[string]any }
	decodeJSON(w.t, body, &list)
	var hashes []string
	for _, credential := range list.Items {
		for _, field := range []string{"ticket", "tempStrongPassword", "puk", "devicePassword", "otp", "hashedCredentialId"} {
			if text, ok := credential[field].(string); ok && text != "" {
				hashes = append(hashes, text)
			}
		}
	}
	if len(hashes) < 3 {
		w.t.Fatalf("only %d hashed secrets to look for: %s", len(hashes), body)
	}
	return hashes
}
