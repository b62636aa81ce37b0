package provider_test

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/provider/diagnostics"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

var updateTexts = flag.Bool("update-texts", false, "write testdata/texts.txt anew")

// refusable returns the resources with two configurations each; the second is a change of the
// first.
func refusable() map[string][2]acctest.Values {
	validity := func(year string) acctest.Values { return acctest.Values{"from": year + "-01-01T00:00:00Z"} }
	both := func(values acctest.Values, name string, first, second any) [2]acctest.Values {
		a, b := maps.Clone(values), maps.Clone(values)
		a[name], b[name] = first, second
		return [2]acctest.Values{a, b}
	}
	grants := func(year string) acctest.Values { return acctest.Values{"validity": validity(year)} }
	profile := acctest.Values{"profile_ext_id": "p"}
	configs := map[string][2]acctest.Values{
		"idm_terms": both(acctest.Values{"name": "Cookies", "active": false, "silent_acceptance": false,
			"urls": acctest.Values{"EN": "https://a.example"}}, "terms_version", "1", "2"),
		"idm_unit": both(acctest.Values{"ext_id": "u", "profileless": false}, "location", "Bern", "Basel"),
		"idm_unit_properties": both(acctest.Values{"unit_ext_id": "acme-it"}, "properties", acctest.Values{"costCenter": "1"},
			acctest.Values{"costCenter": "2"}),
		"idm_profile": both(acctest.Values{"ext_id": "another", "user_ext_id": "u-ben"}, "remarks", "a", "b"),
		"idm_authorization": both(acctest.Values{"ext_id": "a", "profile_ext_id": "p", "role_ext_id": "crm-admin"},
			"client_global", true, false),
		"idm_authorization_properties": both(acctest.Values{"profile_ext_id": "p", "authorization_ext_id": "held"},
			"properties", acctest.Values{"region": "EMEA"}, acctest.Values{"region": "APAC"}),
		"idm_enterprise_authorization": both(acctest.Values{"ext_id": "e", "profile_ext_id": "p", "enterprise_role_ext_id": "er-sales"},
			"validity", validity("2026"), validity("2027")),
		"idm_profile_authorizations": both(profile, "authorizations",
			acctest.Values{"crm-reader": acctest.Values{}, "wiki-editor": grants("2026")},
			acctest.Values{"crm-reader": acctest.Values{}, "wiki-editor": grants("2027")}),
		"idm_profile_enterprise_authorizations": both(profile, "enterprise_authorizations",
			acctest.Values{"er-sales": grants("2026")}, acctest.Values{"er-sales": grants("2027")}),
		"idm_application": both(acctest.Values{"ext_id": "app", "name": "App", "displayed": true}, "description", "a", "b"),
		"idm_role": both(acctest.Values{"ext_id": "r", "application_ext_id": "crm", "name": "R"}, "description", "a",
			"b"),
		"idm_enterprise_role":        both(acctest.Values{"ext_id": "er", "name": "ER"}, "description", "a", "b"),
		"idm_enterprise_role_member": {{"enterprise_role_ext_id": "er-sales", "role_ext_id": "crm-admin"}, nil},
		"idm_enterprise_role_members": both(acctest.Values{"enterprise_role_ext_id": "er-finance"}, "role_ext_ids",
			[]any{"billing-clerk", "crm-reader"}, []any{"billing-clerk"}),
		"idm_enterprise_role_properties": both(acctest.Values{"enterprise_role_ext_id": "er-sales"}, "properties",
			acctest.Values{"tier": "1"}, acctest.Values{"tier": "2"}),
		"idm_profile_properties": both(profile, "properties", acctest.Values{"badge": "1"}, acctest.Values{"badge": "2"}),
		"idm_user":               both(acctest.Values{"ext_id": "somebody"}, "remarks", "a", "b"),
		"idm_user_properties": both(acctest.Values{"user_ext_id": "u-ben"}, "properties", acctest.Values{"employeeNumber": "1"},
			acctest.Values{"employeeNumber": "2"}),
		"idm_property_definition": both(acctest.Values{"scope": "PROFILE_FOR_APPLICATION", "name": "shade", "application_ext_id": "crm",
			"type": "STRING"}, "description", "a", "b"),
		"idm_policy": both(acctest.Values{"ext_id": "po", "policy_type": "TANPolicy"}, "name", "a", "b"),
		"idm_client": both(acctest.Values{"ext_id": "new", "name": "New", "deletion_protection": false}, "remarks", "a", "b"),
		"idm_password": both(acctest.Values{"user_ext_id": "u-dev-bot", "ext_id": "pw", "password_wo": "a-Secret-0123456789"},
			"state_name", "active", "disabled"),
		"idm_device_password": both(acctest.Values{"user_ext_id": "u-ben", "ext_id": "dp",
			"password_wo": "device-secret-0123456789-abcdefghijklmn"}, "state_name", "active", "disabled"),
		"idm_context_password": both(acctest.Values{"user_ext_id": "u-ben", "ext_id": "cp", "context": "portal",
			"password_wo": "a-Secret-0123456789"}, "state_name", "active", "disabled"),
		"idm_client_application": {{"application_ext_id": "billing"}, nil},
		"idm_client_applications": both(acctest.Values{"client_ext_id": "globex"}, "application_ext_ids", []any{"wiki"},
			[]any{"wiki", "billing"}),
	}
	maps.Copy(configs, credentialConfigs())
	return configs
}

// quirksOf holds the quirks that a resource requires.
var quirksOf = map[string][]string{"idm_client": {"later-releases"}}

// responses returns the possible errors of the service: every code of the reference, and statuses
// without a known code. 401 comes last, because a failed login ends the run.
func responses() []sim.Fault {
	var all []sim.Fault
	for _, status := range []int{400, 403, 404, 405, 409, 413, 415, 422} {
		all = append(all, sim.Fault{Status: status})
	}
	for _, code := range sim.Codes() {
		all = append(all, sim.Fault{Code: code.Code})
	}
	return append(all, sim.Fault{Status: http.StatusUnauthorized})
}

// texts collects the texts of diagnostics, without the parts that differ between objects, by the
// operation that reported them.
type texts struct {
	mu sync.Mutex
	by map[string]map[string]map[string]bool // text, operation, code
}

var (
	objectLine = regexp.MustCompile(`Object: [^\n]*`)
	listLine   = regexp.MustCompile(`Listed from: [^\n]*`)
	request    = regexp.MustCompile(`(GET|POST|PUT|PATCH|DELETE) /\S+: \d{3} [A-Z][A-Za-z ]+: errors\.[\w.]+:`)
	address    = regexp.MustCompile(`base_url: http[^\n]*`)
	element    = regexp.MustCompile(`Element: [^\n]*\n`)
	tried      = regexp.MustCompile(`^Could not [a-z ]+? (one of the )?NOUN`)
	done       = regexp.MustCompile(`NOUN (was|were)( not)? (` + participles + `)\.`)
	release    = regexp.MustCompile(`idm_\w+ requires release [\d.]+ or later\. .*`)
	sought     = regexp.MustCompile(`a new object with .*`)
	imported   = regexp.MustCompile(`its import ID is .* external ID`)
	key        = regexp.MustCompile(`id = "[^"]*"`)
)

func (x *texts) add(t *testing.T, resource, operation string, fault sim.Fault, diags acctest.Diagnostics) {
	t.Helper()
	noun := cmp.Or(acted[resource], diagnostics.Title(strings.TrimPrefix(resource, "idm_")))
	code := fault.Code
	if code == "" {
		code = fmt.Sprint(fault.Status)
	}
	for _, d := range diags {
		text := d.Summary + "\n\n" + request.ReplaceAllString(objectLine.ReplaceAllString(d.Detail, "Object: NOUN KEY"),
			"REQUEST: STATUS: CODE:")
		text = imported.ReplaceAllString(sought.ReplaceAllString(text, "a new object with VALUES."), "its import ID is KEY")
		text = address.ReplaceAllString(listLine.ReplaceAllString(text, "Listed from: ARGUMENTS"), "base_url: ADDRESS")
		text = strings.ReplaceAll(key.ReplaceAllString(text, `id = "KEY"`), resource+".", "idm_NOUN.")
		if everyday := []string{"client", "user", "policy", "password", "role", "application", "certificate",
			"login"}; slices.Contains(everyday,
			noun) {
			text = regexp.MustCompile(`((?:Could not [a-z ]+?|The|the) )`+noun+`( (?:was|were) |\n)`).ReplaceAllString(text, "${1}NOUN$2")
		} else {
			text = strings.ReplaceAll(text, noun, "NOUN")
		}
		text = element.ReplaceAllString(release.ReplaceAllString(text, "idm_NOUN requires release N or later. INSTEAD"), "")
		text = done.ReplaceAllString(tried.ReplaceAllString(text, "Could not VERB NOUN"), "NOUN was$2 VERBED.")
		x.mu.Lock()
		if x.by[text] == nil {
			x.by[text] = map[string]map[string]bool{}
		}
		if x.by[text][operation] == nil {
			x.by[text][operation] = map[string]bool{}
		}
		x.by[text][operation][code] = true
		x.mu.Unlock()
	}
}

func (x *texts) String() string {
	var all []string
	for text, operations := range x.by {
		var by []string
		for _, operation := range slices.Sorted(maps.Keys(operations)) {
			by = append(by, "=== "+operation+": "+strings.Join(slices.Sorted(maps.Keys(operations[operation])), " "))
		}
		all = append(all, strings.Join(by, "\n")+"\n\n"+text+"\n")
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}

// outcome matches the result of a write in a text: that it was not done, that its result is
// unknown, or that the conflict changed nothing.
var outcome = regexp.MustCompile(`(was|were) not (` + participles +
	`)|[Ii]t is not known whether|nothing was changed|Nothing was|list ends here`)

const participles = "created|changed|deleted|granted|revoked|assigned|unassigned|added|removed|sent|checked"

// Every error describes the operation, the failure, the resulting situation and the remedy.
// testdata/texts.txt lists all texts for review.
func TestTexts(t *testing.T) {
	said := &texts{by: map[string]map[string]map[string]bool{}}
	t.Run("resources", func(t *testing.T) {
		for resource, configs := range refusable() {
			t.Run(resource, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) { refuse(t, said, resource, configs) })
			})
		}
	})
	t.Run("lists", func(t *testing.T) {
		_, schemas := server(t)
		for resource, configs := range refusable() {
			t.Run(resource, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) {
					s, p, object := made(t, resource, configs[0])
					arguments := listArguments(schemas, object)
					said.sweep(t, s, resource, "list", []string{http.MethodGet}, func(between func()) acctest.Diagnostics {
						between()
						_, diags := p.List(t, resource, arguments, true, 0)
						return diags
					})
				})
			})
		}
	})
	t.Run("actions", func(t *testing.T) {
		for action, config := range invocations {
			t.Run(action, func(t *testing.T) {
				t.Parallel()
				acctest.InVirtualTime(t, func(t *testing.T, s *acctest.Service) {
					p := s.Protocol(t)
					said.sweep(t, s, action, "invoke", []string{http.MethodPost}, func(between func()) acctest.Diagnostics {
						between()
						_, diags := p.Invoke(t, action, config)
						return diags
					})
				})
			})
		}
	})
	const golden = "testdata/texts.txt"
	got := said.String()
	if *updateTexts {
		if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Error("the texts have changed: run this test with -update-texts and read the difference")
	}
}

// setting returns the objects that exist before the operations of a resource, as paths and bodies.
func setting(resource string) [][2]string {
	if resource == "idm_client" {
		return nil
	}
	return [][2]string{{"users/u-ben/profiles", `{"extId":"p"}`},
		{"profiles/p/authorizations/", `{"extId":"held","roleExtId":"crm-reader"}`}}
}

// refuse fails each operation of a resource with each of the errors.
func refuse(t *testing.T, said *texts, resource string, configs [2]acctest.Values) {
	s := acctest.Virtual(t, acctest.Quirks(quirksOf[resource]...))
	for _, made := range setting(resource) {
		if status, response := s.Send(t, http.MethodPost, "/core/v1/acme/"+made[0], made[1]); status != http.StatusCreated {
			t.Fatal(response)
		}
	}
	p, object := s.Protocol(t), acctest.Instance{Type: resource}
	each := func(operation string, methods []string, run func(between func()) acctest.Diagnostics) {
		p = s.Protocol(t)
		said.sweep(t, s, resource, operation, methods, run)
	}
	writes := []string{http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}
	each("create", writes, func(between func()) acctest.Diagnostics {
		return new(acctest.Instance{Type: resource}).ApplyConcurrently(t, p, configs[0], between)
	})
	p = s.Protocol(t)
	object.Create(t, p, configs[0])
	each("read", []string{http.MethodGet}, func(between func()) acctest.Diagnostics {
		one := object
		between()
		return one.Refresh(t, p)
	})
	for operation, config := range map[string]acctest.Values{"update": configs[1], "delete": nil} {
		if operation == "update" && config == nil {
			continue
		}
		each(operation, writes, func(between func()) acctest.Diagnostics {
			one := object
			return one.ApplyConcurrently(t, p, config, between)
		})
	}
}

// invocations holds the actions with a configuration each.
var invocations = map[string]acctest.Values{
	"idm_login":             {"user_ext_id": "u-anna", "password": "anna-password"},
	"idm_send_notification": {"user_ext_id": "u-anna", "notification_type": "userNotification1"},
	"idm_update_login_info": {"user_ext_id": "u-anna", "success": true},
}

// acted holds the names of actions in texts, if they differ from the type.
var acted = map[string]string{"idm_send_notification": "notification", "idm_update_login_info": "login info"}

// sweep runs an operation of a part once for each possible error of some methods.
func (x *texts) sweep(t *testing.T, s *acctest.Service, part, operation string, methods []string,
	run func(between func()) acctest.Diagnostics) {
	t.Helper()
	for _, response := range responses() {
		diags := run(func() {
			var faults []sim.Fault
			for _, method := range methods {
				response.Kind, response.Method = "status", method
				if method == http.MethodGet {
					response.Path = "/core/*" // A run whose every response is odd has another address than the service's.
				}
				faults = append(faults, response)
			}
			if err := s.Sim.SetFaults(faults...); err != nil {
				t.Fatal(err)
			}
		})
		if err := s.Sim.SetFaults(); err != nil {
			t.Fatal(err)
		}
		if operation == "delete" {
			// Warnings of a planned destroy are not texts of an apply.
			diags = slices.DeleteFunc(diags, func(d *tfprotov6.Diagnostic) bool {
				return d.Severity == tfprotov6.DiagnosticSeverityWarning
			})
		}
		for _, d := range diags {
			if operation != "read" && !outcome.MatchString(d.Detail) || strings.Contains(strings.ToLower(d.Detail), "nobody knows") {
				t.Errorf("%s %s%d does not say what is true now: %s", operation, response.Code, response.Status, d.Detail)
			}
		}
		x.add(t, part, operation, response, diags)
	}
}
