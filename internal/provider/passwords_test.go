package provider_test

import (
	"maps"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const (
	changed   = `/own/change {"newPassword":"` + acctest.RotatedPassword + `"}`
	ofBot     = "users/u-dev-bot/"
	logsInBot = "/auth/v1/acme/users/u-dev-bot/"
)

// passwords holds the kinds of passwords: how a rotation is sent, a login, and an existing one.
var passwords = map[string]map[string]string{
	"password": {
		"path": ofBot + "password", "login": logsInBot + "password/login/", "arguments": "", "more": "",
		"rotation": "sent POST " + ofBot + `password {"extId":"own","password":"` + acctest.RotatedPassword + `"}` +
			"\nsent DELETE " + ofBot + "password",
		"existing": `user_ext_id = "u-anna"`, "existingID": "acme/u-anna",
	},
	"context_password": {
		"path": ofBot + "context-passwords", "login": logsInBot + "context-password/login/",
		"arguments": `context = "portal"`, "more": `,"context":"portal"`, "rotation": "sent POST " + ofBot + "context-passwords" + changed,
		"existing":   "user_ext_id = \"u-anna\"\n    ext_id = \"cred-anna-context\"\n    context = \"portal\"",
		"existingID": "acme/u-anna/cred-anna-context",
	},
	"device_password": {
		"path": ofBot + "device-password", "login": logsInBot + "device-password/login/", "arguments": "",
		"more": `,"credentialExtId":"own"`, "rotation": "sent POST " + ofBot + "device-password" + changed,
		"existing": "user_ext_id = \"u-dev-bot\"\n    ext_id = \"cred-bot\"", "existingID": "acme/u-dev-bot/cred-bot",
	},
}

// eachPassword runs the script of a test for some kinds of passwords.
func eachPassword(t *testing.T, kinds ...string) {
	t.Helper()
	for _, kind := range kinds {
		names := map[string]string{"type": "idm_" + kind, "first": acctest.FirstPassword, "rotated": acctest.RotatedPassword}
		maps.Copy(names, passwords[kind])
		t.Run(kind, func(t *testing.T) { acctest.Script(t, names, acctest.Simulator, acctest.ExtIDs) })
	}
}

func TestContract_passwords(t *testing.T) {
	eachPassword(t, "password", "context_password", "device_password")
}

func TestContract_passwordQuirks(t *testing.T) {
	eachPassword(t, "password", "context_password", "device_password")
}

// A password of these kinds is changed in place.
func TestContract_passwordChanges(t *testing.T) {
	eachPassword(t, "context_password", "device_password")
}

func TestContract_passwordPolicies(t *testing.T) { eachPassword(t, "password", "context_password") }
