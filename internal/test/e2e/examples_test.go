package e2e

import (
	"encoding/pem"
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

// Every example is applied separately to the demo tenant, and a second plan is empty.
func TestExamples(t *testing.T) {
	t.Parallel()
	for kind, file := range map[string]string{
		"resources": "resource.tf", "data-sources": "data-source.tf", "ephemeral-resources": "ephemeral-resource.tf",
		"functions": "function.tf",
	} {
		for _, name := range folders(t, kind) {
			t.Run(kind+"/"+name, func(t *testing.T) {
				t.Parallel()
				w := newWorkspace(t, content(t, kind, name, file), asAdmin)
				w.environment = append(w.environment, w.further(name)...)
				w.copyFiles(kind, name)
				w.must(0, "apply", "-auto-approve", "-no-color")
				w.must(0, "plan", "-detailed-exitcode", "-no-color")
				if len(w.sim.Requests()) == 0 && kind != "functions" {
					t.Error("the example asks the service for nothing")
				}
				if kind == "resources" {
					w.adopt(name)
				}
			})
		}
	}
}

// copyFiles copies the files that the functions of an example read.
func (w *workspace) copyFiles(kind, name string) {
	for _, pattern := range []string{"*.csv", "*.yaml"} {
		files, err := filepath.Glob(filepath.Join(examples, kind, name, pattern))
		if err != nil {
			w.t.Fatal(err)
		}
		for _, file := range files {
			w.write(filepath.Base(file), content(w.t, kind, name, filepath.Base(file)))
		}
	}
}

// further returns additional environment variables for an example.
func (w *workspace) further(example string) []string {
	switch example {
	case "idm_client":
		// Only later releases have the operations that write clients.
		if err := w.sim.SetQuirks("later-releases"); err != nil {
			w.t.Fatal(err)
		}
	case "idm_token":
		return []string{"IDM_TOKEN=demo-anna-token", "TF_VAR_password=anna-password"}
	case "idm_device_password":
		return []string{"TF_VAR_bot_secret=" + strings.Repeat("s3cret-", 9)}
	case "idm_context_password", "idm_password":
		return []string{"TF_VAR_first_password=first-password-2026"}
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

// adopt imports the resource of an example as its import block does. It replaces the ID in the
// block, which does not exist in the service, with the ID of the example's object.
func (w *workspace) adopt(example string) {
	w.t.Helper()
	source := content(w.t, "resources", example, "import-by-string-id.tf")
	wanted := imports(w.t, source)
	if len(wanted) != 1 {
		w.t.Fatalf("%d import blocks", len(wanted))
	}
	address, id := wanted[0].to, wanted[0].id
	own := w.idOf(address)
	if of := objecttype.ByTypeName(example); of.Class == objecttype.Collection {
		own = id
	}
	if strings.Count(own, "/") != strings.Count(id, "/") {
		w.t.Errorf("the id %s has not as many parts as %s", id, own)
	}
	w.must(0, "state", "rm", address)
	// The service does not store the version of a write-only password, so an import with a version
	// sets the password.
	w.write("main.tf", passwordVersion.ReplaceAllString(w.read("main.tf"), ""))
	w.write("import.tf", strings.Replace(source, `"`+id+`"`, `"`+own+`"`, 1))
	out := w.must(2, "plan", "-detailed-exitcode", "-no-color")
	// Terraform reports a change if a value becomes sensitive through its variable; OpenTofu does
	// not.
	if strings.Contains(w.read("main.tf"), "sensitive = true") {
		out = strings.Replace(out, "1 to change", "0 to change", 1)
	}
	if !strings.Contains(out, "1 to import, 0 to add, 0 to change, 0 to destroy") {
		w.t.Errorf("the import does more than import:\n%s", out)
	}
}

// idOf returns the ID of a resource in the state.
func (w *workspace) idOf(address string) string {
	w.t.Helper()
	var state struct {
		Values struct {
			Root struct {
				Resources []struct {
					Address string
					Values  struct{ ID string }
				}
			} `json:"root_module"`
		}
	}
	decodeJSON(w.t, w.must(0, "show", "-json"), &state)
	for _, resource := range state.Values.Root.Resources {
		if resource.Address == address {
			return resource.Values.ID
		}
	}
	w.t.Fatalf("%s is not in the state", address)
	return ""
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
