package e2e

import (
	"strings"
	"testing"
)

// The review of an encrypted plan knows only its JSON, and says what would show the rest.
func TestReview_encrypted(t *testing.T) {
	t.Parallel()
	if !openTofu() {
		t.Skip("only OpenTofu encrypts plans")
	}
	h := newHiding(t)
	h.environment = append(h.environment, `TF_ENCRYPTION=
key_provider "pbkdf2" "k" { passphrase = "correct-horse-battery" }
method "aes_gcm" "m" { keys = key_provider.pbkdf2.k }
plan { method = method.aes_gcm.m }`)
	h.plan(attackUnit(""))
	if !strings.Contains(h.read("hidden.tfplan"), "encrypted_data") {
		t.Fatal("the plan is not encrypted")
	}
	h.breaks("incomplete.unlisted", "access", "outside.backend")
	text := h.read("review.md")
	if !strings.Contains(text, "review a plan that is not encrypted") || strings.Contains(text, "correct-horse") {
		t.Errorf("the report does not name the remedy, or shows the passphrase:\n%s", text)
	}
	h.applied()
}

// breaks checks that the plan breaks each rule.
func (h *hiding) breaks(rules ...string) {
	h.t.Helper()
	for _, rule := range rules {
		h.review(2, "hidden.tfplan", "--fail-on", rule, "--out", "review.md")
	}
}
