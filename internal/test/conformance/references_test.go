package conformance_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/hashicorp/terraform-plugin-framework/providerserver"
	"github.com/hashicorp/terraform-plugin-go/tfprotov6"

	"github.com/identity-iac/terraform-provider-idm/internal/provider"
)

// parts returns the attributes of all registered parts of the provider by kind and name, such as
// data.idm_unit.
func parts(t *testing.T) map[string][]*tfprotov6.SchemaAttribute {
	t.Helper()
	schemas, err := providerserver.NewProtocol6(provider.New("test")())().GetProviderSchema(t.Context(),
		&tfprotov6.GetProviderSchemaRequest{})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]*tfprotov6.SchemaAttribute{}
	for kind, of := range map[string]map[string]*tfprotov6.Schema{
		"resource.": schemas.ResourceSchemas, "data.": schemas.DataSourceSchemas, "ephemeral.": schemas.EphemeralResourceSchemas,
		"list.": schemas.ListResourceSchemas,
	} {
		for name, schema := range of {
			found[kind+name] = schema.Block.Attributes
		}
	}
	for name, action := range schemas.ActionSchemas {
		found["action."+name] = action.Schema.Block.Attributes
	}
	return found
}

// internal is the path of the project's folder internal.
const internal = "../.."

// testFunctions returns all tests of the project, such as service/unit.TestUnit_move. The scripts and
// tables in testdata, such as service/unit/testdata/Unit_move.txt, are tests, too.
func testFunctions(t *testing.T) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	for _, root := range []string{internal, "../../../tools"} {
		testFunctionsBelow(t, root, found)
	}
	return found
}

func testFunctionsBelow(t *testing.T, root string, found map[string]bool) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(root), ".", func(file string, _ fs.DirEntry, err error) error {
		if folder, name, ok := strings.Cut(file, "/testdata/"); ok && slices.Contains([]string{".txt", ".hcl"}, path.Ext(name)) {
			found[packageOf(folder+"/x")+".Test"+strings.TrimSuffix(name, path.Ext(name))] = true
		}
		if err != nil || !strings.HasSuffix(file, "_test.go") {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), path.Join(root, file), nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, declaration := range parsed.Decls {
			if f, ok := declaration.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") &&
				f.Name.Name != "TestMain" {
				found[packageOf(file)+"."+f.Name.Name] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// packageOf returns the folder of a file without its wing. The Go tests of a noun, such as
// service/unit_test.go, are next to its folder.
func packageOf(file string) string {
	folder := path.Dir(file)
	if path.Base(folder) == "service" {
		noun, _, _ := strings.Cut(path.Base(file), "_")
		folder = path.Join(folder, noun)
	}
	if wing, below, found := strings.Cut(folder, "/"); found && wing != "cmd" {
		return below
	}
	return folder
}

// exist checks that a list of tests is not empty and contains only existing tests.
func exist(t *testing.T, all map[string]bool, tests []string) {
	t.Helper()
	if len(tests) == 0 {
		t.Error("no test is named")
	}
	for _, name := range tests {
		if !all[name] {
			t.Errorf("there is no test %s", name)
		}
	}
}
