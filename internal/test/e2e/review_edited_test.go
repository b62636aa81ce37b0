package e2e

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
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
