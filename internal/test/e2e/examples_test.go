package e2e

import (
	"cmp"
	"encoding/pem"
	"fmt"
	"maps"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/identity-iac/terraform-provider-idm/internal/identity/objecttype"
	"github.com/identity-iac/terraform-provider-idm/internal/sim"
	"github.com/identity-iac/terraform-provider-idm/internal/test/acctest"
)

const (
	examples = "../../../examples"
	asAdmin  = "IDM_TOKEN=demo-admin-token"
)

// rounds names the examples that are not applied together with the others, because they manage the
// same objects, or need another service or login.
var rounds = map[string]string{
	"resources/idm_application": "second", "resources/idm_enterprise_role": "second",
	"resources/idm_client_applications": "third", "resources/idm_enterprise_role_members": "third",
	"functions/day_end": "second", "functions/table": "third",
	"resources/idm_client": "idm_client", "ephemeral-resources/idm_token": "idm_token", "data-sources/idm_cloud_ping": "idm_cloud_ping",
}

// Every example is applied to the demo tenant as a module of its own, and a second plan is empty.
func TestExamples(t *testing.T) {
	t.Parallel()
	all := map[string][]string{}
	for _, kind := range []string{"resources", "data-sources", "ephemeral-resources", "functions"} {
		for _, name := range folders(t, kind) {
			round := "reads"
			if kind == "resources" {
				round = kind
			}
			round = cmp.Or(rounds[kind+"/"+name], round)
			all[round] = append(all[round], kind+"/"+name)
		}
	}
	for round, examples := range all {
		t.Run(round, func(t *testing.T) {
			t.Parallel()
			w := newWorkspace(t, "", asAdmin)
			w.environment = append(w.environment, w.further(round)...)
			for _, example := range examples {
				w.include(example)
			}
			w.must(0, "get", "-no-color")
			w.must(0, "apply", "-auto-approve", "-no-color")
			w.must(0, "plan", "-detailed-exitcode", "-no-color")
			w.adopt(examples)
		})
	}
}

// moduleOf returns the name of the module with an example.
func moduleOf(example string) string { return strings.NewReplacer("/", "_", "-", "_").Replace(example) }

// include makes an example a module of the workspace.
func (w *workspace) include(example string) {
	w.t.Helper()
	name := moduleOf(example)
	if err := os.CopyFS(filepath.Join(w.folder, name), os.DirFS(filepath.Join(examples, example))); err != nil {
		w.t.Fatal(err)
	}
	w.write(name+"/versions.tf", onlyProvider)
	block := fmt.Sprintf("module %q {\n  source = \"./%[1]s\"\n", name)
	files, err := filepath.Glob(filepath.Join(w.folder, name, "*.tf"))
	if err != nil {
		w.t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasPrefix(filepath.Base(file), "import-") {
			w.remove(filepath.Join(name, filepath.Base(file)))
			continue
		}
		for _, of := range parse(w.t, w.read(filepath.Join(name, filepath.Base(file)))).Blocks {
			if value, given := variables[strings.Join(of.Labels, "")]; given && of.Type == "variable" {
				block += fmt.Sprintf("  %s = %q\n", of.Labels[0], value.AsString())
			}
		}
	}
	w.write("main.tf", w.read("main.tf")+block+"}\n")
}

// further returns additional environment variables for a round of examples.
func (w *workspace) further(round string) []string {
	switch round {
	case "idm_client":
		// Only later releases have the operations that write clients.
		if err := w.sim.SetQuirks("later-releases"); err != nil {
			w.t.Fatal(err)
		}
	case "idm_token":
		return []string{"IDM_TOKEN=demo-anna-token"}
	case "idm_cloud_ping":
		cloud := httptest.NewTLSServer(w.sim.Cloud())
		w.t.Cleanup(cloud.Close)
		ca := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cloud.Certificate().Raw})
		return []string{"IDM_CLOUD_BASE_URL=" + cloud.URL, "IDM_CLOUD_ACCESS_KEY=" + sim.DefaultAccessKey, "IDM_CA_CERTIFICATE=" +
			string(ca)}
	}
	return nil
}

var passwordVersion = regexp.MustCompile(`(?m)^ *password_wo_version .*$`)

// adopt imports the resource of each example as its import block does. It replaces the ID in the
// block, which does not exist in the service, with the ID of the example's object.
func (w *workspace) adopt(examples []string) {
	w.t.Helper()
	recorded := w.recordedIDs()
	forget, blocks, sensitive := []string{"state", "rm"}, "", 0
	for _, example := range examples {
		kind, name, _ := strings.Cut(example, "/")
		module := "module." + moduleOf(example) + "."
		stored := slices.ContainsFunc(slices.Collect(maps.Keys(recorded)), func(at string) bool { return strings.Contains(at, module) })
		if !stored && (kind == "resources" || kind == "data-sources") {
			w.t.Errorf("%s asks the service for nothing", example)
		}
		if kind != "resources" {
			continue
		}
		source := content(w.t, kind, name, "import-by-string-id.tf")
		wanted := imports(w.t, source)
		if len(wanted) != 1 {
			w.t.Fatalf("%s: %d import blocks", example, len(wanted))
		}
		address, id := wanted[0].to, wanted[0].id
		own := recorded[module+address]
		if of := objecttype.ByTypeName(name); of.Class == objecttype.Collection {
			own = id
		}
		if strings.Count(own, "/") != strings.Count(id, "/") {
			w.t.Errorf("the id %s has not as many parts as %s", id, own)
		}
		forget = append(forget, module+address)
		blocks += strings.Replace(strings.Replace(source, `"`+id+`"`, `"`+own+`"`, 1), address, module+address, 1)
		// The service does not store the version of a write-only password, so an import with a version
		// sets the password. Terraform reports a change if a value becomes sensitive through its
		// variable; OpenTofu does not.
		file := moduleOf(example) + "/resource.tf"
		w.write(file, passwordVersion.ReplaceAllString(w.read(file), ""))
		if strings.Contains(w.read(file), "sensitive = true") && !openTofu() {
			sensitive++
		}
	}
	if blocks == "" {
		return
	}
	w.must(0, forget...)
	w.write("import.tf", blocks)
	out := w.must(2, "plan", "-detailed-exitcode", "-no-color")
	if want := fmt.Sprintf("%d to import, 0 to add, %d to change, 0 to destroy", len(forget)-2, sensitive); !strings.Contains(out, want) {
		w.t.Errorf("the import is not %s:\n%s", want, out)
	}
}

// The three import methods in an example refer to the same object.
func TestExamples_imports(t *testing.T) {
	t.Parallel()
	p := acctest.StartSimulator(t).Protocol(t)
	for _, name := range folders(t, "resources") {
		t.Run(name, func(t *testing.T) {
			byID := imports(t, content(t, "resources", name, "import-by-string-id.tf"))[0]
			command := lastLine(content(t, "resources", name, "import.sh"))
			if want := "terraform import " + byID.to + " " + byID.id; strings.ReplaceAll(command, `"`, "") != want {
				t.Errorf("import.sh has %q, want %q", command, want)
			}
			if objecttype.ByTypeName(name).Class == objecttype.Collection {
				return
			}
			byIdentity := imports(t, content(t, "resources", name, "import-by-identity.tf"))[0]
			parts := strings.Split(byID.id, "/")
			for i, part := range parts {
				parts[i], _ = url.PathUnescape(part)
			}
			if byIdentity.to != byID.to || !slices.Equal(parts, byIdentity.parts) {
				t.Errorf("by id %s %v, by identity %s %v", byID.to, parts, byIdentity.to, byIdentity.parts)
			}
			if _, _, diags := p.Import(t, name, byIdentity.identity); diags.HasError() {
				t.Error(diags)
			}
		})
	}
}

// Some supported CLIs lack actions, so their examples are invoked through the protocol.
func TestExamples_actions(t *testing.T) {
	t.Parallel()
	for _, name := range folders(t, "actions") {
		t.Run(name, func(t *testing.T) {
			p := acctest.StartSimulator(t).Protocol(t)
			blocks := configured(t, content(t, "actions", name, "action.tf"), "action")
			if len(blocks) == 0 {
				t.Error("the example has no action")
			}
			for _, b := range blocks {
				if _, diags := p.Invoke(t, b.of, b.config); diags.HasError() || b.of != name {
					t.Errorf("%s: %s", b.of, diags)
				}
			}
		})
	}
}

// withProperties contains objects of the demo tenant that get properties before they are listed.
var withProperties = map[string]acctest.Values{
	"idm_unit_properties":            {"unit_ext_id": "acme-it", "properties": map[string]any{"costCenter": "1"}},
	"idm_profile_properties":         {"profile_ext_id": "p-anna-hq", "properties": map[string]any{"badge": "1"}},
	"idm_enterprise_role_properties": {"enterprise_role_ext_id": "er-sales", "properties": map[string]any{"tier": "1"}},
}

func TestExamples_lists(t *testing.T) {
	t.Parallel()
	for _, name := range folders(t, "list-resources") {
		t.Run(name, func(t *testing.T) {
			p := acctest.StartSimulator(t).Protocol(t)
			if config := withProperties[name]; config != nil {
				(&acctest.Instance{Type: name}).Create(t, p, config)
			}
			found := 0
			for _, b := range configured(t, content(t, "list-resources", name, "list-resource.tfquery.hcl"), "list") {
				listed, diags := p.List(t, b.of, b.config, true, 0)
				if diags.HasError() || b.of != name {
					t.Errorf("%s: %s", b.of, diags)
				}
				found += len(listed)
			}
			if found == 0 {
				t.Error("the example finds nothing in the demo tenant")
			}
		})
	}
}

func folders(t *testing.T, kind string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(examples, kind))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	return names
}

func content(t *testing.T, elements ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(append([]string{examples}, elements...)...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}
