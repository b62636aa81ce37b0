package e2e

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// JSON from which a change and all references to it were removed looks complete. It breaks the rule
// access like all JSON, and has another digest.
func TestReview_droppedChange(t *testing.T) {
	t.Parallel()
	h := newHiding(t)
	h.plan(attackUnit("") + attackGrant("a", "crm-admin"))
	h.write("policy.hcl", "rule \"own\" {\n  roles = [\"wiki-*\"]\n}\n")
	h.write("whole.json", h.must(0, "show", "-json", "hidden.tfplan"))
	var decoded any
	decodeJSON(t, h.read("whole.json"), &decoded)
	encoded, err := json.Marshal(withoutAddress(decoded, "idm_authorization.a"))
	if err != nil {
		t.Fatal(err)
	}
	h.write("dropped.json", string(encoded))
	if strings.Contains(h.read("dropped.json"), "crm-admin") {
		t.Fatal("the change is not dropped")
	}
	for _, rule := range []string{"access", "outside.provider", "outside.provisioner"} {
		h.review(2, "dropped.json", "--fail-on", rule, "--out", "review.md")
	}
	digest := fmt.Sprintf("%x", sha256.Sum256([]byte(h.read("whole.json"))))
	h.review(1, "dropped.json", "--fail-on", "gain.role", "--expect-digest", digest, "--out", "review.md")
	h.review(2, "whole.json", "--fail-on", "gain.role", "--expect-digest", digest, "--out", "review.md")
	h.review(0, "whole.json", "--fail-on", "unit.delete", "--policy", "policy.hcl", "--out", "review.md")
}

// withoutAddress returns decoded JSON without the objects with an address.
func withoutAddress(value any, address string) any {
	switch value := value.(type) {
	case map[string]any:
		for name := range value {
			value[name] = withoutAddress(value[name], address)
		}
	case []any:
		value = slices.DeleteFunc(value, func(each any) bool { o, ok := each.(map[string]any); return ok && o["address"] == address })
		for i := range value {
			value[i] = withoutAddress(value[i], address)
		}
		return value
	}
	return value
}

// The applied plan must be the reviewed one, and an unknown format is not accepted as a plan.
func TestReview_anotherPlan(t *testing.T) {
	t.Parallel()
	h := newHiding(t)
	h.plan(`
resource "idm_unit" "a" {
  name        = "A"
  profileless = true
}
`)
	digest := sha256.Sum256([]byte(h.read("hidden.tfplan")))
	h.review(0, "hidden.tfplan", "--expect-digest", strings.ToUpper(hex.EncodeToString(digest[:])), "--out", "review.md")
	// Two plans within a second may be identical files, so the other one has a target.
	h.must(0, "plan", "-no-color", "-target=idm_unit.a", "-out=other.tfplan")
	if _, complaint := h.review(1, "other.tfplan", "--expect-digest", hex.EncodeToString(digest[:]), "--out",
		"other.md"); !strings.Contains(complaint, "another plan") {
		t.Errorf("complained %q", complaint)
	}
	if _, err := os.Stat(filepath.Join(h.folder, "other.md")); err == nil {
		t.Error("a review of the other plan was written")
	}
	shown := h.must(0, "show", "-json", "hidden.tfplan")
	h.write("newer.json", strings.Replace(shown, `"format_version":"1.`, `"format_version":"2.`, 1))
	if _, complaint := h.review(1, "newer.json"); !strings.Contains(complaint, "below 2.0") {
		t.Errorf("complained %q", complaint)
	}
	h.write("more.json", strings.Replace(shown, `{"format_version"`, `{"quantum_changes":[{"grants":"all"}],"format_version"`, 1))
	h.review(2, "more.json", "--fail-on", "access", "--out", "review.md")
}

// The login of the environment is for one service: other services are not called, and their objects
// get no names.
func TestReview_namesOfTheOwnServiceOnly(t *testing.T) {
	t.Parallel()
	h := newHiding(t)
	h.plan("variable \"second\" {}\nprovider \"idm\" {}\nprovider \"idm\" {\n  alias    = \"second\"\n  base_url = var.second\n}\n" +
		attackGrant("here", "crm-admin") + strings.Replace(attackGrant("there", "crm-admin"), "\n}", "\n  provider = idm.second\n}", 1))
	h.second.ClearRequests()
	h.review(0, "hidden.tfplan", "--output", "json", "--out", "review.json")
	if requests := h.second.Requests(); len(requests) > 0 {
		t.Errorf("the other service was asked: %v", requests)
	}
	var decoded struct{ Findings []finding }
	decodeJSON(t, h.read("review.json"), &decoded)
	for _, f := range decoded.Findings {
		if !strings.HasPrefix(f.Address, "idm_authorization.") || slices.Contains(f.Rules, "client.shared") ||
			slices.Contains(f.Rules, "service.address") {
			continue
		}
		if named := strings.Contains(f.Text, "Anna"); named != (f.Address == "idm_authorization.here") {
			t.Errorf("%s: %s", f.Address, f.Text)
		}
	}
}

// One service with two provider configurations, one with its address and one with the address of
// the environment, is one service.
func TestReview_oneServiceTwice(t *testing.T) {
	t.Parallel()
	h := newHiding(t)
	h.apply(attackGrant("a", "crm-admin"))
	other := strings.Replace(attackGrant("b", "crm-admin"), "\n}", "\n  client_global = true\n  provider = idm.there\n}", 1)
	h.plan("provider \"idm\" {\n  alias = \"there\"\n  base_url = \"" + h.url + "/\"\n}\n" + other)
	for _, rule := range []string{"access", "gain.global"} {
		h.review(2, "hidden.tfplan", "--fail-on", rule, "--out", "review.md")
	}
	if text := h.read("review.md"); !strings.Contains(text, "1 person is affected: 1 grant changed.") {
		t.Errorf("one service counts as two:\n%s", text)
	}
	h.applied()
	if got := roles(t, h.sim, "u-anna"); !slices.Contains(got, "crm-admin") {
		t.Errorf("the reviewed plan granted %q", got)
	}
}
