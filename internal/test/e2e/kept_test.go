package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
)

const (
	keptPassword = "password_wo = \"a-Secret-0123456789-0123456789-0123456789\"\n  password_wo_version = 1"
	keptSAML     = `subject_name_id = "carla@acme.example.com"
  subject_name_id_format = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"
  issuer_name_id = "https://login.acme.example.com"
  issuer_name_id_format = "urn:oasis:names:tc:SAML:2.0:nameid-format:entity"`
	keptCertificate = `-----BEGIN CERTIFICATE-----
MIIBbjCCAROgAwIBAgIUYVzKsJ4aLqTaAPN5hvwLm8phQWAwCgYIKoZIzj0EAwIw
DDEKMAgGA1UEAwwBeDAeFw0yNjExMjMxMDU0MjNaFw0zNjExMjAxMDU0MjNaMAwx
CjAIBgNVBAMMAXgwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAT0ft1K785+FEOY
MTllMevjspOg/K1DlagVj7rxGCTeCQgLyY93mMbhmpOUifoqlYy6ZhsHBaM2OnhO
W2d/PIHPo1MwUTAdBgNVHQ4EFgQU87ZKeM88MOO2D8LUx0MmVW7NoCUwHwYDVR0j
BBgwFoAU87ZKeM88MOO2D8LUx0MmVW7NoCUwDwYDVR0TAQH/BAUwAwEB/zAKBggq
hkjOPQQDAgNJADBGAiEAkjgme3zo7Z/yfR90J6Xfu8liBGOp4vJHB3wHQSNzp4AC
IQDJeZvoYVGDroOpMdRwh6u9miOs69+JFOZrmk55YTTbqw==
-----END CERTIFICATE-----
`
)

// declarable contains the arguments of one object of each type. The objects do not refer to each
// other.
var declarable = map[string][]string{
	"idm_application":   {`ext_id = "app-new"`, `name = "New"`, `displayed = true`},
	"idm_authorization": {`profile_ext_id = "p-anna-hq"`, `role_ext_id = "crm-admin"`},
	"idm_authorization_properties": {`profile_ext_id = "p-anna-hq"`, `authorization_ext_id = "a-anna-crm"`,
		`properties = { limit = "5" }`},
	"idm_certificate": {`user_ext_id = "u-carla"`, `ext_id = "c-certificate"`,
		`certificate = file("certificate.pem")`},
	"idm_client":                            {`ext_id = "client-new"`, `name = "New"`, `deletion_protection = false`},
	"idm_client_application":                {`client_ext_id = "globex"`, `application_ext_id = "hr"`},
	"idm_client_applications":               {`application_ext_ids = ["crm", "wiki"]`},
	"idm_context_password":                  {`user_ext_id = "u-carla"`, `ext_id = "c-context"`, `context = "portal"`, keptPassword},
	"idm_device_password":                   {`user_ext_id = "u-dev-bot"`, `ext_id = "c-device"`, keptPassword},
	"idm_enterprise_authorization":          {`ext_id = "ea-new"`, `profile_ext_id = "p-anna-hq"`, `enterprise_role_ext_id = "er-finance"`},
	"idm_enterprise_role":                   {`ext_id = "er-new"`, `name = "New"`},
	"idm_enterprise_role_member":            {`enterprise_role_ext_id = "er-sales"`, `role_ext_id = "hr-viewer"`},
	"idm_enterprise_role_members":           {`enterprise_role_ext_id = "er-manager"`, `role_ext_ids = ["crm-admin", "billing-admin"]`},
	"idm_enterprise_role_properties":        {`enterprise_role_ext_id = "er-sales"`, `properties = { tier = "1" }`},
	"idm_generic_credential":                {`user_ext_id = "u-carla"`, `ext_id = "c-generic"`, `identification = "4711"`},
	"idm_kerberos_credential":               {`user_ext_id = "u-carla"`, `ext_id = "c-kerberos"`, `kerberos_id = "carla@ACME"`},
	"idm_password":                          {`user_ext_id = "u-dev-bot"`, keptPassword},
	"idm_policy":                            {`ext_id = "po-new"`, `policy_type = "TANPolicy"`, `parameters = { a = "1" }`},
	"idm_profile":                           {`ext_id = "p-new"`, `user_ext_id = "u-ben"`},
	"idm_profile_authorizations":            {`profile_ext_id = "p-ben"`, `authorizations = { crm-reader = {}, wiki-editor = {} }`},
	"idm_profile_enterprise_authorizations": {`profile_ext_id = "p-ben"`, `enterprise_authorizations = { er-sales = {}, er-finance = {} }`},
	"idm_profile_properties":                {`profile_ext_id = "p-anna-hq"`, `properties = { badge = "1" }`},
	"idm_property_definition":               {`scope = "UNIT_GLOBAL"`, `name = "shade"`, `type = "STRING"`},
	"idm_role":                              {`ext_id = "role-new"`, `application_ext_id = "hr"`, `name = "new"`},
	"idm_saml_credential":                   {`user_ext_id = "u-carla"`, `ext_id = "c-saml"`, keptSAML},
	"idm_terms":                             {`name = "New"`, `active = true`, `silent_acceptance = false`, `terms_version = "1"`},
	"idm_unit":                              {`ext_id = "unit-new"`, `name = "New"`, `profileless = false`},
	"idm_unit_properties":                   {`unit_ext_id = "acme-it"`, `properties = { costCenter = "1" }`},
	"idm_user":                              {`ext_id = "u-new"`, `login_id = "new"`},
	"idm_user_properties":                   {`user_ext_id = "u-carla"`, `properties = { employeeNumber = "7" }`},
}

// declares returns a configuration of the objects of some types, each with additional arguments.
func declares(types []string, more string) string {
	var b strings.Builder
	for _, name := range types {
		fmt.Fprintf(&b, "resource %q \"x\" {\n  %s\n  %s\n}\n", name, more, strings.Join(declarable[name], "\n  "))
	}
	return b.String()
}

// declaring returns the demo tenant with an object of each type, created by a configuration.
func declaring(t *testing.T, configuration string) *exporting {
	t.Helper()
	e := laterTenant(t, configuration)
	e.write("certificate.pem", keptCertificate)
	e.call(http.MethodPost, "acme/users/u-ben/profiles", `{"extId":"p-ben"}`)
	e.must(0, "apply", "-auto-approve", "-no-color")
	return e
}

// declarableTypes returns all types whose external IDs a configuration chooses, and those whose
// create succeeds if the object already exists. The service assigns the external IDs of terms.
func declarableTypes(t *testing.T) (all, idempotent []string) {
	t.Helper()
	for _, of := range objecttype.All() {
		name := of.TypeName()
		if declarable[name] == nil {
			t.Errorf("%s has no configuration here", name)
		}
		if name != "idm_terms" {
			all = append(all, name)
		}
		if of.Idempotent() {
			idempotent = append(idempotent, name)
		}
	}
	return all, idempotent
}

var typeName = regexp.MustCompile(`idm_[a-z_]+`)

// diagnosed returns the types in the diagnostics with a summary in the output of a run with -json,
// sorted. A CLI reports no address for a resource that the configuration lacks, so the type is in
// the detail.
func diagnosed(t *testing.T, out, summary string) (types []string) {
	t.Helper()
	for line := range strings.Lines(out) {
		var message struct {
			Diagnostic struct{ Summary, Address, Detail string }
		}
		if json.Unmarshal([]byte(line), &message) == nil && strings.HasPrefix(message.Diagnostic.Summary, summary) {
			types = append(types, typeName.FindString(message.Diagnostic.Address+message.Diagnostic.Detail))
		}
	}
	slices.Sort(types)
	return slices.Compact(types)
}

// exist returns the types of new objects that a plan refuses because they exist.
func exist(t *testing.T, out string) (types []string) {
	t.Helper()
	for _, summary := range []string{"The external ID is taken", "The enterprise role member exists", "The client application exists",
		"The password exists", "The property definition exists"} {
		types = append(types, diagnosed(t, out, summary)...)
	}
	return types
}

// refusedAgain returns the types that a plan refuses because the object exists, or because the plan
// also destroys it, such as a deposed one: the second of the two calls reports it.
func refusedAgain(t *testing.T, out string) []string {
	t.Helper()
	types := append(exist(t, out), diagnosed(t, out, "Destroyed at one address and created at another")...)
	slices.Sort(types)
	return slices.Compact(types)
}

// A renamed key of for_each never deletes an object: a plan that would do so is an error for every
// type, and a `moved` block changes nothing.
func TestKept_renamedKeys(t *testing.T) {
	t.Parallel()
	all, _ := declarableTypes(t)
	const before, after = `for_each = toset(["before"])`, `for_each = toset(["after"])`
	e := declaring(t, declares(all, before))

	e.configures(declares(all, after))
	untouched := e.sim.State()
	out := e.must(1, "plan", "-json")
	if refused := refusedAgain(t, out); !slices.Equal(refused, all) {
		t.Errorf("reported of %v", refused)
	}
	e.must(0, "plan", "-destroy", "-refresh=false", "-no-color")
	var moved strings.Builder
	for _, name := range all {
		fmt.Fprintf(&moved, "moved {\n  from = %[1]s.x[\"before\"]\n  to = %[1]s.x[\"after\"]\n}\n", name)
	}
	e.configures(declares(all, after) + moved.String())
	e.must(0, "apply", "-auto-approve", "-no-color")
	if !bytes.Equal(untouched, e.sim.State()) {
		t.Error("the plan or the move changed the service")
	}
}

// A replacement with create_before_destroy never deletes the new object together with the old one:
// either the run keeps and reports it, or its create fails before anything is destroyed. The next
// plan is empty. A CLI plans each object once more in the apply, without its old instance: until the
// run has changed something, that call cannot know that the existing object is the old one. It is
// then deposed, and the next plan is an error.
func TestKept_createBeforeDestroy(t *testing.T) {
	t.Parallel()
	all, idempotent := declarableTypes(t)
	triggered := func(input string) string {
		return fmt.Sprintf("resource \"terraform_data\" \"t\" {\n  input = %q\n}\n", input) +
			declares(all, "lifecycle {\n    create_before_destroy = true\n    replace_triggered_by = [terraform_data.t]\n  }")
	}
	e := declaring(t, triggered("1"))
	e.configures(triggered("2"))
	out := e.must(1, "apply", "-auto-approve", "-json")
	others := slices.DeleteFunc(slices.Clone(all), func(name string) bool { return slices.Contains(idempotent, name) })
	early := exist(t, out)
	failed := append(slices.Clone(early), diagnosed(t, out, "Could not create ")...)
	if slices.Sort(failed); slices.ContainsFunc(others, func(name string) bool { return !slices.Contains(failed, name) }) {
		t.Errorf("failed: %v", failed)
	}
	if hints := strings.Count(out, "remove create_before_destroy"); hints < len(others) {
		t.Errorf("%d of %d errors name the remedy", hints, len(others))
	}
	kept := regexp.MustCompile(`"summary":"Kept ([a-z ]+)"`).FindAllStringSubmatch(out, -1)
	if len(kept)+len(early) < len(idempotent) {
		t.Errorf("%d of %d are reported as kept: %v", len(kept), len(idempotent), kept)
	}
	if len(early) == 0 {
		e.must(0, "plan", "-detailed-exitcode", "-no-color")
	} else if again := refusedAgain(t, e.must(1, "plan", "-json")); !slices.Equal(again, slices.Sorted(slices.Values(early))) {
		t.Errorf("the next plan refuses %v instead of %v", again, early)
	}
	if deleted := e.deletes(); len(deleted) > 0 {
		t.Errorf("deleted: %v", deleted)
	}
}

// recordedIDs returns the IDs in the state by address.
func (w *workspace) recordedIDs() map[string]string {
	w.t.Helper()
	var state struct {
		Values struct {
			Root struct {
				Resources []struct {
					Address string
					Values  struct{ ID string }
				}
			} `json:"root_module"`
		}
	}
	if err := json.Unmarshal([]byte(w.must(0, "show", "-json")), &state); err != nil {
		w.t.Fatal(err)
	}
	ids := map[string]string{}
	for _, r := range state.Values.Root.Resources {
		ids[r.Address] = r.Values.ID
	}
	return ids
}

func adopts(address, id string) string {
	return fmt.Sprintf("import {\n  to = %s\n  id = %q\n}\n", address, id)
}

func forgets(address string) string {
	return fmt.Sprintf("removed {\n  from = %s\n  lifecycle {\n    destroy = false\n  }\n}\n", address)
}

// An object with two addresses is never deleted when one of them is removed, for any type. The
// remedy in the error removes the address and keeps the object.
func TestKept_twoAddresses(t *testing.T) {
	t.Parallel()
	all, _ := declarableTypes(t)
	// The first plan after the import of a password replaces it.
	all = slices.DeleteFunc(append(all, "idm_terms"), func(name string) bool { return name == "idm_password" })
	slices.Sort(all)
	e := declaring(t, declares(all, ""))
	ids, second, without := e.recordedIDs(), strings.ReplaceAll(declares(all, ""), `"x" {`, `"y" {`), ""
	for _, name := range all {
		second += adopts(name+".y", ids[name+".x"])
		without += forgets(name + ".x")
	}
	untouched := e.sim.State()
	e.configures(second)
	out := e.must(1, "plan", "-json")
	refused := append(diagnosed(t, out, "Kept and destroyed by the same plan"), diagnosed(t, out, "Declared twice")...)
	if slices.Sort(refused); !slices.Equal(slices.Compact(refused), all) {
		t.Errorf("reported of %v", refused)
	}
	if !bytes.Equal(untouched, e.sim.State()) {
		t.Error("a plan changed the service")
	}
	e.configures(second + without)
	e.must(0, "apply", "-auto-approve", "-no-color")
	e.must(0, "plan", "-detailed-exitcode", "-no-color")
	if deleted := e.deletes(); len(deleted) > 0 {
		t.Errorf("deleted: %v", deleted)
	}
}

// deletes returns the paths of the requests that deleted something.
func (w *workspace) deletes() (paths []string) {
	for _, request := range w.sim.Requests() {
		if request.Method == http.MethodDelete {
			paths = append(paths, request.Path)
		}
	}
	return paths
}

// shared contains the objects that two types of resources can declare: as a single object, and as
// an element of an authoritative resource together with another object.
var shared = map[string]struct{ whole, owner, element, elements, others string }{
	"idm_client_application": {"idm_client_applications", `client_ext_id = "globex"`, `application_ext_id = "hr"`,
		`application_ext_ids = ["hr", "crm"]`, `application_ext_ids = ["crm"]`},
	"idm_enterprise_role_member": {"idm_enterprise_role_members", `enterprise_role_ext_id = "er-finance"`, `role_ext_id = "hr-viewer"`,
		`role_ext_ids = ["hr-viewer", "billing-clerk"]`, `role_ext_ids = ["billing-clerk"]`},
	"idm_authorization": {"idm_profile_authorizations", `profile_ext_id = "p-ben"`, `role_ext_id = "crm-admin"`,
		`authorizations = { crm-admin = {}, crm-reader = {} }`, `authorizations = { crm-reader = {} }`},
	"idm_enterprise_authorization": {"idm_profile_enterprise_authorizations", `profile_ext_id = "p-ben"`,
		`enterprise_role_ext_id = "er-manager"`, `enterprise_authorizations = { er-manager = {}, er-sales = {} }`,
		`enterprise_authorizations = { er-sales = {} }`},
}

// declaresShared declares the single objects, and the authoritative resources with some elements.
func declaresShared(single bool, elements func(name string) string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(shared)) {
		s := shared[name]
		if single {
			fmt.Fprintf(&b, "resource %q \"x\" {\n  %s\n  %s\n}\n", name, s.owner, s.element)
		}
		if held := elements(name); held != "" {
			fmt.Fprintf(&b, "resource %q \"x\" {\n  %s\n  %s\n}\n", s.whole, s.owner, held)
		}
	}
	return b.String()
}

// An object does not move between a single and an authoritative resource in one plan, nor is it
// declared by both. The remedy in the error deletes nothing.
func TestKept_singleAndAuthoritative(t *testing.T) {
	t.Parallel()
	none := func(string) string { return "" }
	elements := func(name string) string { return shared[name].elements }
	others := func(name string) string { return shared[name].others }
	e := declaring(t, declaresShared(false, elements))

	e.configures(declaresShared(true, none))
	refused := diagnosed(t, e.must(1, "plan", "-json"), "Destroyed at one address and created at another")
	for _, grant := range []string{"idm_authorization", "idm_enterprise_authorization"} {
		if !slices.Contains(refused, grant) && !slices.Contains(refused, shared[grant].whole) {
			t.Errorf("reported of %v", refused)
		}
	}
	e.configures(declaresShared(true, others))
	details := diagnosedErrors(t, e.must(1, "plan", "-json"))["Managed twice"]
	for name := range shared {
		if !strings.Contains(details, " and "+name+" manage") {
			t.Errorf("%s: %s", name, details)
		}
	}
	var state struct {
		Authorizations, EnterpriseAuthorizations []struct{ ProfileExtID, ExtID, RoleExtID, EnterpriseRoleExtID string }
	}
	if err := json.Unmarshal(e.sim.State(), &state); err != nil {
		t.Fatal(err)
	}
	var remedy strings.Builder
	for _, grant := range append(state.Authorizations, state.EnterpriseAuthorizations...) {
		id := "acme/p-ben/" + grant.ExtID
		switch {
		case grant.ProfileExtID != "p-ben":
		case grant.RoleExtID == "crm-admin":
			remedy.WriteString(forgets("idm_profile_authorizations.x") + adopts("idm_authorization.x", id))
		case grant.EnterpriseRoleExtID == "er-manager":
			remedy.WriteString(forgets("idm_profile_enterprise_authorizations.x") + adopts("idm_enterprise_authorization.x", id))
		}
	}
	remedy.WriteString(forgets("idm_client_applications.x") + adopts("idm_client_application.x", "globex/hr") +
		forgets("idm_enterprise_role_members.x") + adopts("idm_enterprise_role_member.x", "acme/er-finance/hr-viewer"))
	deleted := len(e.deletes())
	e.configures(declaresShared(true, none) + remedy.String())
	e.must(0, "apply", "-auto-approve", "-no-color")
	e.must(0, "plan", "-detailed-exitcode", "-no-color")
	for _, path := range e.deletes()[deleted:] {
		t.Errorf("deleted: %s", path)
	}
}

// An authoritative resource that leaves the configuration, or is destroyed with all others, leaves
// what another writer has added since its last apply. A destroy names it.
func TestKept_undeclared(t *testing.T) {
	t.Parallel()
	for _, command := range [][]string{{"apply"}, {"destroy"}} {
		t.Run(command[0], func(t *testing.T) {
			t.Parallel()
			e := declaring(t, declaresShared(false, func(name string) string { return shared[name].others }))
			e.call(http.MethodPost, "acme/profiles/p-ben/authorizations", `{"roleExtId":"wiki-editor"}`)
			e.call(http.MethodPut, "acme/eroles/er-finance/roles/wiki-editor", "")
			if command[0] == "apply" {
				e.configures("")
			}
			out := e.must(0, append(command, "-auto-approve", "-json")...)
			for _, held := range []string{"profile authorizations acme/p-ben", "enterprise role members acme/er-finance"} {
				// Terraform shows no warning of a provider if the block is gone.
				if command[0] == "destroy" && !strings.Contains(out, "Object: "+held+`\n\nA destroy removes only`) {
					t.Errorf("%s is not named: %s", held, out)
				}
			}
			var held struct {
				Authorizations []struct{ ProfileExtID, RoleExtID string }
			}
			if err := json.Unmarshal(e.sim.State(), &held); err != nil {
				t.Fatal(err)
			}
			var roles []string
			for _, grant := range held.Authorizations {
				if grant.ProfileExtID == "p-ben" {
					roles = append(roles, grant.RoleExtID)
				}
			}
			if !slices.Equal(roles, []string{"wiki-editor"}) {
				t.Errorf("held: %v", roles)
			}
			for _, path := range e.deletes() {
				if strings.HasSuffix(path, "/wiki-editor") {
					t.Errorf("deleted: %s", path)
				}
			}
		})
	}
}

// No plan check prevents the destroy of an unchanged configuration, even if its findings are
// errors.
func TestKept_everythingIsDestroyed(t *testing.T) {
	t.Parallel()
	all, _ := declarableTypes(t)
	e := declaring(t, declares(append(all, "idm_terms"), ""))
	e.environment = append(e.environment, "IDM_PLAN_CHECKS=error")
	e.must(0, "destroy", "-auto-approve", "-no-color")
	if held := e.recordedIDs(); len(held) > 0 {
		t.Errorf("the state has %v", held)
	}
}
