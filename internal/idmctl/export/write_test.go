package export_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/identity-iac/terraform-provider-idm/internal/client/idm"
	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/export"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
)

// smallTenant is a tenant of one unit and one profile.
const smallTenant = `{"client": {"extId": "acme"}, "users": [{"extId": "u", "loginId": "anna"}], "units": [{"extId": "hq", "name": "HQ"}],
	"profiles": [{"extId": "p", "userExtId": "u", "unitExtId": "hq", "authorizations": [], "enterpriseAuthorizations": []}]}`

// step is one export of a case. The tenant and the folder are those of the step before.
type step struct {
	// Tenant replaces parts of the tenant, Set single values by their path, and People adds people with
	// their roles.
	Tenant, Set map[string]any
	People      map[string][]string
	// Elsewhere begins another folder, and Before writes files to it.
	Elsewhere bool
	Before    map[string]string
	Options   export.Options
	// Files are whole files without comments and empty lines, Has and Lacks texts in files. A file of a
	// type, such as units.tf, stands for its resources in all files.
	Files      map[string]string
	Has, Lacks map[string][]string
	// Summary is a part of the summary.
	Summary any
	Error   string
}

// given is a tenant in a file.
type given struct {
	tenant.Tenant
	Policies []idm.Policy
	Unread   []struct {
		What, Type, WayOut string
		ExtIDs             []string
	}
}

// TestWrite runs the cases of testdata, each of which is a list of steps.
func TestWrite(t *testing.T) {
	files, err := filepath.Glob("testdata/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var cases map[string][]step
		if err := yaml.Unmarshal(content, &cases); err != nil {
			t.Fatal(file, err)
		}
		for name, steps := range cases {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml")+"/"+name, func(t *testing.T) {
				folder, of := filepath.Join(t.TempDir(), "out"), map[string]any{}
				decode(t, smallTenant, &of)
				for _, s := range steps {
					if s.Elsewhere {
						folder = filepath.Join(t.TempDir(), "out")
					}
					s.run(t, folder, of)
				}
			})
		}
	}
}

func decode(t *testing.T, content string, to any) {
	t.Helper()
	if err := json.Unmarshal([]byte(content), to); err != nil {
		t.Fatal(err, content)
	}
}

func (s step) run(t *testing.T, folder string, of map[string]any) {
	t.Helper()
	maps.Copy(of, s.Tenant)
	for _, name := range slices.Sorted(maps.Keys(s.People)) {
		s.join(t, of, name)
	}
	for path, value := range s.Set {
		set(of, strings.Split(path, "."), value)
	}
	for name, content := range s.Before {
		_ = os.MkdirAll(folder, 0o700)
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	summary, err := export.Write(t.Context(), folder, tenantOf(t, of), s.Options)
	if err != nil || s.Error != "" {
		if !strings.Contains(fmt.Sprint(err), s.Error) || s.Error == "" {
			t.Errorf("%v, want %q", err, s.Error)
		}
		return
	}
	for name, want := range s.Files {
		if got := entries(read(t, folder, name)); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
	for wanted, texts := range map[bool]map[string][]string{true: s.Has, false: s.Lacks} {
		for file, texts := range texts {
			content := read(t, folder, file)
			for _, text := range texts {
				if strings.Contains(content, text) != wanted && strings.Contains(squeeze(content), text) != wanted {
					t.Errorf("%s contains %s: %t\n%s", file, text, !wanted, content)
				}
			}
		}
	}
	encoded, _ := json.Marshal(summary)
	var got any
	if decode(t, string(encoded), &got); !includes(got, s.Summary) {
		t.Errorf("summary %s\nwant %v", encoded, s.Summary)
	}
}

// join adds a person with a profile in the second unit.
func (s step) join(t *testing.T, of map[string]any, name string) {
	t.Helper()
	var user, profile map[string]any
	decode(t, fmt.Sprintf(`{"extId": "u-%[1]s", "loginId": %[1]q, "userState": "active",
		"name": {"firstName": %[1]q, "familyName": "Muster"}}`, name), &user)
	decode(t, fmt.Sprintf(`{"extId": "p-%[1]s", "userExtId": "u-%[1]s", "profileState": "active", "enterpriseAuthorizations": [],
		"unitExtId": "0c7d6a5e-1111-4222-8333-944444444444"}`, name), &profile)
	grants := []any{}
	for i, role := range s.People[name] {
		grants = append(grants, map[string]any{"extId": strconv.Itoa(i), "roleExtId": role})
	}
	profile["authorizations"] = grants
	for list, one := range map[string]any{"users": user, "profiles": profile} {
		all, _ := of[list].([]any)
		of[list] = append(slices.Clone(all), one)
	}
}

// set sets a value by a path of names and indexes.
func set(in any, path []string, value any) {
	switch in := in.(type) {
	case map[string]any:
		if len(path) == 1 {
			in[path[0]] = value
		} else if in[path[0]] == nil {
			in[path[0]] = map[string]any{}
		}
		if len(path) > 1 {
			set(in[path[0]], path[1:], value)
		}
	case []any:
		i, _ := strconv.Atoi(path[0])
		set(in[i], path[1:], value)
	}
}

func tenantOf(t *testing.T, of map[string]any) *tenant.Tenant {
	t.Helper()
	encoded, err := json.Marshal(of)
	if err != nil {
		t.Fatal(err)
	}
	var g given
	decode(t, string(encoded), &g)
	for _, p := range g.Policies {
		if g.Objects == nil {
			g.Objects = map[*objecttype.Type][]idm.Object{}
		}
		g.Objects[objecttype.Policy] = append(g.Objects[objecttype.Policy], idm.Object{ExtID: p.ExtID, Value: p})
	}
	for _, u := range g.Unread {
		g.Missing = append(g.Missing, tenant.Missing{What: u.What, ExtIDs: u.ExtIDs, WayOut: u.WayOut,
			List: tenant.Unread{Type: objecttype.ByName(u.Type), Owned: true}})
	}
	return &g.Tenant
}

// read returns a file, or the resources of all files whose types belong into a file, such as
// units.tf; "" without either.
func read(t *testing.T, folder, file string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(folder, file))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	if err == nil {
		return string(content)
	}
	names, _ := filepath.Glob(filepath.Join(folder, "*.tf"))
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

// entries returns the lines of a file that are no comment.
func entries(content string) string {
	var lines []string
	for line := range strings.Lines(content) {
		if !strings.HasPrefix(line, "#") && line != "\n" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

// squeeze collapses whitespace.
func squeeze(content string) string { return strings.Join(strings.Fields(content), " ") }

// includes reports whether a value includes an expected one: some keys of an object, some text.
func includes(got, want any) bool {
	switch want := want.(type) {
	case nil:
		return true
	case string:
		return strings.Contains(fmt.Sprint(got), want)
	case map[string]any:
		of, _ := got.(map[string]any)
		for key, value := range want {
			if !includes(of[key], value) {
				return false
			}
		}
		return true
	case []any:
		of, _ := got.([]any)
		return slices.EqualFunc(of, want, includes)
	}
	return fmt.Sprint(got) == fmt.Sprint(want)
}

// Every plain type with a place in the export has a block.
func TestWrite_plainTypes(t *testing.T) {
	of := &tenant.Tenant{Client: idm.Client{ExtID: "acme"}, Objects: map[*objecttype.Type][]idm.Object{}}
	for _, row := range tenant.Plain() {
		of.Objects[row] = []idm.Object{{ExtID: "one"}}
	}
	folder := filepath.Join(t.TempDir(), "out")
	if _, err := export.Write(t.Context(), folder, of, export.Options{Only: export.Types()}); err != nil {
		t.Fatal(err)
	}
	imports := read(t, folder, "imports.tf")
	for _, row := range tenant.Plain() {
		if written := strings.Contains(imports, row.TypeName()+"."); written != (row.Export.Order > 0) {
			t.Errorf("%s is written: %t", row.TypeName(), written)
		}
	}
}

// The order of people decides nothing.
func TestWrite_order(t *testing.T) {
	of := map[string]any{}
	decode(t, smallTenant, &of)
	s := step{Options: export.Options{Layout: export.Data, People: true}, People: map[string][]string{"anna": {"crm"}, "ben": {"crm"},
		"cleo": {"crm"}, "dora": {"admin", "crm"}}}
	for _, name := range slices.Sorted(maps.Keys(s.People)) {
		s.join(t, of, name)
	}
	set(of, []string{"units"}, []any{map[string]any{"extId": "hq"}, map[string]any{"extId": "0c7d6a5e-1111-4222-8333-944444444444"}})
	var first []string
	for range 2 {
		folder := filepath.Join(t.TempDir(), "out")
		given := tenantOf(t, of)
		if first != nil {
			slices.Reverse(given.Users)
			slices.Reverse(given.Profiles)
		}
		if _, err := export.Write(t.Context(), folder, given, s.Options); err != nil {
			t.Fatal(err)
		}
		files := []string{read(t, folder, "people.csv"), read(t, folder, "jobs.yaml"), read(t, folder, "exceptions.yaml")}
		if first != nil && !reflect.DeepEqual(first, files) {
			t.Errorf("another order gives other files:\n%s", files)
		}
		first = files
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
		if _, err := export.Write(ctx, folder, &tenant.Tenant{}, export.Options{}); !errors.Is(err, context.Canceled) {
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
