package e2e

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

var resourceLine = regexp.MustCompile(`(?m)^resource .*$`)

// What drift and export add to a folder names the provider configuration of the folder: another
// local name, only an alias.
func TestProviderNames(t *testing.T) {
	t.Parallel()
	for name, names := range map[string]struct{ local, alias string }{
		"local name": {"identity", ""}, "alias": {"idm", "prod"}, "both": {"identity", "prod"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := laterTenant(t, "")
			e.export(0, []string{"IDM_TOKEN=demo-admin-token"}, e.out, "--only", "units")
			d := &drifting{e.at(e.out)}
			config, blocks := names.local, d.read("provider.tf")
			blocks = strings.Replace(blocks, "    idm = {", "    "+names.local+" = {", 1)
			blocks = strings.Replace(blocks, `provider "idm" {`, `provider "`+names.local+`" {`, 1)
			if names.alias != "" {
				config += "." + names.alias
				blocks = strings.Replace(blocks, "  client_ext_id ", "  alias = \""+names.alias+"\"\n  client_ext_id ", 1)
			}
			d.write("provider.tf", blocks)
			for _, file := range []string{"tenant.tf", "it.tf"} {
				d.write(file, resourceLine.ReplaceAllString(d.read(file), "$0\n  provider = "+config))
			}
			d.write("imports.tf", strings.ReplaceAll(d.read("imports.tf"), "import {\n", "import {\n  provider = "+config+"\n"))
			d.must(0, "fmt")
			d.must(0, "init", "-no-color")
			d.must(0, "apply", "-auto-approve", "-no-color", "-input=false")
			d.accept()
			d.behindTheBack(http.MethodPost, "units/", `{"extId":"acme-new","name":"New","profileless":false,"parentUnitExtId":"acme-hq"}`)
			r, complaints := d.written(2, "--write", "found.tf")
			if content := d.read("found.tf"); !strings.Contains(content, "= "+config+"\n") || r.Written.Imports == 0 {
				t.Fatalf("%s\n%s", complaints, content)
			}
			d.must(0, "init", "-no-color")
			d.must(0, "plan", "-no-color", "-input=false")
			d.remove("found.tf")
			e.export(0, []string{"IDM_TOKEN=demo-admin-token"}, e.out, "--only", "units", "--update")
			d.must(0, "init", "-no-color")
			d.adoptsFound(1)
		})
	}
}
