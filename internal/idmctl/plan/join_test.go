package plan_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
)

func TestNames(t *testing.T) {
	for _, tc := range []struct{ files, want []string }{
		{[]string{"tenant.plan"}, []string{""}},
		{[]string{"in/sales.plan", "in/it.plan"}, []string{"sales", "it"}},
		{[]string{"sales/tenant.plan", "it/tenant.plan"}, []string{"sales", "it"}},
		{[]string{"eu/sales/tenant.plan", "us/it/tenant.plan"}, []string{"sales", "it"}},
		{[]string{"eu/sales/tenant.plan", "us/sales/tenant.plan"}, []string{"eu", "us"}},
		{[]string{"tenant.plan", "sales/tenant.plan"}, []string{"plan", "sales"}},
		{[]string{"sales.plan", "sales.json"}, []string{"sales.plan", "sales.json"}},
		{[]string{"v1.2/tenant.plan", "v1.3/tenant.plan"}, []string{"v1.2", "v1.3"}},
		{[]string{"a/../sales.plan", "./it.plan"}, []string{"sales", "it"}},
	} {
		if got, err := plan.Names(tc.files); err != nil || !slices.Equal(got, tc.want) {
			t.Errorf("%q are named %q (%v), want %q", tc.files, got, err, tc.want)
		}
	}
	for _, files := range [][]string{{}, {"a.plan", "./a.plan"}} {
		if got, err := plan.Names(files); err == nil {
			t.Errorf("%q are named %q", files, got)
		}
	}
}

// part returns a plan with one service at a known address and one at an unknown address.
func part(name, source, digest string) plan.Part {
	return plan.Part{Name: name, Plan: &plan.Plan{
		File: name + ".plan", Digest: digest, Time: "2027-01-01T00:00:00Z", CLIVersion: "1.11.0",
		Services: []plan.Service{
			{ID: "https://idm.example.com", Address: "https://idm.example.com", Known: true, Configs: []string{"idm"}, Provider: source},
			{ID: "unknown: idm.second", Configs: []string{"idm.second"}, Provider: source},
		},
		Changes: []plan.Change{{
			Address: "idm_profile.a", PreviousAddress: "idm_profile.b", Service: "https://idm.example.com", Action: plan.Create,
		}, {Address: "idm_unit.a", Service: "unknown: idm.second", Action: plan.NoOp}},
		Others: []plan.Other{
			{Kind: plan.OtherRead, Address: "data.idm_unit.a", Text: "It is read."},
			{Kind: plan.OtherSource, Address: "registry.example/x/y", Text: "It uses y."},
			{Kind: plan.OtherProvider, Text: "The plan affects 2 services: …"},
		},
	}}
}

const usual = "registry.terraform.io/identity-iac/idm"

func TestJoin(t *testing.T) {
	join := func(parts ...plan.Part) *plan.Plan {
		t.Helper()
		joined, err := plan.Join(parts)
		if err != nil {
			t.Fatal(err)
		}
		return joined
	}
	joined := join(part("sales", usual, "2"), part("it", usual, "1"))
	if other := join(part("it", usual, "1"), part("sales", usual, "2")); !reflect.DeepEqual(joined, other) {
		t.Errorf("the order matters:\n%+v\n%+v", joined, other)
	}
	digest := sha256.Sum256([]byte("1\n2\n"))
	if joined.Digest != hex.EncodeToString(digest[:]) || joined.File != "it, sales" || len(joined.Parts()) != 2 {
		t.Errorf("the plan is %s %s", joined.File, joined.Digest)
	}
	first := joined.Changes[0]
	if first.Address != "it/idm_profile.a" || first.PreviousAddress != "it/idm_profile.b" {
		t.Errorf("the first change is %+v", first)
	}
	var services, others []string
	for _, service := range joined.Services {
		services = append(services, service.ID+" "+strings.Join(service.Configs, "+"))
	}
	if want := []string{"https://idm.example.com it/idm+sales/idm", "unknown: it/idm.second it/idm.second",
		"unknown: sales/idm.second sales/idm.second"}; !slices.Equal(services, want) {
		t.Errorf("services %q", services)
	}
	for _, other := range joined.Others {
		others = append(others, other.Address+" "+other.Text)
	}
	if want := []string{" The plan affects 3 services: https://idm.example.com, unknown: it/idm.second, unknown: sales/idm.second.",
		"it/data.idm_unit.a it: It is read.", "registry.example/x/y it: It uses y.", "registry.example/x/y sales: It uses y.",
		"sales/data.idm_unit.a sales: It is read."}; !slices.Equal(slices.Sorted(slices.Values(others)), want) {
		t.Errorf("others %q", others)
	}
	// Two sources of the provider are two services, even with the same address.
	if ids := join(part("a", usual, "1"), part("b", "evil.example/x/idm", "2")).Services; len(ids) != 4 {
		t.Errorf("services of two sources: %+v", ids)
	}
	if single := part("", usual, "1"); join(single) != single.Plan {
		t.Error("a single plan is changed")
	}
}

func TestJoin_refused(t *testing.T) {
	refreshing := part("b", usual, "2")
	refreshing.RefreshOnly = true
	for want, other := range map[string]plan.Part{"are the same plan": part("b", usual, "1"), "only refresh": refreshing} {
		if joined, err := plan.Join([]plan.Part{part("a", usual, "1"), other}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, %v: want %q", joined, err, want)
		}
	}
}

// The origin of an unknown ID is an address of the joined plan.
func TestReadAll_origin(t *testing.T) {
	folder := t.TempDir()
	program, files := filepath.Join(folder, "terraform"), []string{}
	for _, name := range []string{"it", "sales"} {
		files = append(files, filepath.Join(folder, name, "saved.tfplan"))
		if err := os.Mkdir(filepath.Join(folder, name), 0o700); err != nil {
			t.Fatal(err)
		}
		writeArchive(t, filepath.Join(folder, name, "saved.tfplan"), map[string]string{"tfconfig/m-/main.tf": "# " + name + "\n" +
			otherObjects + "resource \"idm_profile\" \"p\" {\nfor_each = { x = 1 }\nunit_ext_id = idm_unit.a.ext_id\n}\n"})
		if err := os.WriteFile(filepath.Join(folder, name, "shown.json"), []byte(unknownUnit(t)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(program, []byte("#!/bin/sh\ncat shown.json\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	p, err := plan.ReadAll(t.Context(), files, plan.CLI{Path: program})
	if err != nil {
		t.Fatal(err)
	}
	if got := origin(p, `sales/idm_profile.p["x"]`, "unit_ext_id"); got != "sales/idm_unit.a" {
		t.Errorf("comes from %q", got)
	}
}
