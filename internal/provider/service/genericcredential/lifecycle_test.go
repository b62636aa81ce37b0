package genericcredential_test

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-testing/plancheck"

	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const (
	at       = "/core/v1/acme/users/u-dev-bot/generic-credentials"
	credited = "idm_generic_credential.test"
)

func config(identification string, arguments ...string) string {
	return fmt.Sprintf("resource \"idm_generic_credential\" \"test\" {\n  user_ext_id = \"u-dev-bot\"\n  ext_id = \"badge\"\n"+
		"  identification = %q\n  %s\n}\n", identification, strings.Join(arguments, "\n  "))
}

// start returns a service whose client defines a property colour and an encrypted property pin.
func start(t *testing.T, needs ...acctest.Need) *acctest.Service {
	t.Helper()
	s := acctest.Start(t, append(needs, acctest.Simulator)...)
	for name, encrypted := range map[string]bool{"colour": false, "pin": true} {
		body := fmt.Sprintf(`{"name":%q,"type":"STRING","scope":"CREDENTIAL_GENERIC_GLOBAL","encrypted":%t,"clientExtId":"acme"}`, name,
			encrypted)
		if status, response := s.Send(t, http.MethodPost, "/core/v1/properties", body); status != http.StatusCreated {
			t.Fatal(status, response)
		}
	}
	return s
}

func TestGenericCredential_lifecycle(t *testing.T) {
	t.Parallel()
	acctest.Lifecycle(t, func(_ *testing.T, s *acctest.Service) acctest.Resource {
		id := s.ID("badge")
		users := "/core/v1/" + s.Client + "/users/u-dev-bot/generic-credentials"
		return acctest.Resource{
			Type: "idm_generic_credential", ID: s.Client + "/u-dev-bot/" + id,
			Identity: acctest.Values{"client_ext_id": s.Client, "user_ext_id": "u-dev-bot", "ext_id": id},
			Minimal: acctest.Values{
				"user_ext_id": "u-dev-bot", "ext_id": id, "identification": "4711",
				"validity": acctest.Values{"to": "2090-01-01T00:00:00Z"},
			},
			Create: fmt.Sprintf(`POST %s {"extId":%q,"identification":"4711","validity":{"to":"2090-01-01T00:00:00Z"}}`, users, id),
			Path:   users + "/" + id,
			Theirs: `{"stateName":"INITIAL"}`,
			Attributes: []acctest.Attribute{
				{Name: "state_name", From: "active", To: "disabled", Sent: `"stateName":"disabled"`},
			},
		}
	}, acctest.ExtIDs, acctest.Simulator, acctest.FirstReleases)
}

// writes returns the requests that changed something, without versions.
func writes(s *acctest.Service) []string {
	sent := s.Writes()
	for i, line := range sent {
		sent[i] = version.ReplaceAllString(strings.Replace(line, at, "", 1), "")
	}
	return sent
}

var version = regexp.MustCompile(`,"version":\d+`)

func declared(_ *acctest.Service, declared any) acctest.Values {
	config := acctest.Values{"user_ext_id": "u-dev-bot", "ext_id": "badge", "identification": "1"}
	maps.Copy(config, declared.(acctest.Values))
	return config
}

// The create includes the properties. An update changes them with a separate operation before the
// state.
func TestGenericCredential_properties(t *testing.T) {
	c := acctest.Transitions{
		Type: "idm_generic_credential", Config: declared, Writes: writes,
		Start: func(t *testing.T) *acctest.Service { return start(t, acctest.ExtIDs) },
	}
	none, blue := acctest.Values{}, acctest.Values{"properties": acctest.Values{"colour": "blue"}}
	pin := acctest.Values{"sensitive_properties": acctest.Values{"pin": "4711"}}
	both := acctest.Values{"properties": blue["properties"], "sensitive_properties": pin["sensitive_properties"]}
	disabled := acctest.Values{"properties": acctest.Values{"colour": "red"}, "sensitive_properties": pin["sensitive_properties"],
		"state_name": "disabled"}
	c.Run(t, "created", nil, blue, `POST  {"extId":"badge","identification":"1","properties":{"colour":"blue"}}`)
	c.Run(t, "changed before the state", blue, disabled,
		`PATCH /badge/properties {"colour":"red","pin":"4711"}`, `PATCH /badge {"stateName":"disabled"}`)
	c.Run(t, "one removed", both, pin, `PATCH /badge/properties {"colour":""}`)
	c.Run(t, "encrypted one removed", pin, none, `PATCH /badge/properties {"pin":""}`)
	c.Run(t, "added", none, blue, `PATCH /badge/properties {"colour":"blue"}`)
}

// The apply reverts changes of an owned property by other writers.
func TestGenericCredential_propertyChangedByAnother(t *testing.T) {
	t.Parallel()
	s := start(t, acctest.ExtIDs)
	p, i := s.Protocol(t), acctest.Instance{Type: "idm_generic_credential"}
	config := declared(s, acctest.Values{"properties": acctest.Values{"colour": "blue"}})
	i.Create(t, p, config)
	s.Send(t, http.MethodPatch, at+"/badge/properties", `{"colour":"green"}`)
	if diags := i.Refresh(t, p); diags.HasError() {
		t.Fatal(diags)
	}
	s.ClearRequests()
	i.Create(t, p, config)
	if err := acctest.Equal([]string{`PATCH /badge/properties {"colour":"blue"}`}, writes(s)); err != nil {
		t.Error(err)
	}
}

// An import adds all properties to the state, the encrypted ones as sensitive.
func TestGenericCredential_importsProperties(t *testing.T) {
	t.Parallel()
	s := start(t, acctest.ExtIDs)
	if status, response := s.Send(t, http.MethodPost, at,
		`{"extId":"badge","identification":"1","properties":{"colour":"blue","pin":"4711"}}`); status != http.StatusCreated {
		t.Fatal(status, response)
	}
	object, _, diags := s.Protocol(t).Import(t, "idm_generic_credential", acctest.Values{"user_ext_id": "u-dev-bot", "ext_id": "badge"})
	if diags.HasError() || fmt.Sprint(object["properties"]) != "map[colour:blue]" ||
		fmt.Sprint(object["sensitive_properties"]) != "map[pin:4711]" {
		t.Error(object, diags)
	}
}

func TestGenericCredential_replaced(t *testing.T) {
	t.Parallel()
	for name, changed := range map[string]string{
		"identification":   config("2", `validity = { to = "2090-01-01T00:00:00Z" }`),
		"validity":         config("1", `validity = { to = "2091-01-01T00:00:00Z" }`),
		"validity removed": config("1"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := acctest.Start(t, acctest.Simulator, acctest.ExtIDs)
			s.Test(t, s.Apply(config("1", `validity = { to = "2090-01-01T00:00:00Z" }`)),
				s.Apply(config("1", `validity = { to = "2090-01-01T01:00:00+01:00" }`), s.Sent()),
				s.Step(changed, acctest.WantAction(credited, plancheck.ResourceActionReplace)), s.Apply(changed))
		})
	}
}

func TestGenericCredential_refused(t *testing.T) {
	t.Parallel()
	s := start(t)
	s.Test(t,
		s.Refused(config(""), "Empty string"),
		s.Refused(config("1", `properties = { pin = "4711" }`), "Encrypted property in plaintext"),
		s.Refused(config("1", `properties = { colour = "" }`), "Empty property"),
		s.Refused(config("1", `properties = {}`), "must contain at least 1 elements"),
		s.Fails(config("1", `properties = { color = "blue" }`), "The property color is not defined"),
		s.Fails(config("1", `policy_ext_id = "none"`), "errors.noRecord"),
	)
}
