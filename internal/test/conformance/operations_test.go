package conformance_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/client/idm/cloud"
	"github.com/identity-iac/terraform-provider-idm/internal/client/rest"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/conformance"
)

// counts contains the number of rows of each table in the reference. Clients and Users have one
// more each, for an operation that the reference describes without a path.
var counts = map[string]int{
	"Cloud authentication": 1,
	"Authentication":       4,
	"Principal":            3,
	"Notification":         2,
	"Query":                1,
	"Clients":              6 + 1,
	"Units":                9,
	"Users":                4 + 1,
	"Profiles":             21,
	"What the provider builds on beside the tables above": 9,
	"Applications and roles":                              10,
	"Enterprise roles":                                    8,
	"Users of later releases":                             4,
	"Policies":                                            5,
	"Clients of later releases":                           3,
	"Properties of later releases":                        5,
	"Terms of later releases":                             4,
	"Property definitions of later releases":              5,
	"Credentials":                                         37,
}

func tables(t *testing.T) []conformance.Table {
	t.Helper()
	tables, err := conformance.Tables()
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// eachOperation runs a check as a subtest for every row.
func eachOperation(t *testing.T, check func(t *testing.T, o conformance.Operation)) {
	for _, table := range tables(t) {
		for _, o := range table.Operations {
			t.Run(o.Method+" "+o.Path, func(t *testing.T) { check(t, o) })
		}
	}
}

func TestOperations_allRows(t *testing.T) {
	found, seen := map[string]int{}, map[string]bool{}
	for _, table := range tables(t) {
		for _, o := range table.Operations {
			found[table.Name]++
			at := place(o.Method, o.Path)
			if seen[at] {
				t.Errorf("%s stands twice", at)
			}
			seen[at] = true
		}
	}
	for name, want := range counts {
		if found[name] != want {
			t.Errorf("%s has %d rows, the reference %d", name, found[name], want)
		}
	}
	if len(found) != len(counts) {
		t.Errorf("%d tables, want %d", len(found), len(counts))
	}
}

// Each method of the client sends the request of its row, with its arguments as escaped parts of the
// path, in the order of the row.
func TestOperations_clientMethods(t *testing.T) {
	var sent string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path, _, _ := strings.Cut(r.RequestURI, "?")
		sent = r.Method + " " + strings.NewReplacer("%7Ba%2Fb%7D", "{a}", "properties/7", "properties/{a}").Replace(path)
		if sent == "GET /core/v1/properties" { // The definition with the key {a/b} has the number 7.
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, `{"items":[{"propertyId":7,"scope":"{a","name":"b}"}]}`)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	}))
	t.Cleanup(server.Close)
	base, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	client, err := rest.New(rest.Config{BaseURL: base, MaxRetries: -1})
	if err != nil {
		t.Fatal(err)
	}
	api, called := reflect.ValueOf(idm.New(client)), map[string]bool{}
	eachOperation(t, func(t *testing.T, o conformance.Operation) {
		name, method, _ := strings.Cut(o.Client, ".")
		if called[o.Client] = true; name != "idm" || method == "Search" { // Search has what to search for in its query.
			return
		}
		if of, verb, typed := strings.Cut(method, "."); typed {
			sent = ""
			callTyped(t, api, strings.TrimSuffix(strings.TrimSuffix(of, "Ops"), "Writes"), verb)
			if want := place(o.Method, o.Path); place("", sent)[1:] != want {
				t.Errorf("%s sends %q, want %q", o.Client, sent, want)
			}
			return
		}
		function := api.MethodByName(method)
		if !function.IsValid() {
			t.Fatalf("there is no %s", o.Client)
		}
		sent = ""
		parts := call(t, function)
		want := o.Method + " " + variable.ReplaceAllStringFunc(o.Path, func(string) string {
			if len(parts) == 0 {
				return "?"
			}
			first := parts[0]
			parts = parts[1:]
			return first
		})
		if sent != want {
			t.Errorf("%s sends %q, want %q", o.Client, sent, want)
		}
	})
	for name, of := range map[string]reflect.Type{"idm": api.Type(), "cloud": reflect.TypeFor[*cloud.API]()} {
		for method := range of.Methods() {
			if client := name + "." + method.Name; !called[client] && !slices.Contains(composed, client) &&
				!slices.Contains(later, client) {
				t.Errorf("%s has no row", client)
			}
		}
	}
}

// typed contains the operations of each type.
var typed = map[string]idm.Reads{
	"Application": idm.ApplicationWrites, "Authorization": idm.AuthorizationWrites, "Client": idm.ClientWrites,
	"ClientApplication": idm.ClientApplicationOps, "EnterpriseAuthorization": idm.EnterpriseAuthorizationWrites,
	"EnterpriseRole": idm.EnterpriseRoleWrites, "EnterpriseRoleMember": idm.EnterpriseRoleMemberOps, "Policy": idm.PolicyWrites,
	"Profile": idm.ProfileWrites, "PropertyDefinition": idm.PropertyDefinitionWrites, "Role": idm.RoleWrites,
	"Terms": idm.TermsWrites, "Unit": idm.UnitWrites, "User": idm.UserWrites,
	"Certificate": idm.CredentialWrites{Ops: idm.CertificateOps}, "ContextPassword": idm.CredentialWrites{Ops: idm.ContextPasswordOps},
	"DevicePassword":     idm.CredentialWrites{Ops: idm.DevicePasswordOps},
	"GenericCredential":  idm.CredentialWrites{Ops: idm.GenericCredentialOps},
	"KerberosCredential": idm.CredentialWrites{Ops: idm.KerberosCredentialOps}, "Password": idm.CredentialWrites{Ops: idm.PasswordOps},
	"SAMLCredential": idm.CredentialWrites{Ops: idm.SAMLCredentialOps},
}

// callTyped calls an operation of a type, with an ID that needs an escape and stands for a variable
// in the path.
func callTyped(t *testing.T, api reflect.Value, of, verb string) {
	t.Helper()
	if typed[of] == nil {
		t.Fatalf("typed has no operations of %s", of)
	}
	reads := reflect.ValueOf(typed[of])
	function := reads.MethodByName(verb)
	if !function.IsValid() {
		function = api.MethodByName(verb)
	}
	given := map[reflect.Type]reflect.Value{
		reflect.TypeFor[context.Context](): reflect.ValueOf(t.Context()), api.Type(): api,
		reflect.TypeFor[idm.Place](): reflect.ValueOf(idm.Under("{a/b}", "{a/b}")), reflect.TypeFor[string](): reflect.ValueOf("{a/b}"),
	}
	if writes, ok := typed[of].(idm.CredentialWrites); ok {
		given[reflect.TypeFor[idm.Ops[idm.Credential]]()] = reflect.ValueOf(writes.Ops)
	}
	var arguments []reflect.Value
	for in := range function.Type().Ins() {
		argument, ok := given[in]
		if !ok {
			argument = reflect.Zero(in)
		}
		arguments = append(arguments, argument)
	}
	for _, result := range function.Call(arguments) {
		if result.Kind() == reflect.Func {
			for range result.Seq2() {
				break
			}
		}
	}
}

// Each type with a read has a row for it.
func TestOperations_types(t *testing.T) {
	rows := map[string]bool{}
	eachOperation(t, func(_ *testing.T, o conformance.Operation) { rows[o.Client] = true })
	for name, reads := range typed {
		for verb, has := range map[string]bool{"Get": reads.Gets(), "List": reads.Lists(), "Properties": reads.HasProperties()} {
			if client := "idm." + name + "Ops." + verb; has && !rows[client] && name != "User" && name != "Client" {
				t.Errorf("%s has no row", client)
			}
		}
	}
}

// call calls a method with IDs that need an escape, and returns them as parts of a path.
func call(t *testing.T, function reflect.Value) (parts []string) {
	t.Helper()
	arguments := []reflect.Value{reflect.ValueOf(t.Context())}
	for i := 1; i < function.Type().NumIn(); i++ {
		argument := reflect.New(function.Type().In(i)).Elem()
		switch argument.Kind() {
		case reflect.String:
			argument.SetString(fmt.Sprintf("a/%d %%", i))
			parts = append(parts, fmt.Sprintf("a%%2F%d%%20%%25", i))
		case reflect.Int64:
			argument.SetInt(int64(i))
			parts = append(parts, strconv.Itoa(i))
		}
		arguments = append(arguments, argument)
	}
	for _, result := range function.Call(arguments) {
		if result.Kind() == reflect.Func {
			for range result.Seq2() {
				break
			}
		}
	}
	return parts
}

// composed lists methods without an operation of their own: they call other methods or send
// nothing.
var composed = []string{"idm.UserByLoginID", "idm.Changes", "idm.Statistics", "idm.Stop", "idm.CheckTree", "idm.UnitsBelow",
	"idm.ClientProfiles", "idm.DevicePasswords", "idm.Find", "idm.RootUnits", "idm.UnitProfiles", "idm.CreatePassword",
	"idm.ChangePassword"}

// later lists methods for operations of later releases that the provider does not use yet; the
// companion command uses some of them to look up names.
var later = []string{}

var variable = regexp.MustCompile(`\{[^}]*\}`)

// place returns an operation with anonymous path variables, for comparison.
func place(method, path string) string {
	return method + " " + variable.ReplaceAllString(path, "{}")
}

func TestOperations_simulator(t *testing.T) {
	routes := map[string]sim.RouteInfo{}
	for _, r := range sim.Routes() {
		routes[place(r.Method, r.Pattern)] = r
	}
	eachOperation(t, func(t *testing.T, o conformance.Operation) {
		at := place(o.Method, o.Path)
		route, ok := routes[at]
		if !ok {
			t.Fatalf("the simulator has no %s", at)
		}
		delete(routes, at)
		same(t, "permissions", o.Permissions, route.Rights)
		var further []string
		for _, right := range route.LaterRights {
			if !slices.Contains(o.Permissions, right) {
				further = append(further, right)
			}
		}
		same(t, "further permissions of later releases", o.Also, further)
		if open := route.SelfAdmin || len(route.Rights) == 0; o.SelfAdmin && !open || route.SelfAdmin && !o.SelfAdmin {
			t.Errorf("self-admin: the row says %t, the simulator %t", o.SelfAdmin, open)
		}
	})
	for at, route := range routes {
		if !slices.ContainsFunc(leftOut(t), func(l conformance.LeftOut) bool { return l.Has(route.Method, route.Pattern) }) {
			t.Errorf("the simulator's %s is in no table, and nothing says why it is left out", at)
		}
	}
}

func leftOut(t *testing.T) []conformance.LeftOut {
	t.Helper()
	all, err := conformance.AllLeftOut()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// A left-out operation has a reason and a route in the simulator, but no row.
func TestOperations_leftOut(t *testing.T) {
	for _, l := range leftOut(t) {
		if len(l.Why) < 20 || l.Since == "" || len(l.Operations) == 0 {
			t.Errorf("%v says no reason", l)
		}
		for _, operation := range l.Operations {
			one := conformance.LeftOut{Operations: []string{operation}}
			if !slices.ContainsFunc(sim.Routes(), func(r sim.RouteInfo) bool { return one.Has(r.Method, r.Pattern) }) {
				t.Errorf("the simulator has no %s", operation)
			}
		}
		eachOperation(t, func(t *testing.T, o conformance.Operation) {
			if l.Has(o.Method, o.Path) {
				t.Error("it has a row, and is left out too")
			}
		})
	}
}

func same(t *testing.T, what string, row, simulator []string) {
	t.Helper()
	row, simulator = slices.Sorted(slices.Values(row)), slices.Sorted(slices.Values(simulator))
	if !slices.Equal(row, simulator) {
		t.Errorf("%s: the row has %v, the simulator %v", what, row, simulator)
	}
}

func TestOperations_terraform(t *testing.T) {
	registered := parts(t)
	used := map[string]bool{}
	eachOperation(t, func(t *testing.T, o conformance.Operation) {
		if len(o.Terraform) == 0 && o.Why == "" {
			t.Error("nothing in Terraform uses it, and the row does not say why")
		}
		for _, name := range o.Terraform {
			if _, has := registered[name]; !has {
				t.Errorf("the provider has no %s", name)
			}
			used[name] = true
		}
		for _, name := range o.Sometimes {
			if !slices.Contains(o.Terraform, name) || o.Note == "" {
				t.Errorf("%s uses it sometimes, but is not named as a user, or no note says when", name)
			}
		}
	})
	for name := range registered {
		if !used[name] {
			t.Errorf("%s uses no operation of the tables", name)
		}
	}
}

// The declared permissions of a resource equal the permissions of its operations in all releases.
func TestOperations_permissionsOfResources(t *testing.T) {
	rows := map[string]map[string]bool{}
	for _, table := range tables(t) {
		for _, o := range table.Operations {
			for _, name := range o.Terraform {
				resource, ok := strings.CutPrefix(name, "resource.")
				if !ok {
					continue
				}
				if rows[resource] == nil {
					rows[resource] = map[string]bool{}
				}
				for _, permission := range slices.Concat(o.Needed(), o.Conditional) {
					rows[resource][permission] = true
				}
			}
		}
	}
	for _, resource := range objecttype.Names(objecttype.All()) {
		for _, permission := range objecttype.ByTypeName(resource).Needs.All() {
			if !rows[resource][permission] {
				t.Errorf("%s asks for %s, which no operation of it needs", resource, permission)
			}
			delete(rows[resource], permission)
		}
		for permission := range rows[resource] {
			t.Errorf("%s does not ask for %s", resource, permission)
		}
	}
}

// A list asks for each permission of its operation.
func TestOperations_permissionsOfLists(t *testing.T) {
	eachOperation(t, func(t *testing.T, o conformance.Operation) {
		for _, name := range o.Terraform {
			resource, isList := strings.CutPrefix(name, "list.")
			reads := idm.ReadsOf(objecttype.ByTypeName(resource))
			if !isList || o.Method != http.MethodGet || slices.Contains(o.Sometimes, name) || reads == nil || !reads.Lists() {
				continue
			}
			needs := objecttype.Needs{objecttype.Read: reads.Type().ListPermissions()}.All()
			for _, permission := range o.Needed() {
				if !slices.Contains(needs, permission) {
					t.Errorf("the list of %s does not ask for %s", resource, permission)
				}
			}
		}
	})
}

// Each row has tests in the simulator and, if Terraform uses it, through the provider.
func TestOperations_tests(t *testing.T) {
	tests := testFunctions(t)
	eachOperation(t, func(t *testing.T, o conformance.Operation) {
		exist(t, tests, o.Tests)
		named := func(layer string) bool {
			return slices.ContainsFunc(o.Tests, func(name string) bool { return strings.HasPrefix(name, layer) })
		}
		if !named("sim.") || len(o.Terraform) > 0 && !named("service/") && !named(contracts) {
			t.Error("no test of the simulator, or none through the provider, is named")
		}
	})
}

// contracts begins the names of the tests over all resources.
const contracts = "provider.TestContract_"

// Each use by a resource is tested in the folder of the resource, or over all resources.
func TestOperations_testsOfResources(t *testing.T) {
	eachOperation(t, func(t *testing.T, o conformance.Operation) {
		for _, name := range o.Terraform {
			resource, ok := strings.CutPrefix(name, "resource.idm_")
			folder := "service/" + strings.ReplaceAll(resource, "_", "") + "."
			if strings.HasSuffix(resource, "_properties") {
				folder = "service/properties."
			}
			if of := objecttype.ByName(resource); of != nil && of.Class == objecttype.Collection {
				folder = "service/collection."
			}
			if ok && !slices.ContainsFunc(o.Tests, func(test string) bool {
				return strings.HasPrefix(test, folder) || strings.HasPrefix(test, contracts)
			}) {
				t.Errorf("no test of %s is named", name)
			}
		}
	})
}
