package replay

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/test/rings"
)

// mutants are changes of the provider's own code that the seeds must find. Each lists pairs of a
// text in a file and its replacement.
var mutants = map[string]struct {
	file string
	text []string
}{
	"repeated POST": {"internal/client/rest/retry.go", []string{
		"var repeatable = []string{", "var repeatable = []string{http.MethodPost, ",
	}},
	"dropped version": {"internal/provider/write/update.go", []string{
		"err = patch(version)", "_ = version\n\terr = patch(0)",
	}},
	// An update that only hides a conflict ends with an error all the same: the response lacks its
	// values.
	"overwritten conflict": {"internal/provider/write/update.go", []string{
		"case conflict != nil:\n\t\t\treturn conflict", "case conflict != nil && ctx == nil:\n\t\t\treturn conflict",
	}},
	"early unlock": {"internal/provider/write/lock.go", []string{
		"lock.held = append(lock.held, next)", "r.entry(next.id).free.Release(next.weight)",
	}},
	"delete of an own create": {"internal/provider/resourcebase/object.go", []string{
		"return created(remote), err",
		"if err == nil {\n\t\t\t\t_ = r.Calls.Delete(ctx, r.API, plan.Place(), extID)\n\t\t\t}\n\t\t\treturn created(remote), err",
	}},
	"repeated create of an assigned ID": {"internal/provider/write/create.go", []string{
		"case known:", "case known || c.kind == \"terms\":",
	}},
	"ignored Location of a broken body": {"internal/client/rest/exchange.go", []string{
		"err != nil && !named", "err != nil && (named || true)",
	}},
	"collection that drops failed elements": {"internal/provider/resourcebase/collection_work.go", []string{
		"		case !result.exists():", "		case !result.exists() || s.diags.HasError():",
	}},
	"collection that records no create": {"internal/provider/resourcebase/collection_work.go", []string{
		"before, diags = part.apply(ctx, before, after)",
		"was := before\n\t\tif before, diags = part.apply(ctx, before, after); was.IsNull() {\n\t\t\tbefore = was\n\t\t}",
	}},
	"collection that adopts without a look": {"internal/provider/resourcebase/collection_work.go", []string{
		"s.adopted && !s.result.exists()", "false && !s.result.exists()",
	}},
	"collection that does not count removals": {"internal/provider/resourcebase/collection.go", []string{
		" || !s.after.exists() && !s.kept {", " {",
	}},
	"repeated change of a password": {"internal/provider/credentials/password.go", []string{
		"err != nil || sameSecret(now, before)", "err != nil || now.Version >= before.Version",
	}},
}

// Each mutant changes the code as it is now.
func TestMutants_texts(t *testing.T) {
	for name, mutant := range mutants {
		t.Run(name, func(t *testing.T) { overlay(t, mutant.file, mutant.text) })
	}
}

var foundBy = regexp.MustCompile(`(?m)seed \d+: .*$`)

// The seeds find each planted mutant.
func TestMutants(t *testing.T) {
	rings.Campaign(t, "it builds the provider for each mutant")
	for name, mutant := range mutants {
		t.Run(name, func(t *testing.T) {
			command := exec.CommandContext(t.Context(), "go", "test", "-overlay", overlay(t, mutant.file, mutant.text), "-count=1",
				"-timeout=0", "-run", "TestReplay$", ".", "-args", "-seeds=1000", "-shrink=false")
			out, err := command.CombinedOutput()
			found := foundBy.Find(out)
			if err == nil || found == nil {
				t.Fatalf("not found: %v\n%s", err, out)
			}
			t.Logf("found by %s", found)
		})
	}
}

// overlay writes a mutant as an overlay for the Go command.
func overlay(t *testing.T, file string, text []string) string {
	t.Helper()
	original, err := filepath.Abs(filepath.Join("..", "..", "..", file))
	if err != nil {
		t.Fatal(err)
	}
	content, err := os.ReadFile(original)
	if err != nil {
		t.Fatal(err)
	}
	source := string(content)
	for i := 0; i < len(text); i += 2 {
		if strings.Count(source, text[i]) == 0 {
			t.Fatalf("%s has no %q: write the mutant anew", file, text[i])
		}
		source = strings.ReplaceAll(source, text[i], text[i+1])
	}
	folder := t.TempDir()
	mutated, list := filepath.Join(folder, "mutant.go"), filepath.Join(folder, "overlay.json")
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {original: mutated}})
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{mutated: []byte(source), list: replace} {
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return list
}
