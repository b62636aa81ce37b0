package idmctl

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/xeipuuv/gojsonschema"

	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/accessquery"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/drift"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/export"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/plan"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/policy"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/recertify"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/rehearsal"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant"
	"github.com/identity-iac/terraform-provider-idm/internal/idmctl/tenant/factstest"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
)

// updateSchemas is the environment variable that makes the test write the schemas.
const updateSchemas = "UPDATE_SCHEMAS"

// schemas contains the published outputs, and the faults of the simulator, by the name of their
// schema.
var schemas = map[string]struct {
	title string
	of    any
}{
	"access":             {"Answer of idmctl access, also of access diff", accessquery.Answer{}},
	"policy-check":       {"Report of idmctl policy check", policy.Report{}},
	"drift":              {"Report of idmctl drift", drifted{}},
	"drift-since":        {"Report of idmctl drift --since", drift.Since{}},
	"export":             {"Summary of idmctl export", export.Summary{}},
	"permissions":        {"File of idmctl snapshot --permissions-only", allowed{}},
	"recertify-evidence": {"Evidence of idmctl recertify prove", recertify.Evidence{}},
	"rehearse":           {"Report of idmctl rehearse", rehearsal.Result{}},
	"review":             {"Report of idmctl review", reviewed{}},
	"simulate-faults":    {"Faults of idmctl simulate, the body of PUT /_sim/faults", []sim.Fault{}},
	"snapshot":           {"Summary of idmctl snapshot", takenSummary{}},
}

// The published schemas match the Go types.
func TestSchemas(t *testing.T) {
	for name, s := range schemas {
		schema := rootSchema(reflect.TypeOf(s.of), s.title)
		var want bytes.Buffer
		encoder := json.NewEncoder(&want)
		encoder.SetIndent("", "  ")
		if err := encoder.Encode(schema); err != nil {
			t.Fatal(err)
		}
		file := schemaFile(name)
		if os.Getenv(updateSchemas) != "" {
			if err := os.WriteFile(file, want.Bytes(), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want.Bytes()) {
			t.Errorf("%s is not up to date: run the test with %s=1 (%v)", file, updateSchemas, err)
		}
	}
	files, err := filepath.Glob(schemaFile("*"))
	if err != nil || len(files) != len(schemas) {
		t.Errorf("%v: %q are not %q", err, files, slices.Sorted(maps.Keys(schemas)))
	}
}

func schemaFile(name string) string {
	return filepath.Join("..", "..", "docs", "schemas", name+".schema.json")
}

func fits(t *testing.T, name string, of any) {
	t.Helper()
	encoded, err := encode(of)
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(schemaFile(name))
	if err != nil {
		t.Fatal(err)
	}
	result, err := gojsonschema.Validate(gojsonschema.NewBytesLoader(content), gojsonschema.NewBytesLoader(encoded))
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range result.Errors() {
		t.Errorf("%s: %s\n%s", name, problem, encoded)
	}
}

// Outputs for random tenants conform to the schemas.
func TestSchemas_outputs(t *testing.T) {
	file := filepath.Join(t.TempDir(), "access.hcl")
	rules := "invariant \"i\" {\n  exclusive = [\"r0\", \"r1\"]\n}\ninvariant \"m\" {\n  role = \"r0\"\n  maximum = 0\n}\n"
	if err := os.WriteFile(file, []byte(rules), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := policy.Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	for seed := range uint64(30) {
		random := factstest.Random(seed)
		before, err := tenant.Decode(random.Seed(), "")
		if err != nil {
			t.Fatal(err)
		}
		after, err := tenant.Decode(random.Changed().Seed(), "")
		if err != nil {
			t.Fatal(err)
		}
		asker := accessquery.New(after, "test", "", factstest.Now)
		fits(t, "access", asker.All(accessquery.Filter{}))
		fits(t, "access", asker.All(accessquery.Filter{Dormant: new(time.Duration(0))}))
		fits(t, "access", accessquery.Diff(before, after, [2]string{"a", "b"}, "", factstest.Now))
		found, err := p.Check(after, policy.Change{Before: before}, factstest.Now)
		if err != nil {
			t.Fatal(err)
		}
		fits(t, "policy-check", p.NewReport(found, "test", after.Gaps, factstest.Now))
	}
	var faults []sim.Fault
	for _, kind := range sim.FaultKinds {
		faults = append(faults, sim.Fault{Kind: kind, Method: "GET", Count: 1, Seed: 7, Item: json.RawMessage(`{"extId": 1}`), Delay: "1s"})
	}
	fits(t, "simulate-faults", faults)
	fits(t, "permissions", allowed{Permissions: []string{"UserView"}, Clients: []string{"acme"}})
	decided := recertify.Decided{Campaign: recertify.Campaign{Undecided: recertify.Keep}, Digests: map[string]string{"a": "b"}}
	none, err := tenant.Decode([]byte("{}"), "")
	if err != nil {
		t.Fatal(err)
	}
	fits(t, "recertify-evidence", decided.Prove("",
		recertify.States{Before: none.Tenant, After: none.Tenant, Carried: none.Tenant}, &plan.Plan{}, time.Now()))
}
