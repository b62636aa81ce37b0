package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/test/rings"
)

// stored lists the folders of the stored tenants: the version of the provider, then the release of
// the service.
func stored(t *testing.T) []string {
	t.Helper()
	folders, err := filepath.Glob(filepath.Join("testdata", "states", "*", "*"))
	if err != nil || len(folders) == 0 {
		t.Fatalf("no states are stored, which `make states` does: %v", err)
	}
	return folders
}

// The stored states contain every resource type.
func TestStates_types(t *testing.T) {
	missing := map[string]bool{}
	for _, of := range objecttype.All() {
		missing[of.TypeName()] = true
	}
	for _, folder := range stored(t) {
		content, err := os.ReadFile(filepath.Join(folder, stateFile))
		if err != nil {
			t.Fatal(err)
		}
		var state struct{ Resources []struct{ Type string } }
		if err := json.Unmarshal(content, &state); err != nil {
			t.Fatal(err)
		}
		for _, r := range state.Resources {
			delete(missing, r.Type)
		}
	}
	if len(missing) > 0 {
		t.Errorf("the stored states lack %v, which `make states` adds", slices.Sorted(maps.Keys(missing)))
	}
}

// A plan with a state of an earlier provider version is empty, with and without a refresh.
func TestStates_planNothing(t *testing.T) {
	small, all := small(t), stored(t)
	latest := slices.MaxFunc(all, func(a, b string) int { return slices.Compare(version(a), version(b)) })
	for _, folder := range all {
		t.Run(strings.ReplaceAll(folder, string(filepath.Separator), "_"), func(t *testing.T) {
			t.Parallel()
			if filepath.Dir(folder) != filepath.Dir(latest) {
				rings.Campaign(t, "it repeats the plan for each version")
			}
			work := restored(t, small, folder)
			for _, args := range [][]string{nil, {"-refresh=false"}} {
				o, err := work.run(t.Context(), append([]string{"plan", "-json", "-detailed-exitcode"}, args...)...)
				if err != nil || o.exit != 0 {
					t.Errorf("plan %v ends with %d, %d changes (before the first release, `make states` stores the states again): %v\n%s", args,
						o.exit, o.planned, err, o.text())
				}
			}
		})
	}
}

// version returns the numbers of the provider version in the name of a stored tenant's folder.
func version(folder string) []int {
	numbers := make([]int, 3)
	_, _ = fmt.Sscanf(filepath.Base(filepath.Dir(folder)), "%d.%d.%d", &numbers[0], &numbers[1], &numbers[2])
	return numbers
}

// restored returns a workspace with a stored tenant. Its service runs until the end of the test.
func restored(t *testing.T, s settings, folder string) *workspace {
	t.Helper()
	files := map[string][]byte{}
	for _, name := range []string{configurationFile, stateFile, serviceFile} {
		content, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		files[name] = content
	}
	server, err := newServiceWith(files[serviceFile], releases[filepath.Base(folder)])
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.stop)
	url, err := server.listen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	work, err := newWorkspace(s, filepath.ToSlash(filepath.Join(filepath.Base(filepath.Dir(folder)), filepath.Base(folder))), url)
	if err != nil {
		t.Fatal(err)
	}
	if host := os.Getenv("TF_ACC_PROVIDER_HOST"); host != "" {
		files[stateFile] = []byte(strings.ReplaceAll(string(files[stateFile]), "registry.terraform.io", host))
	}
	for _, name := range []string{configurationFile, stateFile} {
		if err := work.write(name, files[name]); err != nil {
			t.Fatal(err)
		}
	}
	return work
}
