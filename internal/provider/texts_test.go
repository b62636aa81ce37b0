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

// refusable returns an object of each type with two configurations; the second is a change of the
// first.
func refusable(t *testing.T) map[string][2]acctest.Values {
	t.Helper()
	configs := map[string][2]acctest.Values{}
	for _, row := range acctest.Table(t, "testdata/samples.hcl") {
		both := [2]acctest.Values{row.Config("config"), nil}
		if row.Config("change") != nil {
			both[1] = row.Changed("change")
		}
		configs[row.Type] = both
	}
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
		text = tried.ReplaceAllString(text, "Could not VERB NOUN")
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
var outcome = regexp.MustCompile(`[Ii]t is not known whether|nothing was changed|Nothing was|step changed nothing|list ends here`)

// Every error describes the operation, the failure, the resulting situation and the remedy.
// testdata/texts.txt lists all texts for review.
func TestTexts(t *testing.T) {
	said := &texts{by: map[string]map[string]map[string]bool{}}
	t.Run("resources", func(t *testing.T) {
		for resource, configs := range refusable(t) {
			t.Run(resource, func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) { refuse(t, said, resource, configs) })
			})
		}
	})
	t.Run("lists", func(t *testing.T) {
		_, schemas := server(t)
		for resource, configs := range refusable(t) {
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
		s.Must(t, http.MethodPost, "/core/v1/acme/"+made[0], made[1])
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
			s.SetFaults(t, faults...)
		})
		s.SetFaults(t)
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
