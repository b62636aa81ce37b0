package e2e

import (
	"archive/zip"
	"io"
	"path/filepath"
	"strings"
	"testing"
)

const passwords = `
variable "secret" {
  type      = string
  ephemeral = true
}

variable "round" {
  type = number
}

resource "idm_device_password" "bot" {
  user_ext_id         = "u-dev-bot"
  ext_id              = "bot-2026"
  password_wo         = var.secret
  password_wo_version = var.round
}

resource "idm_password" "bot" {
  user_ext_id         = "u-dev-bot"
  password_wo         = var.secret
  password_wo_version = var.round
}

resource "idm_context_password" "bot" {
  user_ext_id         = "u-dev-bot"
  context             = "portal"
  password_wo         = var.secret
  password_wo_version = var.round
}
`

// A declared password never appears in the output, logs, plans, states or diagnostics, whether it
// is set, changed or rejected by the service.
func TestPasswords_appearNowhere(t *testing.T) {
	t.Parallel()
	w := newWorkspace(t, passwords, asAdmin, "TF_LOG=TRACE")
	w.environment = append(w.environment, "TF_LOG_PATH="+filepath.Join(w.folder, "trace.log"))
	secrets := []string{"declared-secret-0123456789-abcdefghijk", "rotated-secret-0123456789-abcdefghijkl", "refused-secret"}
	rounds := []string{"1", "2", "3"}
	var printed strings.Builder
	for i, secret := range secrets {
		w.environment = append(w.environment, "TF_VAR_secret="+secret, "TF_VAR_round="+rounds[i])
		printed.WriteString(w.must(0, "plan", "-no-color", "-out=plan.bin"))
		want := 0
		if secret == "refused-secret" {
			want = 1
		}
		printed.WriteString(w.must(want, "apply", "-no-color", "plan.bin"))
		printed.WriteString(w.must(0, "show", "-json", "plan.bin"))
		printed.WriteString(unzipped(t, filepath.Join(w.folder, "plan.bin")))
	}
	places := map[string]string{"output or plan": printed.String(), "log": w.read("trace.log"), "state": w.read("terraform.tfstate")}
	if !strings.Contains(places["log"], "/device-password/bot-2026/change") ||
		!strings.Contains(places["output or plan"], "errors.pwdPolicyViolated") ||
		!strings.Contains(places["state"], "bot-2026") {
		t.Fatal("no password was set, changed and refused, so that nothing is proven")
	}
	for place, text := range places {
		for _, secret := range secrets {
			if i := strings.Index(text, secret); i >= 0 {
				t.Errorf("%q appears in the %s: …%s…", secret, place, text[max(0, i-200):i])
			}
		}
	}
}

// unzipped returns the unpacked content of a saved plan.
func unzipped(t *testing.T, name string) string {
	t.Helper()
	archive, err := zip.OpenReader(name)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	var all strings.Builder
	for _, file := range archive.File {
		content, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(&all, content); err != nil {
			t.Fatal(err)
		}
		content.Close()
	}
	if all.Len() == 0 {
		t.Fatal("the saved plan is empty")
	}
	return all.String()
}
