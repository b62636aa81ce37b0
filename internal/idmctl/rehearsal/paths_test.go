package rehearsal

import "testing"

// A path is named by its words, whatever the external IDs in it are.
func TestObjectOf(t *testing.T) {
	for path, want := range map[string]string{
		"/core/v1/acme/units":                                  "units",
		"/core/v1/acme/units/units":                            "units",
		"/core/v1/units/units/u/children/profiles":             "units/children",
		"/core/v1/acme/profiles/p/unit/u":                      "profiles/unit",
		"/core/v1/acme/profiles/p/authorizations/a/properties": "profiles/authorizations/properties",
		"/core/v1/clients/acme/users/count":                    "clients/users/count",
		"/core/v1/clients/acme/applications/crm":               "clients/applications",
		"/core/v1/applications/crm/roles":                      "applications/roles",
		"/core/v1/roles/crm-reader":                            "roles",
		"/core/v1/acme/eroles/er/roles/crm-reader":             "eroles/roles",
		"/core/v1/acme/eroles/er/properties":                   "eroles/properties",
		"/core/v1/properties/7":                                "properties",
		"/core/v1/acme/users/u/context-passwords/c/change":     "users/context-passwords/change",
		"/core/v1/acme/users/u/password":                       "users/password",
		"/auth/v1/acme/users/anna/device-password/login":       "users/device-password/login",
		"/auth/v1/clients/users/anna/recovery-codes/login":     "users/recovery-codes/login",
		"/auth/v1/acme/users/anna/recovery-codes/login":        "users/recovery-codes/login",
		"/principal/v1/me":                                     "me",
		"/notification/v1/":                                    "other",
	} {
		if got := objectOf(path + "?q=1"); got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
	}
}
