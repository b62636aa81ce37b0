package drift_test

import (
	"archive/zip"
	"encoding/base64"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/drift"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

// collectionPlan is the JSON of a plan that changes nothing in a collection.
func collectionPlan(t *testing.T, typeName string, values object) string {
	t.Helper()
	const source = "registry.terraform.io/identity-iac/idm"
	text, err := json.Marshal(object{
		"format_version": "1.2", "terraform_version": "1.11.4",
		"configuration": object{"provider_config": object{"idm": object{"name": "idm", "full_name": source}},
			"root_module": object{"resources": []object{{
				"address": typeName + ".x", "mode": "managed", "type": typeName, "name": "x", "provider_config_key": "idm",
				"expressions": object{"units": object{}, "users": object{}, "profiles": object{}}}}}},
		"resource_changes": []object{{"address": typeName + ".x", "mode": "managed", "type": typeName, "name": "x", "provider_name": source,
			"change": object{"actions": []string{"no-op"}, "before": values, "after": values}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// savedPlan writes a saved plan of a collection, with the private state of its objects, and a
// program that shows it.
func savedPlan(t *testing.T, text, typeName string, elements object, configuration string) *plan.Plan {
	t.Helper()
	encode := func(value any) []byte {
		encoded, err := json.Marshal(value)
		if err != nil {
			t.Fatal(err)
		}
		return encoded
	}
	private := base64.StdEncoding.EncodeToString(encode(object{"elements": elements}))
	state := encode(object{"resources": []object{{"mode": "managed", "type": typeName, "name": "x",
		"provider":  `provider["registry.terraform.io/identity-iac/idm"]`,
		"instances": []object{{"private": private}}}}})
	folder := t.TempDir()
	file, err := os.Create(filepath.Join(folder, "x.plan"))
	if err != nil {
		t.Fatal(err)
	}
	archive := zip.NewWriter(file)
	for name, content := range map[string][]byte{"tfplan": nil, "tfstate": state, "tfstate-prev": state,
		"tfconfig/m-/main.tf": []byte(configuration)} {
		entry, err := archive.Create(name)
		if err == nil {
			_, err = entry.Write(content)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	program := filepath.Join(folder, "terraform")
	if archive.Close() != nil || file.Close() != nil || os.WriteFile(filepath.Join(folder, "shown.json"), []byte(text), 0o600) != nil ||
		os.WriteFile(program, []byte("#!/bin/sh\ncat shown.json\n"), 0o700) != nil {
		t.Fatal("the plan cannot be written")
	}
	p, err := plan.Read(t.Context(), file.Name(), plan.CLI{Path: program})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A plan that was made without a refresh is not clean if another value of an element, also one that
// the element omits, is in the service: the JSON by its values, a saved plan by its versions.
func TestSearch_staleElements(t *testing.T) {
	for name, test := range map[string]struct {
		typeName, elements, kind, key, extID string
		element, byHand                      object
		clean                                bool
	}{
		"nothing changed": {"idm_unit_tree", "units", "units", "unit", "hq", object{"name": "HQ", "profileless": false}, nil, true},
		"an omitted validity": {"idm_unit_tree", "units", "units", "unit", "hq", object{"name": "HQ", "profileless": false},
			object{"validity": object{"to": "2001-01-01T00:00:00Z"}}, false},
		"a declared login": {"idm_users", "users", "users", "user", "u", object{"login_id": "anna"}, object{"loginId": "mallory"}, false},
		"an omitted number": {"idm_users", "users", "users", "user", "u", object{"login_id": "anna"},
			object{"contacts": object{"mobile": "+41"}}, false},
		"another number": {"idm_users", "users", "users", "user", "u", object{"login_id": "anna", "contacts": object{"email": "a@x"}},
			object{"contacts": object{"email": "a@x", "mobile": "+41"}}, false},
		"an omitted end of a profile": {"idm_profiles", "profiles", "profiles", "profile", "p",
			object{"user_ext_id": "u", "unit_ext_id": "hq"},
			object{"validity": object{"from": "2001-01-01T00:00:00Z"}}, false},
	} {
		seed := map[string][]object{}
		for _, o := range decode[map[string][]object](t, "testdata/tenants.yaml")[test.kind] {
			if o["clientExtId"] == "acme" && o["extId"] == test.extID && test.byHand != nil {
				o["version"] = 2
				maps.Copy(o, test.byHand)
				seed[test.kind] = append(seed[test.kind], o)
			}
		}
		text := collectionPlan(t, test.typeName, object{"client_ext_id": "acme", "id": "acme", test.elements: object{"k": test.element},
			"ext_ids": object{"k": test.extID}})
		file := filepath.Join(t.TempDir(), "plan.json")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		fromJSON, err := plan.Read(t.Context(), file, plan.CLI{})
		if err != nil {
			t.Fatal(err)
		}
		saved := savedPlan(t, text, test.typeName, object{"k": object{"objects": object{test.key: object{"version": 1}}}}, "")
		for form, p := range map[string]*plan.Plan{"JSON": fromJSON, "saved": saved} {
			r := drift.New("here", p)
			if err := r.Search(t.Context(), nil, serve(t, seed).Service, "", nil, nil); err != nil {
				t.Fatal(err)
			}
			stale := strings.Contains(strings.Join(r.NotSeen, "\n"), test.typeName+`.x.`+test.elements+`["k"]: the plan does not show it`)
			if stale == test.clean {
				t.Errorf("%s, %s: %q", name, form, r.NotSeen)
			}
		}
	}
}

// A plan does not show the configured elements of a collection that ignore_changes hides, so that the
// report is never clean.
func TestNew_ignoredElements(t *testing.T) {
	for ignored, unseen := range map[string]bool{"profiles": true, "max_removals": false} {
		configuration := "resource \"idm_profiles\" \"x\" {\n  profiles = {}\n  lifecycle {\n    ignore_changes = [" + ignored +
			"]\n  }\n}\n"
		values := object{"client_ext_id": "acme", "id": "acme", "ext_ids": object{"k": "p"}, "profiles": object{
			"k": object{"user_ext_id": "u", "unit_ext_id": "hq", "authorizations": object{"reader": object{}}}}}
		r := drift.New("here", savedPlan(t, collectionPlan(t, "idm_profiles", values), "idm_profiles", object{}, configuration))
		if r.Found() || (len(r.NotSeen) > 0) != unseen {
			t.Errorf("%s: found %t, %q", ignored, r.Found(), r.NotSeen)
		}
	}
}
