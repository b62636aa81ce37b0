package provider_test

import (
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const credentialUser = "u-dev-bot"

// kerberos returns the configuration of a credential without a password.
func kerberos(more ...any) acctest.Values {
	config := acctest.Values{"user_ext_id": credentialUser, "ext_id": "one", "kerberos_id": "one@ACME"}
	for i := 0; i < len(more); i += 2 {
		config[more[i].(string)] = more[i+1]
	}
	return config
}

// An update of a credential sends only its state; a change of any other attribute replaces it.
func TestContract_credentialUpdate(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p, one := s.Protocol(t), acctest.Instance{Type: "idm_kerberos_credential"}
	one.Create(t, p, kerberos("state_name", "active"))
	s.ClearRequests()
	planned, diags := one.Plan(t, p, kerberos("state_name", "disabled"))
	if len(diags) > 0 || planned.Replaces {
		t.Fatal(planned.Replaces, diags)
	}
	if diags := one.Apply(t, p, planned); len(diags) > 0 {
		t.Fatal(diags)
	}
	writes := s.Writes()
	if len(writes) != 1 || !strings.HasPrefix(writes[0], "PATCH ") || !strings.Contains(writes[0], `{"stateName":"disabled"`) {
		t.Errorf("%v", writes)
	}
	planned, diags = one.Plan(t, p, kerberos("state_name", "disabled", "kerberos_id", "two@ACME"))
	if diags.HasError() || !planned.Replaces {
		t.Errorf("another Kerberos ID replaces %t, %v", planned.Replaces, diags)
	}
}

// The create of a second credential with the same identity fails and names the existing one.
func TestContract_credentialHolder(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p := s.Protocol(t)
	first, second := acctest.Instance{Type: "idm_kerberos_credential"}, acctest.Instance{Type: "idm_kerberos_credential"}
	first.Create(t, p, kerberos())
	diags := second.ApplyConcurrently(t, p, kerberos("ext_id", "another"), func() {})
	if !diags.HasError() || !strings.Contains(diags.String(), "acme/"+credentialUser+"/one") {
		t.Errorf("the import block of the existing credential is missing: %v", diags)
	}
	if second.Values != nil || second.Tainted {
		t.Errorf("a failed create left %v", second.Values)
	}
}

// A list contains only the user's credentials of one kind.
func TestContract_credentialList(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p, one := s.Protocol(t), acctest.Instance{Type: "idm_kerberos_credential"}
	one.Create(t, p, kerberos())
	for kind, want := range map[string]int{"idm_kerberos_credential": 1, "idm_saml_credential": 0} {
		listed, diags := p.List(t, kind, acctest.Values{"user_ext_id": credentialUser}, true, 0)
		if len(diags) > 0 || len(listed) != want {
			t.Errorf("%s: %v, %v", kind, listed, diags)
		}
	}
}

// The state never contains a password. The same version sends nothing, and another version is a
// change.
func TestContract_credentialVersion(t *testing.T) {
	t.Parallel()
	s := acctest.StartSimulator(t)
	p, one := s.Protocol(t), acctest.Instance{Type: "idm_password"}
	config := func(password, version string) acctest.Values {
		return acctest.Values{"user_ext_id": credentialUser, "password_wo": password, "password_wo_version": version}
	}
	one.Create(t, p, config(acctest.FirstPassword, "1"))
	if one.Values["password_wo"] != nil {
		t.Errorf("the state has a password: %v", one.Values)
	}
	s.ClearRequests()
	if planned, diags := one.Plan(t, p, config(acctest.RotatedPassword, "1")); len(diags) > 0 || !planned.Empty {
		t.Errorf("the same version changes %v, %v", planned.Values, diags)
	}
	planned, diags := one.Plan(t, p, config(acctest.RotatedPassword, "2"))
	if len(diags) > 0 || planned.Empty {
		t.Errorf("another version changes nothing: %v", diags)
	}
}
