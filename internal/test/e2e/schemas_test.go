package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/xeipuuv/gojsonschema"
)

// fitsSchema checks that the JSON output of an idmctl command conforms to its published schema.
// Other output formats, and failed runs, have no schema.
func fitsSchema(t *testing.T, arguments []string, printed string) {
	t.Helper()
	at := slices.Index(arguments, "--output")
	if at < 0 || at+1 == len(arguments) || arguments[at+1] != "json" || printed == "" || slices.Contains(arguments, "--out") &&
		arguments[0] != "export" {
		return
	}
	name := arguments[0]
	if name == "policy" {
		name = "policy-check"
	}
	schema, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "schemas", name+".schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	result, err := gojsonschema.Validate(gojsonschema.NewBytesLoader(schema), gojsonschema.NewStringLoader(printed))
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range result.Errors() {
		t.Errorf("the output of idmctl %v does not fit its schema: %s", arguments, problem)
	}
}
