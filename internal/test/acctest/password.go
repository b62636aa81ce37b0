package acctest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/helper/resource"
	"github.com/hashicorp/terraform-plugin-testing/terraform"
)

// Password describes a resource with a write-only password for the common tests of all kinds of
// passwords. The passwords belong to the user u-dev-bot of the demo tenant.
type Password struct {
	// Type is the type of the resource, and Arguments its required arguments besides the user and
	// the password.
	Type      string
	Arguments Values
	// Path is the path of the create.
	Path string
	// Login is the path of the login, and LoginBody its body, with %q for the password. The
	// external ID is OwnExtID.
	Login, LoginBody string
	// Rotation returns the requests of a rotation to a password.
	Rotation func(password string) []string
}

// Constants of the password tests: an external ID, a password, and its successor.
const (
	OwnExtID        = "own"
	FirstPassword   = "first-secret-0123456789-abcdefghijklmn"
	RotatedPassword = "rotated-secret-0123456789-abcdefghijklm"
)

// values returns the arguments of a configuration with a password and further arguments.
func (p Password) values(password string, more Values) Values {
	values := Values{"user_ext_id": "u-dev-bot", "password_wo": password}
	maps.Copy(values, p.Arguments)
	maps.Copy(values, more)
	return values
}

// Config returns a configuration with a password and further arguments.
func (p Password) Config(password string, more Values) string {
	return HCL(p.Type, "test", p.values(password, more))
}

// LogsIn checks whether the service accepts a password.
func (p Password) LogsIn(t *testing.T, s *Service, password string, want bool) resource.TestCheckFunc {
	return func(*terraform.State) error {
		status, response := s.Send(t, http.MethodPost, p.Login, fmt.Sprintf(p.LoginBody, password))
		if passed := status == http.StatusOK && strings.Contains(response, `"statusCode":5`); passed != want {
			return fmt.Errorf("the login with %q: %d %s", password, status, response)
		}
		return nil
	}
}

// Rotates tests that the password logs in, that a new version sets a new password, and that a new
// password without a new version changes nothing.
func (p Password) Rotates(t *testing.T) {
	t.Helper()
	s := Start(t, Simulator, ExtIDs)
	own := func(version int) Values { return Values{"ext_id": OwnExtID, "password_wo_version": version} }
	address := p.Type + ".test"
	s.Test(t,
		s.Apply(p.Config(FirstPassword, own(1)), p.LogsIn(t, s, FirstPassword, true),
			resource.TestCheckNoResourceAttr(address, "password_wo"), resource.TestCheckResourceAttr(address, "state_name", "active")),
		s.Apply(p.Config(RotatedPassword, own(1)), s.Sent(), p.LogsIn(t, s, FirstPassword, true)),
		s.Apply(p.Config(RotatedPassword, own(2)), s.Sent(p.Rotation(RotatedPassword)...),
			p.LogsIn(t, s, RotatedPassword, true), p.LogsIn(t, s, FirstPassword, false)),
	)
}

// RotatesDisabled tests a rotation together with a change of the state, for a kind whose password
// is changed in place, and that removing the version changes nothing.
func (p Password) RotatesDisabled(t *testing.T) {
	t.Helper()
	s := Start(t, Simulator, ExtIDs)
	version := func(version any) Values { return Values{"ext_id": OwnExtID, "password_wo_version": version} }
	disabled := Values{"ext_id": OwnExtID, "password_wo_version": 2, "state_name": "disabled"}
	s.Test(t,
		s.Apply(p.Config(FirstPassword, version(1))),
		s.Apply(p.Config(RotatedPassword, version(nil)), s.Sent()),
		s.Apply(p.Config(RotatedPassword, disabled), p.LogsIn(t, s, RotatedPassword, false),
			s.Sent(append(p.Rotation(RotatedPassword), "PATCH "+p.Path+"/"+OwnExtID+` {"stateName":"disabled","version":2}`)...)),
	)
}

// RotationLost tests that a rotation with a lost response changes the password once: it is retried
// only if the service shows that nothing changed.
func (p Password) RotationLost(t *testing.T) {
	t.Helper()
	post, _, _ := strings.Cut(p.Rotation(RotatedPassword)[0], " {")
	for _, way := range Lost {
		t.Run(fmt.Sprint(way.Kind, way.Status), func(t *testing.T) {
			t.Parallel()
			s := Start(t, Simulator, ExtIDs)
			provider, i := s.Protocol(t), Instance{Type: p.Type}
			i.Create(t, provider, p.values(FirstPassword, Values{"ext_id": OwnExtID, "password_wo_version": 1}))
			fault := way.Fault
			fault.Count = 1
			s.Lose(t, strings.TrimPrefix(post, "POST "), fault)
			i.Create(t, provider, p.values(RotatedPassword, Values{"ext_id": OwnExtID, "password_wo_version": 2}))
			if err := p.LogsIn(t, s, RotatedPassword, true)(nil); err != nil {
				t.Error(err)
			}
			_, remote := s.Send(t, http.MethodGet, p.Path+"/"+OwnExtID, "")
			var credential struct{ Version int }
			if err := json.Unmarshal([]byte(remote), &credential); err != nil || credential.Version != 2 {
				t.Errorf("want one change after the create: %v %s", err, remote)
			}
		})
	}
}

// GeneratingPolicy tests that the error names the policy that generates passwords, whether the
// configuration refers to it or it is the client's default.
func (p Password) GeneratingPolicy(t *testing.T) {
	t.Helper()
	const generates = `"parameters":{"resetCodeEnabled":"true"}`
	s := Start(t, Simulator, ExtIDs)
	s.Must(t, http.MethodPost, "/core/v1/acme/policies", `{"extId":"p-reset","policyType":"PwdPolicy","name":"Reset codes",`+generates+`}`)
	s.Test(t, s.Fails(p.Config(FirstPassword, Values{"policy_ext_id": "p-reset"}),
		`The policy "p-reset" (PwdPolicy Reset codes) has the service generate the password itself`))
	s.Must(t, http.MethodPatch, "/core/v1/acme/policies/policy-password", "{"+generates+"}")
	s.Test(t, s.Fails(p.Config(FirstPassword, nil),
		`The policy "policy-password" (PwdPolicy Passwords) has the service generate the password itself`))
}

// Omitted tests a credential without a password in the configuration: an import keeps the password,
// and a create or a rotation is rejected before a request is sent. id is the import ID of an
// existing credential, and config its arguments.
func (p Password) Omitted(t *testing.T, id string, config Values) {
	t.Helper()
	s := Start(t, Simulator, ExtIDs)
	imported := func(version any) string {
		arguments := maps.Clone(config)
		arguments["password_wo_version"] = version
		return fmt.Sprintf("import {\n  to = %s.test\n  id = %q\n}\n", p.Type, id) + HCL(p.Type, "test", arguments)
	}
	s.Test(t,
		s.Refused(p.Config("", Values{"password_wo": nil, "ext_id": OwnExtID}), "Missing password_wo"),
		s.Refused(imported(1), "Missing password_wo"),
		s.Apply(imported(nil), s.Sent()),
		s.Refused(imported(1), "Missing password_wo"))
}

// Generated tests a policy that makes the service generate the password: the configuration contains
// none, and no state contains the generated one.
func (p Password) Generated(t *testing.T) {
	t.Helper()
	const generates = `"parameters":{"resetCodeEnabled":"true"}`
	s := Start(t, Simulator, ExtIDs)
	s.Must(t, http.MethodPost, "/core/v1/acme/policies", `{"extId":"p-reset","policyType":"PwdPolicy","name":"Reset codes",`+generates+`}`)
	policy := func(enabled string) string {
		return HCL("idm_policy", "new", Values{"policy_type": "PwdPolicy", "name": "New",
			"parameters": Values{"resetCodeEnabled": enabled}})
	}
	unset := func(policy any) string {
		return p.Config("", Values{"password_wo": nil, "ext_id": OwnExtID, "policy_ext_id": policy})
	}
	noSecret := func(state *terraform.State) error {
		if text := state.String(); strings.Contains(text, "password_wo =") || strings.Contains(text, "Fragment") {
			return fmt.Errorf("the state contains a password:\n%s", text)
		}
		return nil
	}
	s.Test(t,
		s.Refused(unset(nil), `The policy "policy-password" (PwdPolicy Passwords) does not generate passwords`),
		s.Apply(unset("p-reset"), noSecret),
		s.Apply(unset("p-reset"), s.Sent()))
	s.ClearRequests()
	s.Test(t, s.Fails(policy("false")+unset("${idm_policy.new.ext_id}"), "does not generate passwords"))
	for _, request := range s.Writes() {
		if strings.HasPrefix(request, "POST "+p.Path) {
			t.Errorf("sent: %s", request)
		}
	}
	s.Test(t, s.Apply(policy("true")+unset("${idm_policy.new.ext_id}"), noSecret))
}

// Must sends a request outside of the provider, which the service must accept.
func (s *Service) Must(t testing.TB, method, path, body string) {
	t.Helper()
	if status, response := s.Send(t, method, path, body); status >= http.StatusMultipleChoices {
		t.Fatal(status, response)
	}
}

// Quirks tests a rotation together with a change of the state with each relevant quirk.
func (p Password) Quirks(t *testing.T) {
	t.Helper()
	for _, quirk := range []string{"server-ext-ids", "duplicate-409", "slash-strict", "later-releases"} {
		t.Run(quirk, func(t *testing.T) {
			t.Parallel()
			s := StartSimulator(t, quirk)
			s.Test(t,
				s.Apply(p.Config(FirstPassword, Values{"password_wo_version": 1})),
				s.Apply(p.Config(RotatedPassword, Values{"password_wo_version": 2, "state_name": "disabled"})),
				s.Apply(p.Config(RotatedPassword, Values{"password_wo_version": 2, "state_name": "active"})))
		})
	}
}

// Refused tests passwords that every kind rejects, during the plan if they are known.
func (p Password) Refused(t *testing.T) {
	t.Helper()
	s := StartSimulator(t)
	s.Test(t,
		s.Fails(p.Config("brief", nil), "shorter than its policy allows"),
		s.Fails(p.Config(FirstPassword, Values{"policy_ext_id": "none"}), "errors.noRecord"),
		s.Refused(p.Config("", nil), "Empty string"),
		s.Refused(p.Config(FirstPassword, Values{"state_name": "ACTIVE"}), "tmp-locked"),
	)
}
