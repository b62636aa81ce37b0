package e2e

import (
	"strings"
	"testing"
)

// The configuration in the guide is applied unchanged. It creates the technical user, and a second
// provider configuration logs in as this user in the same run and in later ones. No file contains
// the secret.
func TestGuides_technicalUsers(t *testing.T) {
	t.Parallel()
	var source string
	for at, sample := range samples(t, "terraform") {
		if strings.HasPrefix(at, "technical-users.md:") {
			source = sample
		}
	}
	if source == "" {
		t.Fatal("the guide has no configuration")
	}
	const secret = "guide-secret-0123456789-abcdefghijklmnopqrstuvwxyz"
	w := newWorkspace(t, "", asAdmin, "TF_VAR_bot_secret="+secret)
	w.write("main.tf", source)
	printed := w.must(0, "apply", "-auto-approve", "-no-color")
	if !strings.Contains(printed, `bot = "report-bot"`) {
		t.Errorf("the second provider signs in as another user:\n%s", printed)
	}
	w.must(0, "plan", "-detailed-exitcode", "-no-color")
	if strings.Contains(printed+w.read("terraform.tfstate"), secret) {
		t.Error("the output or the state contains the secret")
	}

	w.environment = append(w.environment, "TF_VAR_bot_secret="+strings.ToUpper(secret))
	if out := w.must(1, "plan", "-no-color"); !strings.Contains(out, "401 Unauthorized") {
		t.Errorf("a wrong secret is not refused:\n%s", out)
	}
	w.environment = append(w.environment, "TF_VAR_bot_secret="+secret)
	w.must(0, "destroy", "-auto-approve", "-no-color")
}

// A resource of the second provider cannot be planned before the technical user exists, but
// afterwards, as the guide describes.
func TestGuides_technicalUsersInTwoRuns(t *testing.T) {
	t.Parallel()
	var source string
	for at, sample := range samples(t, "terraform") {
		if strings.HasPrefix(at, "technical-users.md:") {
			source = sample
		}
	}
	w := newWorkspace(t, "", asAdmin, "TF_VAR_bot_secret=guide-secret-0123456789-abcdefghijklmnopqrstuvwxyz")
	w.write("main.tf", source+"\nresource \"idm_unit\" \"own\" {\n  provider = idm.bot\n  name = \"Own\"\n  profileless = false\n"+
		"  parent_unit_ext_id = \"acme-it\"\n}\n")
	if out := w.must(1, "plan", "-no-color"); !strings.Contains(out, "401 Unauthorized") {
		t.Errorf("the plan does not sign in:\n%s", out)
	}
	w.must(0, "apply", "-auto-approve", "-no-color", "-target=idm_device_password.bot")
	if out, _ := w.cli("plan", "-no-color"); strings.Contains(out, "401 Unauthorized") {
		t.Errorf("the technical user does not sign in:\n%s", out)
	}
}
