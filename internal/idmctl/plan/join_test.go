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

// part returns a plan as it is read with a name, with one service at a known address and one at an
// unknown address.
func part(name, digest string) plan.Part {
	p := plan.Part{Name: name}
	p.Plan = &plan.Plan{
		File: name + ".plan", Digest: digest, Time: "2027-01-01T00:00:00Z", CLIVersion: "1.11.0",
		Services: []plan.Service{
			{ID: "https://idm.example.com", Address: "https://idm.example.com", Known: true, Configs: []string{p.Address("idm")}},
			{ID: "unknown: " + p.Address("idm.second"), Configs: []string{p.Address("idm.second")}},
		},
		Changes: []plan.Change{{Address: p.Address("idm_profile.a"), Service: "https://idm.example.com", Action: plan.Create}},
		Others: []plan.Other{
			{Kind: plan.OtherSource, Address: "registry.example/x/y", Text: name + ": It uses y."},
			{Kind: plan.OtherProvider, Text: "The plan affects 2 services: …"},
		},
	}
	return p
}

func TestJoin(t *testing.T) {
	join := func(parts ...plan.Part) *plan.Plan {
		t.Helper()
		joined, err := plan.Join(parts)
		if err != nil {
			t.Fatal(err)
		}
		return joined
	}
	joined := join(part("sales", "2"), part("it", "1"))
	if other := join(part("it", "1"), part("sales", "2")); !reflect.DeepEqual(joined, other) {
		t.Errorf("the order matters:\n%+v\n%+v", joined, other)
	}
	digest := sha256.Sum256([]byte("1\n2\n"))
	if joined.Digest != hex.EncodeToString(digest[:]) || joined.File != "it, sales" || len(joined.Parts()) != 2 {
		t.Errorf("the plan is %s %s", joined.File, joined.Digest)
	}
	if first := joined.Changes[0].Address; first != "it/idm_profile.a" {
		t.Errorf("the first change is %s", first)
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
		"registry.example/x/y it: It uses y.", "registry.example/x/y sales: It uses y."}; !slices.Equal(
		slices.Sorted(slices.Values(others)), want) {
		t.Errorf("others %q", others)
	}
	if single := part("", "1"); join(single) != single.Plan {
		t.Error("a single plan is changed")
	}
}

func TestJoin_refused(t *testing.T) {
	refreshing := part("b", "2")
	refreshing.RefreshOnly = true
	for want, other := range map[string]plan.Part{"are the same plan": part("b", "1"), "only refresh": refreshing} {
		if joined, err := plan.Join([]plan.Part{part("a", "1"), other}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, %v: want %q", joined, err, want)
		}
	}
}

// Everything that is read of a part has the name of the part: addresses, the origin of an unknown
// ID, provider configurations, unknown services, and texts.
func TestReadAll_names(t *testing.T) {
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
	gone := p.Changes[slices.IndexFunc(p.Changes, func(c plan.Change) bool { return c.Address == "it/idm_unit.gone" })]
	if gone.Instance != gone.Address || gone.Service != "unknown: it/idm_unit.gone" {
		t.Errorf("%+v", gone)
	}
	if !slices.ContainsFunc(p.Others, func(o plan.Other) bool {
		return o.Kind == plan.OtherForeign && o.Address == "sales/idm_unit.foreign" &&
			strings.HasPrefix(o.Text, "sales: idm_unit.foreign of")
	}) {
		t.Errorf("%+v", p.Others)
	}
}
