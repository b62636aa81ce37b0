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

// Edited JSON is rejected, or breaks the rule access.
func TestReview_editedJSON(t *testing.T) {
	t.Parallel()
	h := newHiding(t)
	h.plan(attackGrant("a", "crm-admin"))
	shown := h.must(0, "show", "-json", "hidden.tfplan")
	change := func(edit func(change, values map[string]any)) string {
		var decoded map[string]any
		if err := json.Unmarshal([]byte(shown), &decoded); err != nil {
			t.Fatal(err)
		}
		for _, each := range decoded["resource_changes"].([]any) {
			edit(each.(map[string]any), each.(map[string]any)["change"].(map[string]any))
		}
		encoded, err := json.Marshal(decoded)
		if err != nil {
			t.Fatal(err)
		}
		return string(encoded)
	}
	for name, test := range map[string]struct {
		code int
		text string
	}{
		"a repeated name":         {1, strings.Replace(shown, `"actions":["create"]`, `"actions":["create"],"actions":["no-op"]`, 1)},
		"a name in other letters": {1, strings.Replace(shown, `"actions":["create"]`, `"actions":["create"],"Actions":["no-op"]`, 1)},
		"a repeated attribute": {1, strings.ReplaceAll(shown, `"role_ext_id":"crm-admin"`,
			`"role_ext_id":"crm-admin","role_ext_id":"x"`)},
		"no changes":            {1, strings.Replace(shown, `"resource_changes"`, `"resource_changes":[],"old_changes"`, 1)},
		"a version as a number": {1, strings.Replace(shown, `"format_version":"1.`, `"format_version":1,"f":"1.`, 1)},
		"an unknown version":    {1, strings.Replace(shown, `"format_version":"1.`, `"format_version":"3.`, 1)},
		"two documents":         {1, shown + shown},
		"half a document":       {1, shown[:len(shown)/2]},
		"a deep value":          {1, strings.Replace(shown, `"crm-admin"`, strings.Repeat("[", 20000)+strings.Repeat("]", 20000), 1)},
		"another provider that does nothing": {2, change(func(c, v map[string]any) {
			c["provider_name"], v["actions"] = "evil.example/x/y", []string{"no-op"}
		})},
		"a data source that does nothing": {2, change(func(c, v map[string]any) { c["mode"], v["actions"] = "data", []string{"no-op"} })},
		"no provider":                     {2, change(func(c, _ map[string]any) { delete(c, "provider_name") })},
		"no type":                         {2, change(func(c, _ map[string]any) { delete(c, "type") })},
		"no values":                       {2, change(func(_, v map[string]any) { delete(v, "after") })},
		"values of another kind":          {2, change(func(_, v map[string]any) { v["after"] = []string{"x"} })},
		"a role that is a number":         {2, change(func(_, v map[string]any) { v["after"].(map[string]any)["role_ext_id"] = 7 })},
		"an unknown part of a change":     {2, change(func(_, v map[string]any) { v["later_actions"] = []string{"create"} })},
	} {
		t.Run(name, func(t *testing.T) {
			h := &reviewing{workspace: h.workspace, idmctl: h.idmctl}
			h.t = t
			h.write("edited.json", test.text)
			h.review(test.code, "edited.json", "--fail-on", "access", "--out", "review.md")
		})
	}
}

// JSON from which a change and all references to it were removed looks complete. It breaks the rule
// access like all JSON, and has another digest.
func TestReview_droppedChange(t *testing.T) {
	t.Parallel()
	h := newHiding(t)
	h.plan(attackUnit("") + attackGrant("a", "crm-admin"))
	h.write("policy.hcl", "rule \"own\" {\n  roles = [\"wiki-*\"]\n}\n")
	h.write("whole.json", h.must(0, "show", "-json", "hidden.tfplan"))
	var decoded any
	if err := json.Unmarshal([]byte(h.read("whole.json")), &decoded); err != nil {
		t.Fatal(err)
	}
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
	if err := json.Unmarshal([]byte(h.read("review.json")), &decoded); err != nil {
		t.Fatal(err)
	}
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
