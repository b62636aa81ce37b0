package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// genericState returns a state with one resource of a generic REST provider.
func genericState(provider, kind, attributes string) string {
	host := "registry.terraform.io"
	if openTofu() {
		host = "registry.opentofu.org"
	}
	return fmt.Sprintf(`{"version": 4, "terraform_version": "1.11.4", "serial": 1, "lineage": "moved", "outputs": {}, "resources": [
  {"mode": "managed", "type": %q, "name": "it", "provider": "provider[\"%s/%s\"]",
   "instances": [{"schema_version": 0, "attributes": %s, "sensitive_attributes": []}]}]}`, kind, host, provider, attributes)
}

// A moved block takes over an object from a generic REST provider, without a change in the service.
func TestMoved_genericProviders(t *testing.T) {
	t.Parallel()
	const restapi = `{"id": "acme-it", "path": "/core/v1/acme/%s", "data": "{}", "api_data": {"extId": "acme-it"}}`
	for name, test := range map[string]struct{ provider, kind, attributes, fails string }{
		"restapi": {provider: "mastercard/restapi", kind: "restapi_object", attributes: fmt.Sprintf(restapi, "units")},
		"restapi with a path of its own": {provider: "mastercard/restapi", kind: "restapi_object",
			attributes: `{"id": "acme-it", "path": "/create", "read_path": "/core/v1/acme/units/{id}"}`},
		"restful": {provider: "magodo/restful", kind: "restful_resource",
			attributes: `{"id": "/core/v1/acme/units/acme-it", "path": "/core/v1/acme/units", "body": null}`},
		"an object of another type": {provider: "mastercard/restapi", kind: "restapi_object", attributes: fmt.Sprintf(restapi, "users"),
			fails: `has the path "/core/v1/acme/users/acme-it", which is not the path of one unit`},
		"another provider": {provider: "mastercard/restapi", kind: "restapi_other", attributes: fmt.Sprintf(restapi, "units"),
			fails: "restapi_other"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHiding(t)
			h.standIn(test.provider)
			h.write("terraform.tfstate", genericState(test.provider, test.kind, test.attributes))
			h.write("tenant.tf", "moved {\n  from = "+test.kind+".it\n  to   = idm_unit.it\n}\n"+resource("idm_unit", `ext_id = "acme-it"`,
				`parent_unit_ext_id = "acme-hq"`, `name = "IT"`, `description = "Information technology"`, `profileless = false`))
			h.write("tenant.tf", strings.Replace(h.read("tenant.tf"), `"test"`, `"it"`, 1))
			if test.fails != "" {
				if out := h.must(1, "plan", "-no-color"); !strings.Contains(strings.Join(strings.Fields(out), " "), test.fails) {
					t.Errorf("the plan does not say %q:\n%s", test.fails, out)
				}
				return
			}
			before := string(h.sim.State())
			if out := h.must(0, "plan", "-no-color", "-out=moved.tfplan"); !strings.Contains(out, "0 to add, 0 to change, 0 to destroy") {
				t.Errorf("the move changes something:\n%s", out)
			}
			h.must(0, "apply", "-no-color", "moved.tfplan")
			h.must(0, "plan", "-detailed-exitcode", "-no-color")
			if after := string(h.sim.State()); after != before {
				t.Errorf("the service changed:\n%s", after)
			}
		})
	}
}

// standIn installs this provider's binary as another provider, because a CLI loads each provider in
// the state, but calls only the target provider to move an object.
func (h *hiding) standIn(provider string) {
	folder := binary(h.t)
	built, err := os.ReadFile(filepath.Join(folder, "terraform-provider-idm"))
	if err != nil {
		h.t.Fatal(err)
	}
	other := h.t.TempDir()
	if err := os.WriteFile(filepath.Join(other, "terraform-provider-"+filepath.Base(provider)), built, 0o700); err != nil {
		h.t.Fatal(err)
	}
	h.write("cli.tfrc", fmt.Sprintf("provider_installation {\n  dev_overrides {\n    \"identity-iac/idm\" = %q\n    %q = %q\n  }\n  "+
		"direct {}\n}\n",
		folder, provider, other))
}

func resource(kind string, arguments ...string) string {
	return "resource \"" + kind + "\" \"test\" {\n  " + strings.Join(arguments, "\n  ") + "\n}\n"
}
