package export_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/export"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// small is a tenant of one unit and one profile.
func small() *tenant.Tenant {
	return &tenant.Tenant{
		Client: idm.Client{ExtID: "acme"},
		Users:  []idm.User{{ExtID: "u", LoginID: "anna"}},
		Units:  []idm.Unit{{ExtID: "hq", Name: "HQ"}},
		Profiles: []tenant.Profile{{
			Profile:                  idm.Profile{ExtID: "p", UserExtID: "u", UnitExtID: "hq"},
			Authorizations:           []tenant.Authorization{},
			EnterpriseAuthorizations: []idm.EnterpriseAuthorization{},
		}},
	}
}

// write exports a tenant and returns a file of it.
func write(t *testing.T, of *tenant.Tenant, grants export.Grants, file string) (*export.Summary, string) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "out")
	summary, err := export.Write(t.Context(), folder, of, export.Options{Grants: grants})
	if err != nil {
		t.Fatal(err)
	}
	return summary, read(t, folder, file)
}

// read returns a file, or the resources of all files whose types belong into a file of an older
// layout, such as units.tf.
func read(t *testing.T, folder, file string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(folder, file))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	if err == nil {
		return string(content)
	}
	names, err := filepath.Glob(filepath.Join(folder, "*.tf"))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, block := range strings.SplitAfter(string(content), "\n}\n") {
			for _, row := range objecttype.All() {
				if row.Export.File == file && strings.Contains(block, fmt.Sprintf("resource %q ", row.TypeName())) {
					all.WriteString(block)
				}
			}
		}
	}
	return all.String()
}

func TestWrite_secondGrantOfARole(t *testing.T) {
	of := small()
	of.Profiles[0].Authorizations = []tenant.Authorization{
		{Authorization: idm.Authorization{ExtID: "1", RoleExtID: "r/x"}}, {Authorization: idm.Authorization{ExtID: "2", RoleExtID: "r/x"}},
	}
	_, got := write(t, of, export.Authoritative, "authorizations.tf")
	if !strings.Contains(got, `"r/x"`) || !strings.Contains(got, `"r%2Fx/2"`) {
		t.Errorf("the grants are keyed otherwise than by the resource:\n%s", got)
	}
}

// Every plain type with a place in the export has a block.
func TestWrite_plainTypes(t *testing.T) {
	of := small()
	of.Objects = map[*objecttype.Type][]idm.Object{}
	for _, row := range tenant.Plain() {
		of.Objects[row] = []idm.Object{{ExtID: "one"}}
	}
	folder := filepath.Join(t.TempDir(), "out")
	if _, err := export.Write(t.Context(), folder, of, export.Options{Only: export.Types()}); err != nil {
		t.Fatal(err)
	}
	imports, err := os.ReadFile(filepath.Join(folder, "imports.tf"))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range tenant.Plain() {
		if written := strings.Contains(string(imports), row.TypeName()+"."); written != (row.Export.Order > 0) {
			t.Errorf("%s is written: %t", row.TypeName(), written)
		}
	}
}

// Only open data rooms are written, because false is the default.
func TestWrite_dataRooms(t *testing.T) {
	yes, no := true, false
	of := small()
	of.Profiles[0].Authorizations = []tenant.Authorization{{Authorization: idm.Authorization{
		ExtID: "1", RoleExtID: "reader", ClientGlobal: &yes, UnitGlobal: &no, EnterpriseRoleGlobal: &yes,
	}}, {Authorization: idm.Authorization{ExtID: "2", RoleExtID: "closed", AppGlobal: &no}}}
	for _, grants := range []export.Grants{export.Single, export.Authoritative} {
		_, got := write(t, of, grants, "authorizations.tf")
		open := strings.Count(got, "client_global") == 1 && strings.Count(got, "enterprise_role_global") == 1 &&
			strings.Count(got, "= true") == 2
		if !open || strings.Contains(got, "unit_global") || strings.Contains(got, "app_global") || strings.Contains(got, "false") {
			t.Errorf("the data rooms are written otherwise:\n%s", got)
		}
	}
}

// The state of a new object is not written. An empty list of all grants is, because it shows the
// first undeclared grant; a list that could not be read would remove grants.
func TestWrite_configuredOnly(t *testing.T) {
	of := small()
	of.Units[0].State, of.Users[0].UserState, of.Profiles[0].ProfileState = "active", "active", "active"
	folder := filepath.Join(t.TempDir(), "out")
	if _, err := export.Write(t.Context(), folder, of, export.Options{Grants: export.Authoritative, People: true}); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{"hq.tf", "people.tf"} {
		if got := read(t, folder, file); got == "" || strings.Contains(got, "active") {
			t.Errorf("%s:\n%s", file, got)
		}
	}
	if got := read(t, folder, "hq.tf"); !strings.Contains(got, "authorizations = {}") {
		t.Errorf("no empty list:\n%s", got)
	}
	of.Profiles[0].Authorizations = nil
	if _, got := write(t, of, export.Authoritative, "authorizations.tf"); got != "" {
		t.Errorf("what is not known is written:\n%s", got)
	}
}

func TestWrite_withheldProperties(t *testing.T) {
	of := small()
	of.UnitProperties = map[string]tenant.Properties{"hq": {
		Values: map[string]string{"a": "1"}, Encrypted: []string{"pin"}, Undefined: []string{`odd "${x}"`},
	}}
	summary, got := write(t, of, export.Single, "properties.tf")
	for _, want := range []string{`"a" = "1"`, `ignore_changes = [sensitive_properties, properties["odd \"$${x}\""]]`,
		`# Encrypted, so without a value here: "pin".`} {
		if !strings.Contains(got, want) {
			t.Errorf("%s is missing:\n%s", want, got)
		}
	}
	if len(summary.Withheld) != 1 || summary.Withheld[0].ID != "acme/hq" || len(summary.Withheld[0].Names) != 2 {
		t.Errorf("withheld: %+v", summary.Withheld)
	}
}

// The CLI normalizes all strings, so the import ID of such an object would match no object.
func TestWrite_idThatTheCLIChanges(t *testing.T) {
	of := small()
	of.Units = append(of.Units, idm.Unit{ExtID: "zu\u0308rich"}, idm.Unit{ExtID: "below", ParentUnitExtID: "zu\u0308rich"})
	summary, got := write(t, of, export.Single, "units.tf")
	if len(summary.Missing) != 1 || len(summary.Missing[0].ExtIDs) != 1 || summary.Imports != 3 {
		t.Errorf("summary: %+v", summary)
	}
	if strings.Contains(got, "idm_unit.") {
		t.Errorf("there is a reference to what is not there:\n%s", got)
	}
}

// An object with such an ID, or with a reference to one, would make every plan of the folder fail.
func TestWrite_idThatNoAddressContains(t *testing.T) {
	of := small()
	of.Objects = map[*objecttype.Type][]idm.Object{objecttype.Policy: {
		{ExtID: "..", Value: idm.Policy{ExtID: "..", PolicyType: "passwordPolicy"}},
		{ExtID: "p", Value: idm.Policy{ExtID: "p", PolicyType: "passwordPolicy"}},
	}}
	of.Units = append(of.Units, idm.Unit{ExtID: "."}, idm.Unit{ExtID: "below", ParentUnitExtID: "."}, idm.Unit{ExtID: "..."})
	of.EnterpriseRoles = []tenant.EnterpriseRole{{EnterpriseRole: idm.EnterpriseRole{ExtID: "er"}, Members: []idm.Role{{ExtID: ".."}}}}
	of.Profiles[0].Authorizations = []tenant.Authorization{
		{Authorization: idm.Authorization{ExtID: "..", RoleExtID: "r"}}, {Authorization: idm.Authorization{ExtID: "1", RoleExtID: ".."}},
	}
	for grants, want := range map[export.Grants][2]string{
		export.Single: {"idm_authorization acme/p/.., idm_policy acme/.., idm_unit acme/.",
			"idm_authorization acme/p/1, idm_enterprise_role_members acme/er, idm_unit acme/below"},
		export.Authoritative: {"idm_policy acme/.., idm_unit acme/.",
			"idm_enterprise_role_members acme/er, idm_profile_authorizations acme/p, idm_unit acme/below"},
	} {
		summary, units := write(t, of, grants, "units.tf")
		_, imports := write(t, of, grants, "imports.tf")
		if len(summary.Missing) != 2 || strings.Join(summary.Missing[0].ExtIDs, ", ") != want[0] ||
			strings.Join(summary.Missing[1].ExtIDs, ", ") != want[1] {
			t.Errorf("%s: missing %+v", grants, summary.Missing)
		}
		if !strings.Contains(units, `"..."`) || strings.Contains(imports, `/."`) || strings.Contains(imports, `/.."`) {
			t.Errorf("%s:\n%s\n%s", grants, units, imports)
		}
	}
}

// An empty ID is not valid in an import block, and one such block would fail the plan of the whole
// folder.
func TestWrite_emptyID(t *testing.T) {
	of := small()
	of.Units = append(of.Units, idm.Unit{}, idm.Unit{ExtID: "a/b"})
	of.Objects = map[*objecttype.Type][]idm.Object{objecttype.Policy: {{Value: idm.Policy{PolicyType: "passwordPolicy"}}}}
	for _, grants := range []export.Grants{export.Single, export.Authoritative} {
		summary, imports := write(t, of, grants, "imports.tf")
		if len(summary.Missing) != 1 || strings.Join(summary.Missing[0].ExtIDs, ", ") != "idm_policy acme/, idm_unit acme/" {
			t.Errorf("%s: missing %+v", grants, summary.Missing)
		}
		if strings.Contains(imports, `"acme/"`) || !strings.Contains(imports, `"acme/a%2Fb"`) {
			t.Errorf("%s:\n%s", grants, imports)
		}
	}
}

// Units in a cycle, and their subunits, are listed as skipped. Objects that refer to them are
// exported.
func TestWrite_circularUnits(t *testing.T) {
	for _, o := range []export.Options{{}, {Split: true}, {Layout: export.Data}, {Layout: export.Data, Split: true}} {
		of := small()
		of.Units = append(of.Units, idm.Unit{ExtID: "a", ParentUnitExtID: "b"}, idm.Unit{ExtID: "b", ParentUnitExtID: "a"},
			idm.Unit{ExtID: "c", ParentUnitExtID: "a"}, idm.Unit{ExtID: "self", ParentUnitExtID: "self"})
		of.Profiles[0].UnitExtID = "b"
		folder := filepath.Join(t.TempDir(), "out")
		summary, err := export.Write(t.Context(), folder, of, o)
		if err != nil {
			t.Fatal(err)
		}
		if len(summary.Missing) != 1 ||
			strings.Join(summary.Missing[0].ExtIDs, ", ") != "idm_unit acme/a, idm_unit acme/b, idm_unit acme/c, idm_unit acme/self" {
			t.Errorf("%+v: missing %+v", o, summary.Missing)
		}
	}
}

// An archived user or profile cannot change any more, so only a folder that already has it keeps
// it.
func TestWrite_archived(t *testing.T) {
	of := small()
	folder := filepath.Join(t.TempDir(), "out")
	options := export.Options{People: true}
	if _, err := export.Write(t.Context(), folder, of, options); err != nil {
		t.Fatal(err)
	}
	of.Users[0].UserState, of.Profiles[0].ProfileState = "archived", "archived"
	of.Profiles[0].Authorizations = []tenant.Authorization{{Authorization: idm.Authorization{ExtID: "a", RoleExtID: "r"}}}
	options.Update = true
	if summary, err := export.Write(t.Context(), folder, of, options); err != nil || summary.Imports != 1 {
		t.Errorf("%+v, %v", summary, err)
	}
	options.Update = false
	summary, err := export.Write(t.Context(), filepath.Join(t.TempDir(), "out"), of, options)
	if err != nil || len(summary.Missing) > 0 || strings.Join(summary.Archived, " ") != "idm_profile acme/p idm_user acme/u" ||
		summary.Imports != 1 {
		t.Errorf("%+v, %v", summary, err)
	}
}

func TestWrite_interruptedLeavesNothing(t *testing.T) {
	above := t.TempDir()
	existing := filepath.Join(above, "existing")
	if err := os.Mkdir(existing, 0o700); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, folder := range []string{filepath.Join(above, "new"), existing} {
		if _, err := export.Write(ctx, folder, small(), export.Options{Grants: export.Single}); !errors.Is(err, context.Canceled) {
			t.Errorf("ended with %v", err)
		}
	}
	inside, err := os.ReadDir(existing)
	if err != nil || len(inside) != 0 {
		t.Errorf("the folder holds %v %v", inside, err)
	}
	if beside, err := os.ReadDir(above); err != nil || len(beside) != 1 {
		t.Errorf("beside it are %v %v", beside, err)
	}
}

func TestFree(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for folder, free := range map[string]bool{t.TempDir(): true, file + "-none": true, filepath.Dir(file): false, file: false} {
		if err := export.EnsureEmpty(folder, export.HCL); (err == nil) != free {
			t.Errorf("%s: %v", folder, err)
		}
	}
}

// Roles and applications become references, enterprise roles list their members, and users are
// exported only on request.
func TestWrite_partsOfATenant(t *testing.T) {
	of := small()
	of.Client.Name = "Acme"
	of.Applications = []idm.Application{{ExtID: "crm", Name: "CRM"}}
	of.Roles = []idm.Role{{ExtID: "17", Name: "Reader", ApplicationExtID: "crm"},
		{ExtID: "18", Name: "Other", ApplicationExtID: "elsewhere"}}
	of.EnterpriseRoles = []tenant.EnterpriseRole{{EnterpriseRole: idm.EnterpriseRole{ExtID: "er", Name: "Sales"},
		Members: []idm.Role{{ExtID: "17"}, {ExtID: "18"}}}, {EnterpriseRole: idm.EnterpriseRole{ExtID: "unread", Name: "Unread"}}}
	of.Profiles[0].Authorizations = []tenant.Authorization{{Authorization: idm.Authorization{ExtID: "1", RoleExtID: "17"}}}
	for _, run := range []struct {
		o           export.Options
		file        string
		holds, lack []string
	}{
		{o: export.Options{Grants: export.Single}, file: "roles.tf", holds: []string{`"idm_role" "crm_reader"`,
			"application_ext_id = idm_application.crm.ext_id"}, lack: []string{"18"}},
		{o: export.Options{Grants: export.Single}, file: "enterprise_roles.tf", holds: []string{`"idm_enterprise_role_members" "sales"`,
			"idm_role.crm_reader.ext_id,", `"18", # elsewhere: Other`}, lack: []string{`_members" "unread"`}},
		{o: export.Options{Grants: export.Single}, file: "authorizations.tf", holds: []string{`"anna_hq_crm_reader"`,
			"role_ext_id = idm_role.crm_reader.ext_id"}},
		{o: export.Options{Grants: export.Authoritative}, file: "authorizations.tf", holds: []string{"(idm_role.crm_reader.ext_id) = {}"}},
		{o: export.Options{Grants: export.Authoritative, Without: []string{"idm_role"}}, file: "authorizations.tf",
			holds: []string{`"17" = {} # CRM: Reader`}},
		{o: export.Options{Grants: export.Single}, file: "users.tf", lack: []string{"anna"}},
		{o: export.Options{Grants: export.Single, People: true}, file: "users.tf", holds: []string{`"idm_user" "anna"`}},
		{o: export.Options{Grants: export.Single, Only: []string{"idm_unit"}}, file: "imports.tf", holds: []string{"idm_unit.hq"},
			lack: []string{"idm_profile", "idm_role", "idm_client"}},
	} {
		folder := filepath.Join(t.TempDir(), "out")
		if _, err := export.Write(t.Context(), folder, of, run.o); err != nil {
			t.Fatal(err)
		}
		content := read(t, folder, run.file)
		for _, want := range run.holds {
			if !strings.Contains(squeeze(content), want) {
				t.Errorf("%+v: %s lacks %s:\n%s", run.o, run.file, want, content)
			}
		}
		for _, never := range run.lack {
			if strings.Contains(content, never) {
				t.Errorf("%+v: %s holds %s:\n%s", run.o, run.file, never, content)
			}
		}
	}
}

// The definitions of the client are written, definitions for all clients only if the caller names
// the type, and none if the release does not return the client of a definition.
func TestWrite_definitions(t *testing.T) {
	of := small()
	of.Applications = []idm.Application{{ExtID: "crm", Name: "CRM"}}
	of.Roles = []idm.Role{}
	length := int64(20)
	of.Definitions = []idm.PropertyDefinition{
		{PropertyID: 1, Name: "limit", Scope: "onUnitGlobal", Type: "String", ClientExtID: "acme", StringMaxLen: &length,
			AccessCreate: "READ_WRITE",
			AccessModify: "READ_ONLY"},
		{PropertyID: 2, Name: "limit", Scope: "onProfileForApp", Type: "Enum", ClientExtID: "acme", ApplicationExtID: "crm",
			StringMaxLen: &length, AllowedValues: []idm.AllowedValue{{ID: 2, Value: "b"}, {ID: 1, Value: "a"}}},
		{PropertyID: 3, Name: "everywhere", Scope: "onUserGlobal", Type: "String"},
	}
	kind := []string{"idm_property_definition"}
	for name, run := range map[string]struct {
		owned   map[int64]bool
		o       export.Options
		ids     []string
		missing int
	}{
		"by default": {owned: map[int64]bool{1: true, 2: true, 3: true},
			ids: []string{"UNIT_GLOBAL/limit/acme", "PROFILE_FOR_APPLICATION/limit/crm/acme"}},
		"named": {owned: map[int64]bool{1: true, 3: true}, o: export.Options{Only: kind},
			ids: []string{"UNIT_GLOBAL/limit/acme", "USER_GLOBAL/everywhere"}, missing: 1},
		"left out":           {owned: map[int64]bool{1: true}, o: export.Options{Without: kind}},
		"an older release":   {owned: map[int64]bool{}, missing: 1},
		"a part of a tenant": {},
	} {
		t.Run(name, func(t *testing.T) {
			of.DefinitionsOwned = run.owned
			folder := filepath.Join(t.TempDir(), "out")
			summary, err := export.Write(t.Context(), folder, of, run.o)
			if err != nil {
				t.Fatal(err)
			}
			imports, err := os.ReadFile(filepath.Join(folder, "imports.tf"))
			if err != nil && !errors.Is(err, os.ErrNotExist) {
				t.Fatal(err)
			}
			for _, id := range run.ids {
				if !strings.Contains(string(imports), `"`+id+`"`) {
					t.Errorf("%s is not imported:\n%s", id, imports)
				}
			}
			if got := strings.Count(string(imports), "to = idm_property_definition."); got != len(run.ids) ||
				len(summary.Missing) != run.missing {
				t.Errorf("%d imported, want %d; missing: %+v", got, len(run.ids), summary.Missing)
			}
		})
	}
	of.DefinitionsOwned = map[int64]bool{1: true, 2: true, 3: true}
	_, content := write(t, of, export.Single, "property_definitions.tf")
	for _, want := range []string{`"idm_property_definition" "unit_limit"`, `"idm_property_definition" "profile_for_application_limit"`,
		"application_ext_id = idm_application.crm.ext_id", `allowed_values = ["a", "b"]`, "string_max_len = 20",
		`access_modify = "READ_ONLY"`,
		`type = "ENUM"`} {
		if !strings.Contains(squeeze(content), want) {
			t.Errorf("%s is missing in\n%s", want, content)
		}
	}
	if strings.Count(content, "string_max_len") != 1 {
		t.Errorf("an enumeration has a length:\n%s", content)
	}
	if strings.Contains(content, "READ_WRITE") {
		t.Errorf("a default is written:\n%s", content)
	}
}

// A set with a member that could not be read is left out, because it would remove that member. The
// other sets are written, and the summary names the omitted set.
func TestWrite_incompleteSets(t *testing.T) {
	of := small()
	members := []idm.Role{{ExtID: "r"}}
	of.EnterpriseRoles = []tenant.EnterpriseRole{
		{EnterpriseRole: idm.EnterpriseRole{ExtID: "broken"}, Members: members},
		{EnterpriseRole: idm.EnterpriseRole{ExtID: "whole"}, Members: members},
	}
	of.Profiles[0].Authorizations = []tenant.Authorization{{Authorization: idm.Authorization{ExtID: "1", RoleExtID: "r"}}}
	of.Missing = []tenant.Missing{
		{What: "members of enterprise role", ExtIDs: []string{"broken"}, WayOut: "correct the object in the service",
			List: tenant.Unread{Type: objecttype.EnterpriseRoleMember, Owned: true}},
		{What: "authorizations of profile", ExtIDs: []string{"p"}, WayOut: "correct the object in the service",
			List: tenant.Unread{Type: objecttype.Authorization, Owned: true}},
	}
	for grants, want := range map[export.Grants]map[string]bool{
		export.Single:        {"members of enterprise role": true, "authorizations of profile": false},
		export.Authoritative: {"members of enterprise role": true, "authorizations of profile": true},
	} {
		summary, roles := write(t, of, grants, "enterprise_roles.tf")
		if strings.Count(roles, `resource "idm_enterprise_role" `) != 2 ||
			strings.Count(roles, `resource "idm_enterprise_role_members" `) != 1 ||
			!strings.Contains(roles, `"idm_enterprise_role_members" "whole"`) {
			t.Errorf("%s:\n%s", grants, roles)
		}
		for _, missing := range summary.Missing {
			if strings.Contains(missing.WayOut, ". Until then the export leaves out the idm_") != want[missing.What] {
				t.Errorf("%s: %+v", grants, missing)
			}
		}
		if _, authorizations := write(t, of, grants, "authorizations.tf"); strings.Contains(authorizations, "idm_profile_authorizations") {
			t.Errorf("%s:\n%s", grants, authorizations)
		}
	}
}
